package screen

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/contract"
	"touchmove/internal/sleep"
	"touchmove/internal/topic"
	"touchmove/internal/webserver"
	"touchmove/screen/preview"
)

// CardPath is the path of the picture that stands beside a link to a board.
const CardPath = "/card.png"

// How long an answer waits for the broker's first words.
const (
	pictureWaits = 1500 * time.Millisecond
	pageWaits    = 400 * time.Millisecond
	silenceAfter = 2 * time.Second // after the first question: who has said nothing by then is not waited for
)

// Cards makes the pictures that chats and social networks show beside a link to a board.
// What they show is what the page shows: it is read from the same public topics, so that
// a delay holds for the pictures too; so does it for the snapshots that a page reads where it
// cannot reach the broker. It listens to the broker only once somebody has asked for either.
// Make it with NewCards.
type Cards struct {
	snapshots *Snapshots
	broker    *broadcast.Broker // nil if snapshots is run elsewhere

	once  sync.Once
	asked chan struct{}
	since time.Time // of the first question

	organiser *preview.Organiser

	drawing chan struct{} // holds one when nobody draws: a picture at a time, with pauses, as the boards come first
	drawn   time.Time     // used only by the one who draws

	mu       sync.Mutex
	waiting  map[netip.Prefix]int // visitors who wait for a picture of their own, by address
	pictures map[string]*file     // by name
}

const (
	pause        = 250 * time.Millisecond // between two pictures that have to be drawn
	mostPictures = 16                     // pictures

	// How many may wait for pictures that have to be drawn: of all, so that none waits for
	// long, and from one address, so that a script there does not take every place.
	mostWaiting     = 40
	mostWaitingNear = 4
)

// NewCards makes the pictures of what a broker has below a base.
func NewCards(base string, b broadcast.Broker, log *slog.Logger) *Cards {
	return newCards(newSnapshots(base, daemonLimits, log), &b)
}

// Cards makes the pictures of what these snapshots hold.
func (s *Snapshots) Cards() *Cards {
	return newCards(s, nil)
}

func newCards(snapshots *Snapshots, broker *broadcast.Broker) *Cards {
	c := &Cards{snapshots: snapshots, broker: broker, asked: make(chan struct{}), drawing: make(chan struct{}, 1), waiting: map[netip.Prefix]int{}, pictures: map[string]*file{}}
	c.drawing <- struct{}{}
	return c
}

// Run listens to the broker from the first question until ctx ends.
func (c *Cards) Run(ctx context.Context) {
	if c.broker == nil {
		return
	}
	select {
	case <-c.asked:
		c.snapshots.Run(ctx, *c.broker)
	case <-ctx.Done():
	}
}

// board returns what a board says now, waiting a moment where nobody had asked before.
func (c *Cards) board(ctx context.Context, event, board string, wait time.Duration) (id string, s pictureData, ok bool) {
	c.once.Do(func() { c.since = time.Now(); close(c.asked) })
	end := time.Now().Add(wait)
	if last := c.since.Add(silenceAfter); last.Before(end) {
		end = last
	}
	for {
		if id, s, ok = c.now(event, board); ok || !time.Now().Before(end) {
			return id, s, ok
		}
		if !sleep.For(ctx, 25*time.Millisecond) {
			return "", s, false
		}
	}
}

