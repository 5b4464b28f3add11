package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Eyes is what a Watch asks the decoder of moves.
type Eyes interface {
	// Doubted returns the squares whose sensors say nothing that can be trusted.
	Doubted() rules.Squares
	// Ahead returns when the move after the last one told was set down, if the
	// decoder takes one for made that it has not told yet.
	Ahead() (landed time.Duration, ok bool)
	// Sole says whether nothing that was told is in doubt, and the decoder would
	// not go on from there with another move than m.
	Sole(m rules.Move) bool
}

// Watch applies Article 4 and its neighbours to one game. Make one with New. It
// is for one goroutine.
type Watch struct {
	header trace.Header
	laws   *edition
	opt    Options
	eyes   Eyes
	clock  bool // a clock is connected
	now    time.Duration

	begun   bool
	second  bool // not the first game of the trace
	fingers fingers
	acts    []act // scratch

	start rules.Position // in which the trace's moves begin
	first int            // half-moves before them
	past  []rules.Move   // the header's history
	line  []played
	hist  *rules.History
	base  int // ply with which hist begins

	turns []*turn // the latest; the last is open

	presses [2][]time.Duration
	running rules.Color // whose clock runs
	unsure  bool        // somebody will set it right by hand: after a press that brought no move
	queue   []queued
	again   *trace.Command // a claim that waits for the move told to be put right
	judging *judging
	rests   []rest
	hold    *hold
	doubted bool // the decoder is held until the press is judged

	counts   [2]int // illegal moves
	illegal  *illegal
	settled  *verdict // a claim about Article 4 that was decided, or a breach older than the log
	adjusted []rules.Square
	asked    []rules.Move // moves that fit at a press (disambiguate)
	offer    offer
	odd      string // irregularity
	remarks  []string
	result   result
	pending  *pending // the latest claim that an arbiter has to rule upon
	times    []TimeChange
	offers   [2]int // offers of a draw
	refused  [2]int // claims of a draw
	flags    flags

	noOfferBefore int    // the move from which a draw may be offered; 0: any
	flagTold      bool   // a flag's result is proposed
	flagged       result // and which
	deviceTold    bool   // a result for a device that sounded is proposed
	left          [2]int // 1953: moves before the control, as the trace began

	dirty   bool
	view    view
	told    told
	notices []Notice
	orders  []Order
	voids   []VoidPress
}

// played is one half-move of the record.
type played struct {
	uci   string
	after rules.Position
}

type queued struct {
	at      time.Duration
	press   bool
	by      rules.Color
	command trace.Command
}

// result is how the game ended.
type result struct {
	text, reason string
	ply          int  // the move whose position ended it; 0: a word did
	proposed     bool // the arbiter has still to declare it
	from         int  // proposed: the last half-move then; a later one takes it back
	proof        *Proof
}

// told is what has been told last, to tell what is new.
type told struct {
	duty   *Duty
	dutyBy rules.Color
	rule   string
	by     rules.Color
	ply    int
	status string
	result string
	// proposed: the result told was for the arbiter to declare.
	proposed bool
}

// New returns a Watch that waits for Begin. past is the header's history.
func New(h trace.Header, past []rules.Move, o Options, eyes Eyes) *Watch {
	w := &Watch{header: h, laws: &editions[h.Laws], opt: o.filled(), eyes: eyes}
	w.clock = h.Clock == trace.ClockButtons
	w.fingers.lift, w.fingers.place = w.opt.Lift, w.opt.Place
	w.past = past
	return w
}

// Begin starts the game in the position p, before which ply half-moves were
// made; start is the position before the header's history when ply is its
// length.
func (w *Watch) Begin(start, p rules.Position, ply int, at time.Duration) {
	f := w.fingers
	*w = Watch{
		header: w.header, laws: w.laws, opt: w.opt, eyes: w.eyes, clock: w.clock, now: at,
		fingers: f, past: w.past, notices: w.notices, orders: w.orders, voids: w.voids, times: w.times, queue: w.queue,
		second: w.second || w.begun, noOfferBefore: w.noOfferBefore,
	}
	w.header.Variant = p.Variant() // a command may have opened another kind of game
	w.begun, w.start, w.first, w.running, w.dirty = true, p, ply, p.Turn(), true
	w.fingers.show()
	w.hist, w.base = rules.NewHistory(start), 0
	if ply == len(w.past) && ply > 0 {
		for _, m := range w.past {
			if err := w.hist.Play(m); err != nil {
				break
			}
		}
	}
	if w.hist.Position() != p {
		w.hist, w.base = rules.NewHistory(p), ply
	}
	if !w.second {
		w.counts, w.left = w.header.Setup.Illegal, w.header.Setup.ControlMovesLeft
	}
	w.header.Variant = p.Variant()
	w.open(&turn{ply: ply + 1, pos: p})
	w.conclude(ply)
	if w.header.Tactile {
		w.order(Order{Do: Hold})
	}
	w.update()
}

