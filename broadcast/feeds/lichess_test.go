package feeds_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// lichess is a server that accepts pushes as described in the documentation of Lichess'
// API: POST /api/broadcast/round/{id}/push with a bearer token and PGN as text, with at
// most 64 games. It answers what became of each.
type lichess struct {
	t      *testing.T
	mu     sync.Mutex
	answer []int    // statuses to answer with before 200
	pages  []string // bodies to answer with under status 200 first, in place of an answer of Lichess
	retry  string
	pushes []string            // bodies that were accepted, in order
	asked  int                 // number of requests
	games  map[string][]string // the moves, as the broadcast shows them, by players
}

func (l *lichess) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	body, _ := io.ReadAll(r.Body)
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/api/broadcast/round/AbCd1234/push":
		l.t.Errorf("asked with %s %s, want a push to the round", r.Method, r.URL.Path)
		http.NotFound(w, r)
		return
	case r.Header.Get("Authorization") != "Bearer lip_secret":
		w.WriteHeader(http.StatusUnauthorized)
		return
	case !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain"):
		l.t.Errorf("content type %q", r.Header.Get("Content-Type"))
	}
	if len(l.answer) > 0 {
		status := l.answer[0]
		l.answer = l.answer[1:]
		if l.retry != "" {
			w.Header().Set("Retry-After", l.retry)
		}
		w.WriteHeader(status)
		io.WriteString(w, `{"error":"not now"}`)
		return
	}
	if len(l.pages) > 0 {
		io.WriteString(w, l.pages[0])
		l.pages = l.pages[1:]
		return
	}
	type taken struct {
		Tags  map[string]string `json:"tags"`
		Moves int               `json:"moves,omitempty"`
		Error string            `json:"error,omitempty"`
	}
	var answer struct {
		Games []taken `json:"games"`
	}
	for g, err := range pgn.NewReader(bytes.NewReader(body)).All() {
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":"a PGN that cannot be read"}`)
			return
		}
		tags := map[string]string{}
		for _, tag := range g.Tags {
			tags[tag.Name] = tag.Value
		}
		if tags["White"] == "Nobody" {
			answer.Games = append(answer.Games, taken{Tags: tags, Error: "no such player"})
			continue
		}
		var sans []string
		at := g.Start
		for _, m := range g.MainLine() {
			sans = append(sans, at.SAN(m))
			at = at.After(m)
		}
		l.games[tags["White"]+" - "+tags["Black"]] = sans // they replace what is there: repeated pushes change nothing
		answer.Games = append(answer.Games, taken{Tags: tags, Moves: len(sans)})
	}
	l.pushes = append(l.pushes, string(body))
	json.NewEncoder(w).Encode(answer)
}

func (l *lichess) shows(game string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.games[game])
}

func (l *lichess) counts() (asked, taken int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked, len(l.pushes)
}

// timers is a clock that the test moves.
type timers struct {
	mu    sync.Mutex
	waits []time.Duration // waits asked for, in order
	open  []chan time.Time
}

func (c *timers) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := make(chan time.Time, 1)
	c.waits, c.open = append(c.waits, d), append(c.open, ch)
	return ch
}

// fire ends the nth wait, when it has been asked for.
func (c *timers) fire(t *testing.T, n int) time.Duration {
	t.Helper()
	broadcasttest.Eventually(t, "a wait is asked for", func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.waits) > n })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[n] <- noon
	return c.waits[n]
}

type pushing struct {
	server *lichess
	timers *timers
	log    *bytes.Buffer
	mu     *sync.Mutex
}

type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func startPushing(t *testing.T, h *hall, token string, answers ...int) *pushing {
	t.Helper()
	p := &pushing{&lichess{t: t, answer: answers, games: map[string][]string{}}, &timers{}, &bytes.Buffer{}, &sync.Mutex{}}
	server := httptest.NewServer(p.server)
	t.Cleanup(server.Close)
	l := &feeds.Lichess{
		Server: server.URL, Round: "AbCd1234", Token: token, Client: http.DefaultClient, After: p.timers.After,
		Log: slog.New(slog.NewTextHandler(lockedWriter{p.mu, p.log}, nil)),
	}
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	background(t, func(ctx context.Context) { l.Run(ctx, h.hub) })
	return p
}

func (p *pushing) told() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Every change reaches the round, and nothing is pushed if nothing changes. A pusher that
// is restarted pushes what it finds, and the round stays correct.
func TestLichessPush(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	b.start()
	b.play(t, "e4", "e5")
	h.until(t, "open-2026", b)
	p := startPushing(t, h, "lip_secret")
	const game = "Żółć, Anna - Öst, Bo"
	broadcasttest.Eventually(t, "the game is pushed", func() bool { return slices.Equal(p.server.shows(game), []string{"e4", "e5"}) })
	b.play(t, "Nf3")
	h.until(t, "open-2026", b)
	b.play(t, "Nc6")
	h.until(t, "open-2026", b)
	if _, taken := p.server.counts(); taken != 1 {
		t.Errorf("%d pushes before the pause is over", taken)
	}
	if wait := p.timers.fire(t, 0); wait < time.Second || wait > 10*time.Second {
		t.Errorf("a pause of %v", wait)
	}
	broadcasttest.Eventually(t, "both moves are pushed at once", func() bool {
		_, taken := p.server.counts()
		return taken == 2 && slices.Equal(p.server.shows(game), []string{"e4", "e5", "Nf3", "Nc6"})
	})
	p.timers.fire(t, 1)
	again := startPushing(t, h, "lip_secret")
	broadcasttest.Eventually(t, "pushed again after a start", func() bool { _, taken := again.server.counts(); return taken == 1 })
	if got := again.server.shows(game); len(got) != 4 {
		t.Errorf("after pushing again: %v", got)
	}
	if asked, _ := p.server.counts(); asked != 2 {
		t.Errorf("%d requests while nothing changed", asked)
	}
	if strings.Contains(p.told()+again.told(), "lip_secret") {
		t.Error("the token stands in the log")
	}
}

