package decoder

// regrow appends the moves that l has made after a ply to another line, which had come to the same
// position by then.
func regrow(l, to *link, ply int) *link {
	if l.ply <= ply {
		return to
	}
	c := *l
	c.prev = regrow(l.prev, to, ply)
	c.pos = c.prev.pos.After(c.move)
	c.key, c.line = c.pos.Key(), mixLine(c.prev.line, c.move, c.traits)
	return &c
}

// splice joins two doubts about one line that have nothing to do with each other. a and b lead to the
// position of s by other moves. The line that it returns has the moves of a until that has come to a
// position of s, and those of b from there on; nil if b has left the line of s before.
func splice(a, b, s *link) *link {
	if a.ply != s.ply || b.ply != s.ply || a.key != s.key || b.key != s.key {
		return nil
	}
	end := b
	for a.prev != nil && a.prev.key == s.prev.key && a.move == s.move {
		a, b, s = a.prev, b.prev, s.prev
	}
	if b.line != s.line || a.line == s.line {
		return nil
	}
	return regrow(end, a, a.ply)
}
