package screen

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/internal/webserver"
)

// discarded is an answer whose body nobody keeps.
type discarded struct{ head http.Header }

func (d *discarded) Header() http.Header         { return d.head }
func (d *discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d *discarded) WriteHeader(int)             {}

// A visitor who asks for the same page or file again and again costs the boards next to
// nothing: what they say is parsed, and a page or a file compressed, once.
func TestAskedAgainAndAgain(t *testing.T) {
	said := NewSnapshots("touchmove/v1", slog.New(slog.DiscardHandler))
	said.connect(true)
	var moves []map[string]any
	for range 120 {
		moves = append(moves, map[string]any{"uci": "g1f3", "san": "Nf3"})
	}
	for n := range 32 {
		payload, err := json.Marshal(map[string]any{"game": "g", "event": "Open", "phase": "playing", "moves": moves})
		if err != nil {
			t.Fatal(err)
		}
		said.receive(broadcast.Message{Topic: fmt.Sprintf("touchmove/v1/open/b-%d/state", n), Payload: payload})
		earlier := []map[string]string{}
		texts := map[string]string{}
		for g := range 8 {
			earlier = append(earlier, map[string]string{"game": fmt.Sprint(g)})
			texts[fmt.Sprint(g)] = fmt.Sprintf("[Event \"?\"]\n[Round \"%d\"]\n\n%s*\n", g, strings.Repeat("1. e4 e5 ", 200))
		}
		if payload, err = json.Marshal(map[string]any{"v": 1, "games": earlier, "pgn": texts}); err != nil {
			t.Fatal(err)
		}
		said.receive(broadcast.Message{Topic: fmt.Sprintf("touchmove/v1/open/b-%d/previous", n), Payload: payload})
	}
	site := t.TempDir()
	text := bytes.Repeat([]byte("1. e4 e5 2. Nf3 Nc6\n"), 50_000)
	if err := os.WriteFile(filepath.Join(site, "games.pgn"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	h := Handler(Options{Cards: said.Cards(), Snapshots: said, Site: site})
	ask := func(path string) {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		h.ServeHTTP(&discarded{http.Header{}}, r)
	}
	for _, path := range []string{"/", "/?board=b-7", SitePath + "/games.pgn", SnapshotPath + "/open/round/3.pgn", SnapshotPath + "/open/round/no-such.pgn"} {
		ask(path)
		const times = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range times {
			ask(path)
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / times; each > 100<<10 {
			t.Errorf("%s takes %d kB of memory each time that it is asked for", path, each>>10)
		}
	}
}

// A file of the site that is written again is read again. A pipe in the place of one keeps
// nobody waiting.
func TestSiteFileWrittenAgain(t *testing.T) {
	site := t.TempDir()
	name := filepath.Join(site, "games.pgn")
	h := Handler(Options{Site: site})
	ask := func() string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", SitePath+"/games.pgn", nil))
		return w.Body.String()
	}
	when := time.Now()
	for _, text := range []string{"1. e4 *\n", "1. d4 *\n", "1. d4 d5 *\n"} {
		fresh := filepath.Join(site, "fresh")
		if err := os.WriteFile(fresh, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(fresh, when, when); err != nil { // within one tick of the disk's clock
			t.Fatal(err)
		}
		if err := os.Rename(fresh, name); err != nil {
			t.Fatal(err)
		}
		if got := ask(); got != text {
			t.Errorf("%q is served after %q was written", got, text)
		}
	}
	os.Remove(name)
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan string, 1)
	go func() { done <- ask() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("a pipe keeps a visitor waiting")
	}
}

// Nothing hidden is served, nor what is in a hidden directory.
func TestSiteHidesWhatIsHidden(t *testing.T) {
	site := t.TempDir()
	h := Handler(Options{Site: site})
	for name, want := range map[string]int{"event.json": http.StatusOK, "boards/one.pgn": http.StatusOK, ".event.json": http.StatusNotFound, ".git/event.json": http.StatusNotFound, "boards/.old/one.pgn": http.StatusNotFound} {
		path := filepath.Join(site, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, httptest.NewRequest("GET", SitePath+"/"+name, nil)); w.Code != want {
			t.Errorf("%s is answered %d, want %d", name, w.Code, want)
		}
	}
}

// A script that asks for many pictures at once is told to come later, and so does not keep
// others from theirs, behind a trusted proxy neither. To say that it is such a proxy gains it no
// further place. Those whose reader goes are not drawn.
func TestPicturesForAScript(t *testing.T) {
	for _, c := range []struct{ name, script, scriptBehind, other, otherBehind string }{
		{"an address of its own", "198.51.100.7:1", "", "198.51.100.8:1", ""},
		{"behind a trusted proxy", "192.0.2.1:1", "203.0.113.9", "192.0.2.1:2", "203.0.113.10"},
		{"many visitors, by its own word", "198.51.100.7:1", "203.0.113.%d", "198.51.100.8:1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said := NewSnapshots("touchmove/v1", slog.New(slog.DiscardHandler))
				said.connect(true)
				said.receive(broadcast.Message{Topic: "touchmove/v1/open/b-1/state", Payload: []byte(`{"game":"g","phase":"playing","moves":[{"uci":"e2e4","san":"e4"}]}`)})
				cards := said.Cards()
				h := webserver.Behind(Handler(Options{Snapshots: said, Cards: cards}), webserver.Proxies{netip.MustParsePrefix("192.0.2.1/32")})
				ask := func(ctx context.Context, from, behind string, n int) int {
					r := httptest.NewRequest("GET", fmt.Sprintf("%s?board=b-1&ply=%d&lang=%s", CardPath, n%2, []string{"en", "es", "pt", "de"}[n/2%4]), nil)
					r.RemoteAddr = from
					if behind != "" {
						r.Header.Set("X-Forwarded-For", "203.0.113.1, "+strings.Replace(behind, "%d", fmt.Sprint(n), 1)) // the first is what the visitor wrote
					}
					w := httptest.NewRecorder()
					h.ServeHTTP(w, r.WithContext(ctx))
					return w.Code
				}
				script, stop := context.WithCancel(t.Context())
				var asked sync.WaitGroup
				var later atomic.Int64
				for n := range 200 {
					asked.Go(func() {
						if ask(script, c.script, c.scriptBehind, n) == http.StatusServiceUnavailable {
							later.Add(1)
						}
					})
				}
				synctest.Wait() // those that are left wait for their turn to be drawn
				if later.Load() < 100 {
					t.Errorf("of 200 requests at once %d are put off", later.Load())
				}
				if code := ask(t.Context(), c.other, c.otherBehind, 0); code != http.StatusOK {
					t.Errorf("beside them another visitor is answered %d", code)
				}
				synctest.Wait()
				cards.mu.Lock()
				drawn := len(cards.pictures)
				cards.mu.Unlock()
				stop()
				asked.Wait()
				if len(cards.pictures) != drawn || len(cards.waiting) > 0 {
					t.Errorf("after the script has gone %d pictures were drawn, and %v wait", len(cards.pictures)-drawn, cards.waiting)
				}
			})
		})
	}
}
