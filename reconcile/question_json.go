package reconcile

// asked writes a question: for each candidate the move, the probability that it is right, and the
// reasons for and against it.
func (o *object) asked(q Question) {
	o.whole("ply", int64(q.Ply))
	o.text("by", q.By.String())
	o.text("occasion", q.Occasion)
	o.objects("candidates", len(q.Candidates), func(i int, o *object) { o.candidate(&q.Candidates[i]) })
}

func (o *object) candidate(c *Candidate) {
	o.text("uci", c.UCI)
	o.text("san", c.SAN)
	o.text("fen", c.FEN)
	o.confidence(c.Sure)
	o.truth("published", c.Published)
	o.objects("grounds", len(c.Grounds), func(i int, o *object) {
		g := c.Grounds[i]
		o.text("what", string(g.What))
		o.truth("for", g.For)
		o.text("square", g.Square.String())
		if g.Lasted > 0 {
			o.micros("lasted_us", g.Lasted)
		}
	})
}
