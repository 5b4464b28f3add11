package daemon

import (
	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The steps of a scan that make records, in order. Each returns false when no
// more records are wanted.

// first makes the whole scan with which the records begin.
func (s *scanning) first() bool {
	if s.whole {
		return true
	}
	s.whole, s.shown = true, s.seen
	return s.put(s.at, trace.Scan{Board: s.seen})
}

// acts makes the records of what simulated hands pressed and said since the last scan.
func (s *scanning) acts() bool {
	for _, act := range s.played {
		if s.d.isResultOfCasualGame(act.What) {
			continue
		}
		if !s.put(act.At, act.What) {
			return false
		}
	}
	return true
}

// isResultOfCasualGame reports whether a record of simulated hands is the result of a casual game: the
// game of the pairing is over, and they play on. Such a result must not be entered.
func (d *BoardLoop) isResultOfCasualGame(what trace.What) bool {
	c, ok := what.(trace.Command)
	if !ok || c.Do != trace.DoResult {
		return false
	}
	game := d.history.State()
	return game.Phase == eventlog.Over && !game.Result.Proposed && game.Result.Result != c.Result
}

// clock makes the records of the chess clock's presses, at their own times.
func (s *scanning) clock() bool {
	for _, press := range s.newPresses() {
		s.busy = s.at
		if !s.d.growth.press(press.By) {
			s.d.log.Warn("the chess clock is pressed again and again, more often than players can: not all of this is recorded; check its lever, or the wires of its lines")
			continue
		}
		if !s.put(min(s.pace.At(press.At), s.at), trace.Press{By: press.By}) {
			return false
		}
	}
	if by, owed := s.d.growth.owed(); owed {
		return s.put(s.at, trace.Press{By: by})
	}
	return true
}

// changes makes the records of squares that have changed since their last record.
func (s *scanning) changes() bool {
	if s.d.growth.together && s.shown != s.seen {
		s.shown = s.seen
		return s.tick()
	}
	for sq := range s.seen {
		if s.seen[sq] != s.shown[sq] && !s.put(s.at, trace.Change{Square: rules.Square(sq), Is: s.seen[sq]}) {
			return false
		}
	}
	s.shown = s.seen
	return true
}

// absence checks for what is missing: the broker, pieces, players.
func (s *scanning) absence() bool {
	report := s.d.checkOutside(s.at, s.now, s.seen)
	if report == nil {
		return true
	}
	if !s.tick() { // brings the game to this time
		return false
	}
	report()
	return true
}

// otherBoard makes the records that come from the other board of the same game.
func (s *scanning) otherBoard() bool {
	if said, news := s.d.pair.SecondBoardMove(s.d.board.Game(), s.seen); news && !s.put(s.at, said) {
		return false
	}
	if said, news := s.d.pair.Receive(s.d.board.Game()); news && !s.put(s.at, said) {
		return false
	}
	return true
}

// commands makes the records of the commands that have arrived, one after the other.
// Before each of them, and also if there are none, everything that is due by now is
// decided.
func (s *scanning) commands() bool {
	for {
		if due, open := s.d.dueInGame(); open && due <= s.at && s.last < s.at && due != s.ticked {
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

// command makes the record of a command, unless it is refused or is not a record
// (cmd/raw).
func (s *scanning) command(r broadcast.Request) bool {
	d := s.d
	if r.Raw != nil {
		r.Answer(d.history.Stamp(s.lease.grant(r, s.now)))
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
	return s.put(s.at, d.positioned(command))
}

// positioned completes a new-game command that does not say from which position the
// game begins: from that of the configuration, whatever the current game began from.
func (d *BoardLoop) positioned(c trace.Command) trace.Command {
	if d.games == nil || c.Do != trace.DoNewGame || c.FEN != "" {
		return c
	}
	usual, now := d.games.Header(), d.board.Game().Header()
	if c.Variant == "" && now.Variant != usual.Variant {
		c.Variant = usual.Variant.String()
	}
	var number int
	if numbered, err := c.Extra.Get("start", &number); !numbered && err == nil && now.Start != usual.Start {
		c.FEN = usual.Start
	}
	return c
}

// tick makes a scan in which nothing has changed, to mark the time.
func (s *scanning) tick() bool { return s.put(s.at, trace.Scan{Board: s.shown}) }
