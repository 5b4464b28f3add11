package daemon

import (
	"fmt"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// History is what a board has told: the whole journal that is written, and of
// those before it what a follower still has to read (see broadcast.Log). Append
// is for the goroutine that steps the game, everything else for any.
type History struct {
	session string    // names the journal; a game's id is this and its number
	began   time.Time // the moment of At 0
	leap    uint64    // see broadcast.Leap
	seq     uint64    // told last of this journal

	latest broadcast.Told // decided last; for the goroutine that steps the game
	wait   func(n int)    // has tell called for so many entries once they are kept; nil does not wait

	opens int // number of the game set up last, in this journal

	turning bool             // a journal has just begun: what stands in it so far is told at once
	ahead   []broadcast.Told // of that

	openings []broadcast.Opened // of the games set up and not undone, the latest last
	annulled []string           // ids of games annulled by the record that is told

	log  *broadcast.Log
	from int // position of the first entry of the journal that is written

	mu      sync.Mutex       // of what is decided and told, the log too
	decided []broadcast.Told // and not told, for it is not kept yet
	score   broadcast.Score  // of all that was told
	last    broadcast.Told   // of that, the latest
	ends    []journalEnd
	state   uint64 // Seq of the last entry that everybody may see
}

// NewHistory makes the history of a journal. session is unique to it among all
// boards; began is when it began; version counts the programs that have
// written it, from 0.
func NewHistory(session string, began time.Time, version int) *History {
	return &History{session: session, began: began, leap: uint64(version) * broadcast.Leap, log: broadcast.NewLog()}
}

// Open says that the board is there and waits for the game's first position.
func (h *History) Open(g *reconcile.Game) {
	h.put([]broadcast.Told{h.opened(0, g, broadcast.Pairing{})})
}

// tell tells the first entries of those that are decided and wait.
func (h *History) tell(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	entries := h.decided[:n:n]
	if h.decided = h.decided[n:]; len(h.decided) == 0 {
		h.decided = nil // lets go of what it has grown to
	}
	h.addLocked(entries)
}

// turn goes on with another journal, written by this program from its
// beginning. What it begins with, up to the record that has made it begin, is told at once:
// that a game is set up, and who plays it, have one number.
func (h *History) turn(session string, began time.Time) {
	h.turning = true
	h.session, h.began, h.leap, h.seq, h.opens, h.openings = session, began, 0, 0, 0, nil
	h.beginsHere()
}

// beginsHere says that what comes next begins a journal: of what is before it,
// nobody needs what all have read.
func (h *History) beginsHere() {
	h.from = h.log.End()
	h.log.Keep(h.from)
}

// Append adds what a record decided. The events are copied.
func (h *History) Append(r trace.Record, events []reconcile.Event, g *reconcile.Game) {
	var entries []broadcast.Told
	for _, e := range events {
		h.seq = e.Seq
		switch w := e.What.(type) {
		case reconcile.Annulled:
			h.annulled = append(h.annulled, h.id(e.Game))
		case reconcile.Resumed:
			entries = append(entries, h.resumed(e, w, g)...)
			continue
		}
		entries = append(entries, h.entry(e))
	}
	if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNewGame && reconcile.KeptElsewhere(c) == "" {
		if g.Number() == h.opens {
			h.leap++ // it was told already that it is set up: who plays it has a number of its own
		}
		pairing, _ := broadcast.PairingOf(c) // checked before the command was taken; an old journal's is let go
		entries = append(entries, h.opened(r.At, g, pairing))
	}
	if h.turning && r.What != nil {
		h.turning = false
		entries, h.ahead = append(h.ahead, entries...), nil
	}
	h.put(entries)
}

// Unread says which squares give no reading. Like Opened it is no event of the
// game, and has the number of the one before it.
func (h *History) Unread(at time.Duration, squares rules.Squares) {
	h.put([]broadcast.Told{h.observed(h.latest, at, broadcast.Unread{Squares: squares})})
}

// Keeping says whether what is told is kept. It is told at once, before
// whatever is held.
func (h *History) Keeping(at time.Duration, k broadcast.Keeping) {
	h.addObserved(at, k)
}

// Calibrated says how the board is no longer what was measured of it. Like
// Keeping it is told at once.
func (h *History) Calibrated(at time.Duration, c broadcast.Calibrated) {
	h.addObserved(at, c)
}

// observed is the entry of what is no event of the game: it has the number of
// the one before it.
func (h *History) observed(last broadcast.Told, at time.Duration, what reconcile.What) broadcast.Told {
	return broadcast.Told{Game: last.Game, Seq: last.Seq, Time: h.began.Add(at), Event: reconcile.Event{
		At: at, Seq: last.Event.Seq, Game: last.Event.Game, What: what,
	}}
}

// opened is the entry of a game that is set up. It has the number of the event
// before it.
func (h *History) opened(at time.Duration, g *reconcile.Game, p broadcast.Pairing) broadcast.Told {
	start := g.Playing().Start
	if p.TimeControl == "" {
		p.TimeControl = g.Header().TimeControl
	}
	opened := broadcast.Opened{Start: start.FEN(), Variant: start.Variant(), Laws: g.Header().Laws, Pairing: p}
	if s := g.Situation(); s.Timed {
		opened.Clock = &s.Times
	}
	h.opens, h.openings = g.Number(), append(h.openings, opened)
	return h.entry(reconcile.Event{At: at, Seq: h.seq, Game: g.Number(), What: opened})
}

// id is the id of a game of the journal.
func (h *History) id(number int) string { return fmt.Sprintf("%s-%d", h.session, number) }

func (h *History) entry(e reconcile.Event) broadcast.Told {
	return broadcast.Told{Game: h.id(e.Game), Seq: e.Seq + h.leap, Time: h.began.Add(e.At), Event: e}
}

// put tells entries, once they are kept.
func (h *History) put(entries []broadcast.Told) {
	if len(entries) == 0 {
		return
	}
	h.latest = entries[len(entries)-1]
	if h.turning {
		h.ahead = append(h.ahead, entries...)
		return
	}
	h.mu.Lock()
	h.decided = append(h.decided, entries...)
	h.mu.Unlock()
	if h.wait == nil {
		h.tell(len(entries))
		return
	}
	h.wait(len(entries))
}

// addObserved adds what is no event of the game behind what was told last.
func (h *History) addObserved(at time.Duration, what reconcile.What) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.addLocked([]broadcast.Told{h.observed(h.last, at, what)})
}

