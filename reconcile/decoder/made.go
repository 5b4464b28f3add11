package decoder

// madeAfter returns the move after told, if the best hypothesis has it complete, and else nil.
func (d *Decoder) madeAfter(told *link) *link {
	best := d.beam[0]
	next := best.tail.at(told.ply + 1)
	if next == nil || next.prev.line != told.line || next == best.tail && !d.isWhole(best, next) || next.traits&silent != 0 && !d.hasConsensus(best, next) {
		return nil
	}
	return next
}

// tellableAfter is madeAfter for a move that may be published before its time: a legal one about which
// enough is known.
func (d *Decoder) tellableAfter(told *link) *link {
	next := d.madeAfter(told)
	if next == nil || d.phase != playing || next.traits&illegal != 0 || d.isBarred(d.beam[0], next) || d.isInTheDark(d.beam[0], next) || d.isUnknown(d.beam[0], next) {
		return nil
	}
	return next
}
