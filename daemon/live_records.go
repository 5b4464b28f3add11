package daemon

import (
	"touchmove/broadcast"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The steps of a scan that make records, in their order. Each returns false when
// no more records are wanted.

// first makes the whole scan that records begin with.
func (s *scanning) first() bool {
	if s.whole {
		return true
	}
	s.whole, s.shown = true, s.seen
	return s.put(s.at, trace.Scan{Board: s.seen})
}

// acts makes what simulated hands pressed and said since the last scan.
func (s *scanning) acts() bool {
	for _, act := range s.played {
		if !s.put(act.At, act.What) {
			return false
		}
	}
	return true
}

// clock makes the presses of the chess clock, at their own moments.
func (s *scanning) clock() bool {
	for _, press := range s.come() {
		s.busy = s.at
		if !s.put(min(s.pace.At(press.At), s.at), trace.Press{By: press.By}) {
			return false
		}
	}
	return true
}

// changes makes the squares that read otherwise than records have said.
func (s *scanning) changes() bool {
	for sq := range s.seen {
		if s.seen[sq] != s.shown[sq] && !s.put(s.at, trace.Change{Square: rules.Square(sq), Is: s.seen[sq]}) {
			return false
		}
	}
	s.shown = s.seen
	return true
}

// absence has d find out who and what is not there: the broker, pieces, players.
func (s *scanning) absence() bool {
	hear := s.d.lookOut(s.at, s.now, s.seen)
	if hear == nil {
		return true
	}
	if !s.tick() { // brings the game to this time
		return false
	}
	hear()
	return true
}

// otherBoard makes what the other board of the same game says.
func (s *scanning) otherBoard() bool {
	if said, news := s.d.pair.SecondBoardMove(s.d.board.Game(), s.seen); news && !s.put(s.at, said) {
		return false
	}
	if said, news := s.d.pair.Receive(s.d.board.Game()); news && !s.put(s.at, said) {
		return false
	}
	return true
}

// commands makes the commands that have come, one after the other: what falls
// due by now is decided before each of them, and when there are none.
func (s *scanning) commands() bool {
	for {
		if due, open := s.d.falls(); open && due <= s.at && s.last < s.at && due != s.ticked {
			s.ticked = due
			if !s.tick() {
				return false
			}
		}
		r, ok := s.requested()
		if !ok {
			return true
		}
		s.busy = s.at
		if !s.command(r) {
			return false
		}
	}
}

// command makes the record of a command, unless it is refused, or asks for what is
// no record.
func (s *scanning) command(r broadcast.Request) bool {
	d := s.d
	if r.Raw != nil {
		r.Answer(d.history.Stamp(s.lease.take(r, s.now)))
		return true
	}
	if !d.commands.Accept(r, s.now, d.history) {
		return true
	}
	command, err := d.envelopes.Pass(r.Command, d.board.Game())
	if err != nil {
		d.commands.Reply(command.ID, d.history.Stamp(broadcast.Refused(command.ID, err)))
		return true
	}
	return s.put(s.at, command)
}

// tick makes a scan that changed nothing: time has passed.
func (s *scanning) tick() bool { return s.put(s.at, trace.Scan{Board: s.shown}) }
