package broadcast

import (
	"reflect"
	"strings"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
)

// Score is the game as the history has told it so far. It is a value that
// Take changes entry by entry; the zero value knows of no game.
type Score struct {
	Game   string
	Seq    uint64
	At     time.Duration
	Time   time.Time
	Opened Opened
	Phase  Phase
	Start  string    // FEN before the first move
	Began  time.Time // when the game began
	Moves  []reconcile.Made
	Differ rules.Squares                          // board and game differ here
	Faulty [reconcile.NoReading + 1]rules.Squares // sensors without a vote, by what is wrong
	Unread rules.Squares                          // give no reading now
	Disk   Keeping                                // whether what is told is kept
	// Calibrated is how the board is no longer what was measured of it.
	Calibrated Calibrated
	Desk       Desk                  // what an arbiter's console lists, for those with a name
	Ringing    Ringing               // at the arbiters' consoles
	Result     reconcile.ResultKnown // Result is "*" while it is open
	// Annulled: the game was begun by mistake and does not count. Annuls are the ids of the
	// games at this board that were, and that it was gone back from.
	Annulled bool
	Annuls   []string
	stands   string // FEN, where it is not the one after the last move
	// The last change of what the topics game, alarm and state tell.
	gameSeq, alarmSeq, stateSeq uint64
	stateAt                     time.Duration
	stateTime                   time.Time
	alarms                      []alarms.Public
	deskSeq                     uint64
	deskAt                      time.Duration
	deskTime                    time.Time
	ringingSeq                  uint64
	ringingAt                   time.Duration
	ringingTime                 time.Time
	late                        bool // a move came after a result
	clock                       shownClock
	pressed                     []pressedClock
	openedSeq                   uint64
	openedAt                    time.Duration
	openedTime                  time.Time
}

// Phase is how far a game has come.
type Phase uint8

// The phases of a game. Waiting is the time before the board has shown the
// position to begin from.
const (
	Waiting Phase = iota
	Playing
	Over
)

// String returns "waiting", "playing" or "over".
func (p Phase) String() string { return [...]string{"waiting", "playing", "over"}[p] }

// Take adds one entry of the history.
func (s *Score) Take(t Told) {
	if _, ok := t.What.(Left); ok {
		return // nothing of the game that is played
	}
	before := s.Game
	s.Game, s.Seq, s.At, s.Time = t.Game, t.Seq, t.At, t.Time
	if Public(t.What) {
		s.stateSeq, s.stateAt, s.stateTime = t.Seq, t.At, t.Time
	}
	switch e := t.What.(type) {
	case Opened:
		next := Score{Game: t.Game, Seq: t.Seq, At: t.At, Time: t.Time, Opened: e, Start: e.Start, Result: open}
		if sameJournal(before, t.Game) { // else both are told anew
			next.Faulty, next.Unread, next.Ringing = s.Faulty, s.Unread, s.Ringing
		}
		next.Disk = s.Disk // of the computer, whatever is played
		next.Calibrated = s.Calibrated
		if e.Clock != nil {
			next.clock = shownClock{times: *e.Clock, known: true, seq: t.Seq, at: t.At, time: t.Time}
		}
		*s = next
		s.gameSeq, s.stateSeq, s.stateAt, s.stateTime = t.Seq, t.Seq, t.At, t.Time
		s.openedSeq, s.openedAt, s.openedTime = t.Seq, t.At, t.Time
		s.deskSeq, s.deskAt, s.deskTime = t.Seq, t.At, t.Time
		s.ringingSeq, s.ringingAt, s.ringingTime = t.Seq, t.At, t.Time
	case reconcile.Started:
		if before != t.Game { // begun by setting up the pieces: who plays is not known
			s.Opened.Pairing = Pairing{}
		}
		s.Opened.Variant = e.Variant
		s.Phase, s.Start, s.Moves, s.stands, s.Differ, s.late = Playing, e.FEN, nil, "", 0, false
		s.Result, s.gameSeq, s.Began = open, t.Seq, t.Time
	case reconcile.Made:
		s.put(e)
	case reconcile.Amended:
		s.put(e.Made)
		s.forget(e.Ply)
	case reconcile.Retracted:
		s.Moves = s.Moves[:s.before(e.Ply):s.before(e.Ply)]
		s.stands = ""
		s.forget(e.Ply)
	case reconcile.ClockTold:
		s.takeClock(t, e)
	case reconcile.Displaced:
		s.Differ = e.Squares
	case reconcile.Restored:
		s.Differ, s.stands = 0, e.FEN
	case reconcile.Fault:
		for kind := range s.Faulty {
			s.Faulty[kind] &^= e.Squares
		}
		if e.Kind != reconcile.Trusted {
			s.Faulty[e.Kind] |= e.Squares
		}
	case Unread:
		s.Unread = e.Squares
		s.ring()
	case Keeping:
		s.Disk = e
		s.ring()
	case Calibrated:
		s.Calibrated = e
		s.ring()
	case Ringing:
		s.Ringing, s.ringingSeq, s.ringingAt, s.ringingTime = e, t.Seq, t.At, t.Time
	case Desk:
		s.Desk, s.deskSeq, s.deskAt, s.deskTime = e, t.Seq, t.At, t.Time
	case reconcile.Annulled:
		s.Annulled, s.Phase, s.Differ, s.late = true, Over, 0, false
		s.Result, s.gameSeq = reconcile.ResultKnown{Result: open.Result, Reason: annulled}, t.Seq
	case Annuls:
		s.Annuls, s.gameSeq = append(s.Annuls[:len(s.Annuls):len(s.Annuls)], e.Game), t.Seq
	case reconcile.Resumed:
		s.Differ, s.gameSeq = 0, t.Seq
	case reconcile.ResultKnown:
		s.Result, s.gameSeq, s.late = e, t.Seq, false
		switch {
		case e.Result == open.Result:
			s.Phase = Playing
		case !e.Proposed:
			s.Phase = Over
		}
	}
	if Public(t.What) {
		if now := s.Alarms(); !reflect.DeepEqual(now, s.alarms) {
			s.alarms, s.alarmSeq = now, t.Seq
		}
	}
}

