package feeds_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
	"touchmove/rules"
)

// waiting is a hub that shows certain moves, and others that have stood for two seconds.
// What it does after these comes to the test, which says when they have passed.
func waiting(t *testing.T, b *table) (h *hall, passed chan func()) {
	t.Helper()
	passed = make(chan func(), 64)
	standing, err := feeds.ShowStanding(2*time.Second, func(d time.Duration, f func()) {
		if d != 2*time.Second {
			t.Errorf("it waits for %v", d)
		}
		passed <- f
	})
	if err != nil {
		t.Fatal(err)
	}
	h = &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet, showCertain(t, reconcile.Certain), standing)}
	listen(t, h, "open-2026", b)
	return h, passed
}

// has waits until the hub has this many moves of the board, and returns how many it shows.
func (h *hall) has(t *testing.T, plies int) (shown int) {
	t.Helper()
	broadcasttest.Eventually(t, "the hub has the moves", func() bool {
		now, _ := h.hub.Now()
		if len(now.Boards) != 1 {
			return false
		}
		shown = len(now.Boards[0].Moves)
		return now.Boards[0].Plies == plies
	})
	return shown
}

// The page plays for a player whose opponent sits elsewhere: what the player does on the
// board goes to the server, and the opponent's reply, which the server sends only then, is
// made on the board by the same player. There is no clock, so nothing but the reply settles
// a move.
func TestLichessDGTPageOpponentElsewhere(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	b.start()
	h, passed := waiting(t, b)
	p := openPage(t, h.hub, "")
	for p.positions == 0 {
		p.hear(t)
	}
	<-passed // the game without moves
	for n, pair := range [][2]string{{"e4", "e5"}, {"Nf3", "Nc6"}, {"Bb5", "a6"}} {
		b.play(t, pair[0])
		if shown := h.has(t, 2*n+1); shown > 2*n {
			t.Fatalf("%s is shown at once", pair[0])
		}
		(<-passed)()
		for len(p.sent) <= n {
			p.hear(t)
		}
		b.play(t, pair[1]) // the server has sent it
		b.certain(2*n + 1)
		h.has(t, 2*n+2)
		(<-passed)()
		for len(p.seen) < 2*n+2 {
			p.hear(t)
		}
	}
	if p.illegal > 0 || p.held > 0 || p.repeated > 0 || p.local.FEN() != b.at.FEN() || strings.Join(p.sent, " ") != "e2e4 g1f3 f1b5" {
		t.Errorf("the program is at %+v, want the game's position by three moves, none illegal, held or repeated", p)
	}
}

// A guess is not shown, however long it stands, and neither is a move that was replaced
// before its time.
func TestStanding(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	b.start()
	h, passed := waiting(t, b)
	<-passed
	before := b.at
	b.play(t, "e3")
	h.has(t, 1)
	replaced := <-passed
	b.correct(t, before, "e4")
	now := <-passed
	replaced()
	if shown := h.has(t, 1); shown > 0 {
		t.Errorf("%d moves are shown when the time of the replaced one has passed", shown)
	}
	now()
	if shown := h.has(t, 1); shown != 1 {
		t.Errorf("%d moves are shown after two seconds", shown)
	}
	m, err := b.at.ParseSAN("e5")
	if err != nil {
		t.Fatal(err)
	}
	guess := b.make(m)
	guess.Confidence = 0.5
	b.tell(guess)
	h.has(t, 2)
	(<-passed)()
	if shown := h.has(t, 2); shown != 1 {
		t.Errorf("a guess is shown: %d moves", shown)
	}
	for _, d := range []time.Duration{-1, 2 * time.Hour} {
		if _, err := feeds.ShowStanding(d, nil); err == nil {
			t.Errorf("%v is taken", d)
		}
	}
}
