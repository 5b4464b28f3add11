package eventlog

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Mark is the time of the latest change: the number and the moment of the entry that
// made it.
type Mark struct {
	Seq  uint64
	At   time.Duration // since the journal began
	Time time.Time     // UTC
}

// State is the game on a board after all entries so far, and the condition of the board
// and its computer. It is a value: Apply changes it entry by entry, and a copy stays as
// it is. The zero value has no game.
type State struct {
	Game string
	Mark // of the last entry taken

	Opened Opened
	Phase  Phase
	Start  string    // FEN before the first move
	Began  time.Time // when the game began: when the first move was made, or, before that, when the pieces stood
	Moves  []reconcile.Made
	Result reconcile.ResultKnown // Result is "*" while it is open
	Clock  Clock
	// Annulled: the game was begun by mistake and does not count. Annuls are the ids of
	// games that were begun by mistake after this one; play then returned to this one.
	Annulled bool
	Annuls   []string

	Differ     rules.Squares                          // where board and game differ
	Handling   string                                 // what hands seem to do with such a board: clearing or setting-up; empty if unknown
	Faulty     [reconcile.NoReading + 1]rules.Squares // sensors without a vote, by fault
	Unread     rules.Squares                          // squares without a reading
	Disk       Keeping                                // whether what is published is also stored
	Calibrated Calibrated                             // how far the board has drifted from its calibration
	Desk       Desk                                   // what an arbiter's console lists; needs a login
	Ringing    Ringing                                // at the arbiters' consoles

	Changed Changes

	notes notes
}

// notes are what a State keeps of earlier entries to understand the next.
type notes struct {
	asked   int    // the ply of the current question; 0 for none
	stands  string // FEN, if it differs from the one after the last move
	final   final  // which moves are final
	rings   public
	pressed []pressedClock
}

// public is what the public alarms depend on.
type public struct {
	list []alarms.Public
	late bool // a move came after a result
}

// Changes are the latest changes of each topic's content.
type Changes struct {
	Opened, State, Desk, Ringing Mark
	Game, Alarm                  uint64 // Seq
}

// Phase is how far a game has progressed.
type Phase uint8

// The phases of a game. Waiting lasts until the board shows the starting position.
const (
	Waiting Phase = iota
	Playing
	Over
)

// String returns "waiting", "playing" or "over".
func (p Phase) String() string { return [...]string{"waiting", "playing", "over"}[p] }

// Apply adds one entry of the log.
func (s *State) Apply(t Entry) {
	if _, ok := t.What.(Left); ok {
		return // an earlier game, not the current one
	}
	before, now := s.Game, Mark{t.Seq, t.At, t.Time}
	s.Game, s.Mark = t.Game, now
	public := Public(t.What)
	if public {
		s.Changed.State = now
	}
	switch e := t.What.(type) {
	case Opened:
		s.open(e, before)
	case reconcile.Started:
		s.begin(e, before)
	case Unread, Keeping, Calibrated, Ringing, Desk, Annuls:
		s.observe(e)
	default:
		s.play(t)
		s.seal(t.What)
	}
	if public {
		s.ring(t.Seq)
	}
}

// open sets up another game. What belongs to the board or to the computer is carried
// over; everything else belongs to the game and is reset.
func (s *State) open(e Opened, before string) {
	next := State{Game: s.Game, Mark: s.Mark, Opened: e, Start: e.Start, Result: open, Disk: s.Disk, Calibrated: s.Calibrated}
	if sameJournal(before, s.Game) { // otherwise the new journal reports these again
		next.Faulty, next.Unread, next.Ringing = s.Faulty, s.Unread, s.Ringing
	}
	if e.Clock != nil {
		next.Clock = Clock{Times: *e.Clock, Known: true, Mark: s.Mark, untilMove: e.Unpressed}
	}
	next.Changed = Changes{Opened: s.Mark, State: s.Mark, Desk: s.Mark, Ringing: s.Mark, Game: s.Seq}
	*s = next
}

