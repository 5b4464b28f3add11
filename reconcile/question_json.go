package reconcile

// asked writes a question: for each candidate the move, the probability that it is right, and the
// reasons for and against it.
func (o *object) asked(q Question) {
	o.whole("ply", int64(q.Ply))
	o.text("by", q.By.String())
	o.text("occasion", q.Occasion)
	o.key("candidates")
	o.b = append(o.b, '[')
	for i, c := range q.Candidates {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = c.appendJSON(o.b)
	}
	o.b = append(o.b, ']')
}

func (c Candidate) appendJSON(b []byte) []byte {
	o := object{append(b, '{')}
	o.text("uci", c.UCI)
	o.text("san", c.SAN)
	o.text("fen", c.FEN)
	o.confidence(c.Sure)
	o.truth("published", c.Published)
	o.key("grounds")
	o.b = append(o.b, '[')
	for i, g := range c.Grounds {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		sub := object{append(o.b, '{')}
		sub.text("what", string(g.What))
		sub.truth("for", g.For)
		sub.text("square", g.Square.String())
		if g.Lasted > 0 {
			sub.micros("lasted_us", g.Lasted)
		}
		o.b = append(sub.b, '}')
	}
	o.b = append(o.b, ']')
	return append(o.b, '}')
}