// now finds a board by its level, of any event where none is named.
func (c *Cards) now(event, board string) (id string, s pictureData, ok bool) {
	c.snapshots.mu.Lock()
	defer c.snapshots.mu.Unlock()
	var keys []topic.Board
	for key, b := range c.snapshots.boards {
		if (event == "" || key.Event == event) && (board == "" || key.ID == board) && b.payloads[contract.State] != "" {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 || board == "" && len(keys) > 1 {
		return "", s, false
	}
	slices.SortFunc(keys, func(a, b topic.Board) int { return strings.Compare(a.Event, b.Event) })
	s, ok = c.snapshots.boards[keys[0]].pictureData()
	return keys[0].ID, s, ok
}

// boards returns what all boards of an event say, or of every event where none is named.
func (c *Cards) boards(event string) (all []pictureData) {
	c.snapshots.mu.Lock()
	defer c.snapshots.mu.Unlock()
	for key, b := range c.snapshots.boards {
		if event != "" && key.Event != event {
			continue
		}
		if s, ok := b.pictureData(); ok {
			all = append(all, s)
		}
	}
	return all
}

// ServeHTTP implements http.Handler.
func (c *Cards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !isLevelOrEmpty(q.Get("event")) || !isLevelOrEmpty(q.Get("board")) {
		http.NotFound(w, r)
		return
	}
	id, s, ok := c.board(r.Context(), q.Get("event"), q.Get("board"), pictureWaits)
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "no such board has published anything", http.StatusNotFound)
		return
	}
	f, busy := c.picture(r.Context(), r.RemoteAddr, s.card(id, speaker(q.Get("lang")), s.count(q.Get("game"), q.Get("ply"))))
	if busy {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Retry-After", "10")
		http.Error(w, "many pictures are being drawn: ask again later", http.StatusServiceUnavailable)
		return
	}
	if f == nil {
		return // the reader has gone
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	f.serve(w, r)
}

// snapshots are the files of what the boards say, for pages that cannot reach the broker. The
// first question makes it listen to the broker, as that for a picture does.
func (c *Cards) snapshotFiles() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q, known := requestedFile(r); known {
			c.heardOf(r.Context(), q)
		}
		c.snapshots.ServeHTTP(w, r)
	})
}

// heardOf waits a moment for the first words of a snapshot, where nobody had asked before.
func (c *Cards) heardOf(ctx context.Context, q fileRequest) {
	c.once.Do(func() { c.since = time.Now(); close(c.asked) })
	var last *file
	same := 0 // how often in a row nothing had been added
	for end := c.since.Add(pictureWaits); time.Now().Before(end); {
		f, _ := c.snapshots.file(q)
		if same++; f != last {
			same = 0
		}
		if last = f; f != nil && (q.board != AnyLevel || same >= 4) { // boards speak one after the other
			return
		}
		if !sleep.For(ctx, 25*time.Millisecond) {
			return
		}
	}
}

// picture draws a card, or returns what was drawn of it before; nil when ctx ends first. busy
// means that too many wait for theirs, in all or from the visitor's address.
func (c *Cards) picture(ctx context.Context, visitor string, card preview.Card) (f *file, busy bool) {
	key := fmt.Sprintf("%+v", card)
	near := webserver.Neighbourhood(visitor)
	if f, busy = c.wait(key, near); f != nil || busy {
		return f, busy
	}
	defer c.leave(near)
	select {
	case <-c.drawing:
		defer func() { c.drawing <- struct{}{} }()
	case <-ctx.Done():
		return nil, false
	}
	if f = c.drawnBefore(key); f != nil { // while this visitor waited
		return f, false
	}
	if !sleep.For(ctx, time.Until(c.drawn.Add(pause))) {
		return nil, false
	}
	card.Organiser = c.organiser
	f = newFile("card.png", preview.Draw(card))
	f.kind, f.kept = "image/png", "public, max-age=30"
	c.drawn = time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pictures) >= mostPictures {
		clear(c.pictures)
	}
	c.pictures[key] = f
	return f, false
}

// wait returns a picture that was drawn before, or takes a place among those who wait for
// theirs, which must be given back. busy means that there is none.
func (c *Cards) wait(key string, near netip.Prefix) (f *file, busy bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f = c.pictures[key]; f != nil {
		return f, false
	}
	all := 0
	for _, n := range c.waiting {
		all += n
	}
	proxy := near.Addr().IsLoopback() // asks for everybody
	if all >= mostWaiting || c.waiting[near] >= mostWaitingNear && !proxy {
		return nil, true
	}
	c.waiting[near]++
	return nil, false
}

func (c *Cards) leave(near netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[near]--; c.waiting[near] == 0 {
		delete(c.waiting, near)
	}
}

func (c *Cards) drawnBefore(key string) *file {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pictures[key]
}

func isLevelOrEmpty(level string) bool { return level == "" || topic.IsLevel(level) }