// begin begins the game: its starting position is on the board.
func (s *State) begin(e reconcile.Started, before string) {
	if before != s.Game && !s.Opened.Pairing.Named() { // begun by setting up the pieces, so the players are unknown
		s.Opened.Pairing = Pairing{}
	}
	s.Opened.Variant = e.Variant
	s.Phase, s.Start, s.Moves, s.notes.stands, s.Differ, s.Handling, s.notes.rings.late, s.notes.asked = Playing, e.FEN, nil, "", 0, "", false, 0
	s.notes.final.begin(s.Mark)
	s.Result, s.Changed.Game, s.Began = open, s.Seq, s.Time
}

// observe takes an entry that is not an event of the game.
func (s *State) observe(what reconcile.What) {
	switch e := what.(type) {
	case Unread:
		s.Unread = e.Squares
	case Keeping:
		s.Disk = e
	case Calibrated:
		s.Calibrated = e
	case Ringing:
		s.Ringing, s.Changed.Ringing = e, s.Mark
		return
	case Desk:
		s.Desk, s.Changed.Desk = e, s.Mark
		return
	case Annuls:
		s.Annuls, s.Changed.Game = append(s.Annuls[:len(s.Annuls):len(s.Annuls)], e.Game), s.Seq
		return
	}
	s.ring(s.Changed.State.Seq) // not its own number: that may belong to a touch, which is not public
}

// play takes an event of a game that has been set up.
func (s *State) play(t Entry) {
	switch e := t.What.(type) {
	case reconcile.Made:
		if len(s.Moves) == 0 {
			s.Began = s.Time // the pieces may have been set up the day before
		}
		s.put(e)
	case reconcile.Amended:
		s.put(e.Made)
		s.forget(e.Ply)
	case reconcile.Retracted:
		s.Moves = s.Moves[:s.before(e.Ply):s.before(e.Ply)]
		s.notes.stands = ""
		s.forget(e.Ply)
	case reconcile.Settled:
		s.judge(e.Ply, e.Confidence)
	case reconcile.Doubted:
		s.judge(e.Ply, e.Confidence)
	case reconcile.Asked:
		s.notes.asked = e.Ply
	case reconcile.Answered:
		s.notes.asked = 0
	case reconcile.ClockChanged:
		s.takeClock(t, e)
	case reconcile.Displaced:
		s.Differ, s.Handling = e.Squares, string(e.Why)
	case reconcile.Restored:
		s.Differ, s.Handling, s.notes.stands = 0, "", e.FEN
	case reconcile.Fault:
		for kind := range s.Faulty {
			s.Faulty[kind] &^= e.Squares
		}
		if e.Kind != reconcile.Trusted {
			s.Faulty[e.Kind] |= e.Squares
		}
	case reconcile.Annulled:
		s.Annulled, s.Phase, s.Differ, s.Handling, s.notes.rings.late = true, Over, 0, "", false
		s.Result, s.Changed.Game = reconcile.ResultKnown{Result: open.Result, Reason: annulled}, t.Seq
	case reconcile.Resumed:
		s.Differ, s.Handling, s.Changed.Game = 0, "", t.Seq
		if e.Same {
			s.Phase, s.Start, s.Moves, s.Result, s.notes.stands = Waiting, e.FEN, nil, open, ""
		}
	case reconcile.ResultKnown:
		s.Result, s.Changed.Game, s.notes.rings.late = e, t.Seq, false
		switch {
		case e.Result == open.Result:
			s.Phase = Playing
		case !e.Proposed:
			s.Phase = Over
		}
	}
}

// ring updates the public alarms; seq is the number of the change.
func (s *State) ring(seq uint64) {
	now := alarms.PublicOf(alarms.Facts{
		DiskFull: s.Disk.How == KeptInReserve, NotKept: s.Disk.How == NotKept, Drifted: s.Calibrated.Drifted, Days: s.Calibrated.Days, Faulty: s.Faulty, Unread: s.Unread,
		Differ: s.Differ, Late: s.notes.rings.late, Result: s.Result, Over: s.Phase == Over, Moves: s.Moves,
	})
	if !reflect.DeepEqual(now, s.notes.rings.list) {
		s.notes.rings.list, s.Changed.Alarm = now, seq
	}
}

