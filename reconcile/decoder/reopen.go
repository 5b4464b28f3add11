package decoder

// Reopen goes on with a game that a word had ended: the result is taken back.
// What the board shows otherwise than the position is open.
func (d *Decoder) Reopen() {
	if d.phase == finished {
		d.stand(d.pub.tail)
	}
}