// After each failure of the server, the pause is longer, or as long as the server says.
// What was not accepted is pushed in the end.
func TestLichessBackOff(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	b.start()
	b.play(t, "e4")
	h.until(t, "open-2026", b)
	p := startPushing(t, h, "lip_secret", 500, 502, 429, 400)
	var waits []time.Duration
	for i := range 4 {
		waits = append(waits, p.timers.fire(t, i))
	}
	broadcasttest.Eventually(t, "taken in the end", func() bool { _, taken := p.server.counts(); return taken == 1 })
	if want := []time.Duration{5 * time.Second, 10 * time.Second, time.Minute, 40 * time.Second}; !slices.Equal(waits, want) {
		t.Errorf("waited %v, want %v", waits, want)
	}
	for _, word := range []string{"500", "502", "429", "400: not now"} {
		if !strings.Contains(p.told(), word) {
			t.Errorf("the log does not tell of %s:\n%s", word, p.told())
		}
	}
}

// What is no answer of Lichess, whatever its status, is told, and the games are pushed again until
// Lichess has them.
func TestLichessAnswersOfOthers(t *testing.T) {
	pages := []string{"", "<html><body>Log in</body></html>", "null", "[]", `{"ok":true}`, `{"games":"none"}`, `{"games":null}`, `{"games":[{"tags":1}]}`, "\xff\x00{"}
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	p := &pushing{&lichess{t: t, pages: slices.Clone(pages), games: map[string][]string{}}, &timers{}, &bytes.Buffer{}, &sync.Mutex{}}
	server := httptest.NewServer(p.server)
	t.Cleanup(server.Close)
	l := &feeds.Lichess{Server: server.URL, Round: "AbCd1234", Token: "lip_secret", Client: http.DefaultClient, After: p.timers.After, Log: slog.New(slog.NewTextHandler(lockedWriter{p.mu, p.log}, nil))}
	background(t, func(ctx context.Context) { l.Run(ctx, h.hub) })
	for i := range pages {
		if _, taken := p.server.counts(); taken != 0 {
			t.Fatalf("%q was taken for an answer of Lichess", pages[max(0, i-1)])
		}
		if wait := p.timers.fire(t, i); wait < 5*time.Second {
			t.Errorf("after %q it waits %v", pages[i], wait)
		}
	}
	broadcasttest.Eventually(t, "taken in the end", func() bool { _, taken := p.server.counts(); return taken == 1 })
	if !strings.Contains(p.told(), "not that of Lichess") || !strings.Contains(p.told(), "Log in") {
		t.Errorf("the log says\n%s", p.told())
	}
}

// If the server names a time, it gets no request before that.
func TestLichessRetryAfter(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	p := startPushing(t, h, "wrong")
	if wait := p.timers.fire(t, 0); wait != 5*time.Minute || !strings.Contains(p.told(), "study:write") {
		t.Errorf("with a wrong token it waits %v and says %s", wait, p.told())
	}
	q := &pushing{&lichess{t: t, answer: []int{429}, retry: "90", games: map[string][]string{}}, &timers{}, &bytes.Buffer{}, &sync.Mutex{}}
	server := httptest.NewServer(q.server)
	t.Cleanup(server.Close)
	l := &feeds.Lichess{Server: server.URL, Round: "AbCd1234", Token: "lip_secret", Client: http.DefaultClient, After: q.timers.After, Log: quiet}
	background(t, func(ctx context.Context) { l.Run(ctx, h.hub) })
	if wait := q.timers.fire(t, 0); wait != 90*time.Second {
		t.Errorf("after Retry-After: 90 it waits %v", wait)
	}
}

// A game that Lichess refuses is named in the log; the others are in the round.
func TestLichessRefusesOne(t *testing.T) {
	a, b := newTable("hall-1"), newTable("hall-2")
	a.open(pairing("3", "Nobody", "Öst, Bo"), rules.StartPosition())
	b.open(pairing("3", "Żółć, Anna", "Ek, Di"), rules.StartPosition())
	h := open(t, "open-2026", a, b)
	b.start()
	b.play(t, "e4")
	h.until(t, "open-2026", b)
	p := startPushing(t, h, "lip_secret")
	broadcasttest.Eventually(t, "the refused game is told", func() bool {
		return strings.Contains(p.told(), "no such player") && strings.Contains(p.told(), "Nobody")
	})
	if p.server.shows("Żółć, Anna - Ek, Di") == nil {
		t.Error("the other game is not there")
	}
}

// A token is never sent unencrypted, and settings that cannot work are refused at once.
func TestLichessValidate(t *testing.T) {
	for _, c := range []struct{ server, round, token, fault string }{
		{"https://lichess.org", "AbCd1234", "t", ""},
		{"http://127.0.0.1:9663", "AbCd1234", "t", ""},
		{"http://lichess.org", "AbCd1234", "t", "in the clear"},
		{"lichess.org", "AbCd1234", "t", "not a server"},
		{"ftp://lichess.org", "AbCd1234", "t", "not a server"},
		{"https://lichess.org", "AbCd123", "t", "id of a round"},
		{"https://lichess.org", "AbCd/234", "t", "id of a round"},
		{"https://lichess.org", "AbCd1234", "", "no token"},
	} {
		err := (&feeds.Lichess{Server: c.server, Round: c.round, Token: c.token}).Validate()
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s %s: %v, want %q", c.server, c.round, err, c.fault)
		}
	}
}
