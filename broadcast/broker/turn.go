package broker

// turn lets one client without a name subscribe at a time. Each SUBSCRIBE brings everything
// that is retained, and a thousand at once would leave no processor time to the boards and
// to those who have a name. What a client is sent goes to its outbox, so that nobody holds
// the turn for as long as a client likes.
type turn struct{ free chan struct{} }

func newTurn() turn {
	t := turn{make(chan struct{}, 1)}
	t.free <- struct{}{}
	return t
}

// take waits for the turn.
func (t turn) take(c *conn) {
	if !c.turn {
		<-t.free
		c.turn = true
	}
}

// pass gives the turn back, if the client has it. It is called by the goroutine that took
// it, or after that has ended.
func (t turn) pass(c *conn) {
	if c.turn {
		c.turn = false
		t.free <- struct{}{}
	}
}
