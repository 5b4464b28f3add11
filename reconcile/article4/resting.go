package article4

// restingOn looks at a piece that has rested where it was set down: does the
// board show a legal move, or a part of one?
func (w *Watch) restingOn(at rest) {
	t := w.current()
	if t.ply != at.ply || w.result.text != "" || w.mending() || w.goesOn() {
		return
	}
	if w.hold != nil && w.hold.why == holdIllegal {
		return
	}
	r := w.read(t, 0)
	found := false
	standing := 0
	for i := range r.releases {
		rel := &r.releases[i]
		if rel.until != 0 || rel.piece.Color() != t.mover() {
			continue
		}
		standing++
		if rel.sq == at.sq && rel.at == at.at {
			found = true
		}
		if p, _ := t.partOf(rel.from, rel.sq); p != noPart && standing == 1 && len(r.releases) == 1 {
			return
		}
	}
	if !found || r.restored {
		return
	}
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			return
		}
	}
	board := w.shows()
	if off := board.differs(&t.pos); off.Count() > sweep || w.kingCentred(t, r) {
		return // nobody is playing
	}
	if !w.anchored(t) || w.behind(t, t.mover(), at.at) || board.differs(&t.pos) == 0 || len(board.fits(t)) > 0 {
		return
	}
	if _, ahead := w.eyes.Ahead(); ahead {
		return
	}
	w.remark(illegalOnBoard, t.mover())
}