// Set puts the game into another position: the arbiter set it. Counts of illegal
// moves stay.
func (w *Watch) Set(p rules.Position, at time.Duration) {
	counts, ill, flags := w.counts, w.illegal, w.flags
	w.Begin(p, p, 0, at)
	w.counts, w.illegal, w.flags = counts, ill, flags
}

func (w *Watch) open(t *turn) {
	if len(w.turns) >= keepTurns {
		if b := w.turns[0].made; b != nil && b.breach != nil && (w.settled == nil || w.settled.ply < w.turns[0].ply) {
			w.settled = w.verdictOf(w.turns[0])
		}
		w.turns = append(w.turns[:0], w.turns[1:]...)
	}
	w.turns = append(w.turns, t)
}

// current is the open turn.
func (w *Watch) current() *turn { return w.turns[len(w.turns)-1] }

// previous is the turn before the open one, or nil.
func (w *Watch) previous() *turn {
	if n := len(w.turns); n > 1 {
		return w.turns[n-2]
	}
	return nil
}

// ply is the last half-move told.
func (w *Watch) ply() int { return w.first + len(w.line) }

func (w *Watch) order(o Order) { w.orders = append(w.orders, o) }

func (w *Watch) tell(what What) { w.notices = append(w.notices, Notice{At: w.now, What: what}) }

// keepRemarks bounds the list of remarks of one game.
const keepRemarks = 1000

func (w *Watch) remark(name string, by rules.Color) {
	if len(w.remarks) < keepRemarks {
		w.remarks = append(w.remarks, name)
	}
	w.tell(Remark{Remark: name, By: by})
}

// Notices returns what there is to tell since the last call. The slice lasts
// until the next call of another method.
func (w *Watch) Notices() []Notice {
	n := w.notices
	w.notices = w.notices[:0]
	return n
}

// Orders returns what the decoder has to do, and forgets it.
func (w *Watch) Orders() []Order {
	o := w.orders
	w.orders = nil
	return o
}

func (w *Watch) void(by rules.Color, pressed time.Duration) {
	w.voids = append(w.voids, VoidPress{by, pressed})
}

// Voids returns the presses found since the last call to have completed no move.
func (w *Watch) Voids() []VoidPress {
	v := w.voids
	w.voids = nil
	return v
}

// NoOffersBefore forbids offers of a draw before a player's move of this number
// (2009:9.1a); 0 allows them.
func (w *Watch) NoOffersBefore(move int) { w.noOfferBefore = move }

// Read takes a raw reading of a square.
func (w *Watch) Read(sq rules.Square, is sensors.State, at time.Duration) {
	if !w.fingers.read(sq, is, at) || !w.begun {
		return
	}
	w.disturbed(sq, at)
}

// Press takes a press of the clock. It is judged when the decoder has seen the
// readings of the same moment.
func (w *Watch) Press(by rules.Color, at time.Duration) {
	w.queue = append(w.queue, queued{at: at, press: true, by: by})
}

// Command takes a command.
func (w *Watch) Command(c trace.Command, at time.Duration) {
	if len(w.queue) > 0 && w.queue[0].at == at {
		w.queue = append(w.queue, queued{at: at, command: c})
		return
	}
	w.now = at
	w.command(c)
	w.update()
}

// Due returns the time of the next thing to decide, and false when there is none.
func (w *Watch) Due() (time.Duration, bool) {
	if len(w.queue) > 0 {
		return w.queue[0].at + time.Microsecond, true
	}
	if !w.begun {
		return 0, false
	}
	next := w.fingers.next
	soon := func(t time.Duration) {
		if next == 0 || t < next {
			next = t
		}
	}
	if w.judging != nil {
		soon(w.judging.at)
	}
	for i := range w.rests {
		soon(w.rests[i].due)
	}
	return next, next != 0
}

// Advance decides what has fallen due up to the time at.
func (w *Watch) Advance(at time.Duration) {
	if len(w.queue) > 0 {
		for _, q := range w.queue {
			w.now = q.at
			if !w.begun {
				continue
			}
			if q.press {
				w.press(q.by)
			} else {
				w.command(q.command)
			}
			w.update()
		}
		w.queue = w.queue[:0]
		return
	}
	w.now = at
	if !w.begun {
		return
	}
	if w.fingers.next != 0 && w.fingers.next <= at {
		w.feel()
	}
	for i := 0; i < len(w.rests); i++ {
		if r := w.rests[i]; r.due <= at {
			w.rests = append(w.rests[:i], w.rests[i+1:]...)
			i--
			w.restingOn(r)
		}
	}
	if w.judging != nil && w.judging.at <= at {
		w.judge()
	}
	w.update()
}

// End lets everything run out.
func (w *Watch) End(at time.Duration) {
	w.Advance(at)
	for n := 0; n < 8; n++ {
		due, ok := w.Due()
		if !ok {
			return
		}
		// The deadline is passed over, but told at the time of the record.
		w.Advance(due)
		for i := range w.notices {
			w.notices[i].At = min(w.notices[i].At, at)
		}
	}
}