// Rate returns the rate of play as the game was opened, or as an action has changed it.
func (s *State) Rate() article4.Rate {
	if len(s.Desk.Actions) > 0 {
		return s.Desk.Rate
	}
	return s.Opened.Rate
}

// Alarms lists the public alarms that need a person now, urgent ones first. The list is
// shared and must not be changed.
func (s *State) Alarms() []alarms.Public { return s.notes.rings.list }

// Public reports whether an event changes the public state. Touches, duties and the
// times of presses of the clock are published only on the topic event.
func Public(what reconcile.What) bool {
	switch w := what.(type) {
	case reconcile.ClockChanged:
		return isPublicChange(w)
	case Opened, reconcile.Started, reconcile.Made, reconcile.Amended, reconcile.Retracted, reconcile.Settled, reconcile.Doubted, reconcile.Displaced, reconcile.Restored, reconcile.Fault,
		reconcile.ResultKnown, reconcile.Annulled, reconcile.Resumed:
		return true
	}
	return false
}

// sameJournal reports whether two games, given by their ids, are in one journal.
func sameJournal(a, b string) bool {
	return a[:strings.LastIndexByte(a, '-')+1] == b[:strings.LastIndexByte(b, '-')+1]
}

// annulled is the reason of a game that does not count.
const annulled = "annulled"

var open = reconcile.ResultKnown{Result: "*"}

// put writes a move at its ply and drops the moves from there on.
func (s *State) put(m reconcile.Made) {
	n := s.before(m.Ply)
	s.Moves = append(s.Moves[:n:n], m) // a new array: payloads may still hold the old one
	s.notes.stands = ""
	s.Clock.takeMove(s.Mark)
	if s.Result.Result != open.Result {
		s.notes.rings.late = true
	}
}

// judge takes a new confidence of a move.
func (s *State) judge(ply int, confidence float64) {
	n := s.before(ply)
	if n >= len(s.Moves) || s.Moves[n].Ply != ply {
		return
	}
	s.Moves = slices.Clone(s.Moves) // a new array: payloads may still hold the old one
	s.Moves[n].Confidence = confidence
}

// Settled returns the ply up to which every move is certain.
func (s *State) Settled() int {
	if len(s.Moves) == 0 {
		return 0
	}
	ply := s.Moves[0].Ply - 1
	for _, m := range s.Moves {
		if m.Confidence < reconcile.Certain {
			break
		}
		ply = m.Ply
	}
	return ply
}

// Guesses returns the plies of the moves that are guesses.
func (s *State) Guesses() []int {
	list := []int{}
	for _, m := range s.Moves {
		if m.Confidence < reconcile.Likely {
			list = append(list, m.Ply)
		}
	}
	return list
}

// before returns how many of the moves come before this ply. A trace may begin in the
// middle of a game, so the first move's ply need not be 1.
func (s *State) before(ply int) int {
	if len(s.Moves) == 0 {
		return 0
	}
	return min(max(ply-s.Moves[0].Ply, 0), len(s.Moves))
}

// FEN returns the current position of the game, as FEN.
func (s *State) FEN() string {
	switch {
	case s.notes.stands != "":
		return s.notes.stands
	case len(s.Moves) > 0:
		return s.Moves[len(s.Moves)-1].FEN
	}
	return s.Start
}

// Ply returns the number of half-moves of the game.
func (s *State) Ply() int {
	if len(s.Moves) == 0 {
		return 0
	}
	return s.Moves[len(s.Moves)-1].Ply
}

// Faults returns every square whose sensor is not trusted or gives no reading.
func (s *State) Faults() rules.Squares {
	all := s.Unread
	for _, squares := range s.Faulty {
		all |= squares
	}
	return all
}