func (h *History) addLocked(entries []broadcast.Told) {
	for _, t := range entries {
		if broadcast.Public(t.What) {
			h.state = t.Seq
		}
		h.score.Take(t)
		h.last = t
	}
	h.log.Append(entries...)
}

// From returns what is told at and after a position, without what nobody needs
// any more, and a channel that is closed when there is more.
func (h *History) From(position int) ([]broadcast.Told, <-chan struct{}) {
	return h.log.From(position)
}

// Follow implements broadcast.Source: the cursor is at the first entry that is
// still there.
func (h *History) Follow() *broadcast.Cursor { return h.log.Follow(0) }

// Watch returns a cursor for whoever may miss what is long past (see broadcast.Log).
func (h *History) Watch() *broadcast.Cursor { return h.log.Watch() }

// Len returns how many entries there have been.
func (h *History) Len() int { return h.log.End() }

// Score returns the game as everything told so far has it.
func (h *History) Score() broadcast.Score {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.score
}

// Last returns the entry told last, the zero value when there is none.
func (h *History) Last() broadcast.Told {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// GoneOn says whether the game has changed, as everybody sees it, since this
// number was told; a number that was never told fits nothing.
func (h *History) GoneOn(since uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.decided {
		if broadcast.Public(t.What) && since < t.Seq {
			return true
		}
	}
	return since < h.state || since > h.latest.Seq
}

// Stamp adds to an answer where the game stands.
func (h *History) Stamp(a broadcast.Answer) broadcast.Answer {
	a.Game, a.Seq = h.latest.Game, h.latest.Seq
	return a
}