// ring looks at the alarms after what is no event. It has the number of what
// may be a touch, which nobody is to see.
func (s *Score) ring() {
	if now := s.Alarms(); !reflect.DeepEqual(now, s.alarms) {
		s.alarms, s.alarmSeq = now, s.stateSeq
	}
}

// Public says whether an event changes what the state tells. What players
// touch and owe, and who pressed when, is told on the topic event alone.
func Public(what reconcile.What) bool {
	switch w := what.(type) {
	case reconcile.ClockTold:
		return openClock(w)
	case Opened, reconcile.Started, reconcile.Made, reconcile.Amended, reconcile.Retracted, reconcile.Displaced, reconcile.Restored, reconcile.Fault, reconcile.ResultKnown, reconcile.Annulled, reconcile.Resumed:
		return true
	}
	return false // an event that nobody lists is told to nobody but those with a name
}

// sameJournal says whether two games, by their ids, are of one journal.
func sameJournal(a, b string) bool {
	return a[:strings.LastIndexByte(a, '-')+1] == b[:strings.LastIndexByte(b, '-')+1]
}

// annulled is the reason of a game that does not count.
const annulled = "annulled"

var open = reconcile.ResultKnown{Result: "*"}

// put writes a move at its ply, in place of what stood there and after.
func (s *Score) put(m reconcile.Made) {
	n := s.before(m.Ply)
	s.Moves = append(s.Moves[:n:n], m) // a new array: payloads may still hold the old one
	s.stands = ""
	if s.Result.Result != open.Result {
		s.late = true
	}
}

// before returns how many of the moves come before that ply. A trace may begin
// in the middle of a game, so the first move's ply need not be 1.
func (s *Score) before(ply int) int {
	if len(s.Moves) == 0 {
		return 0
	}
	return min(max(ply-s.Moves[0].Ply, 0), len(s.Moves))
}

// FEN returns the position the game stands in.
func (s *Score) FEN() string {
	switch {
	case s.stands != "":
		return s.stands
	case len(s.Moves) > 0:
		return s.Moves[len(s.Moves)-1].FEN
	}
	return s.Start
}

// Ply returns how many half-moves the game has.
func (s *Score) Ply() int {
	if len(s.Moves) == 0 {
		return 0
	}
	return s.Moves[len(s.Moves)-1].Ply
}

// Faults returns every sensor that has no vote or gives no reading.
func (s *Score) Faults() rules.Squares {
	all := s.Unread
	for _, squares := range s.Faulty {
		all |= squares
	}
	return all
}
