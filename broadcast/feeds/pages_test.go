package feeds_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// twoBoards returns a hall in which round 1 is over at both boards and round 2 is in
// progress.
func twoBoards(t *testing.T) (*hall, []*table) {
	t.Helper()
	a, b := newTable("hall-2"), newTable("hall-10")
	a.open(pairing("1", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	b.open(pairing("1", "Ng, Cy", "Ek, Di"), rules.StartPosition())
	h := open(t, "open-2026", a, b)
	for _, x := range []*table{a, b} {
		x.start()
		h.until(t, "open-2026", x)
	}
	a.play(t, "f3", "e5", "g4", "Qh4")
	a.end("0-1")
	b.play(t, "e4", "e5")
	b.end("1/2-1/2")
	for _, x := range []*table{a, b} {
		h.until(t, "open-2026", x)
	}
	a.open(pairing("2", "Öst, Bo", "Żółć, Anna"), rules.StartPosition())
	b.open(pairing("2", "Ek, Di", "Ng, Cy"), rules.StartPosition())
	for _, x := range []*table{a, b} {
		x.start()
		x.play(t, "d4", "d5", "c4")
		h.until(t, "open-2026", x)
	}
	return h, []*table{a, b}
}

func get(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

// games parses a PGN and describes each game: its players, number of moves and result.
func games(t *testing.T, text string) (list []string) {
	t.Helper()
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var sans []string
		at := g.Start
		for _, m := range g.MainLine() {
			sans = append(sans, at.SAN(m))
			at = at.After(m)
		}
		list = append(list, g.Tags.Get("Round")+" "+g.Tags.Get("White")+" - "+g.Tags.Get("Black")+": "+strings.Join(sans, " ")+" "+g.Result.String())
	}
	return list
}

// Every address has the right games, as PGN.
func TestPGNOverHTTP(t *testing.T) {
	h, _ := twoBoards(t)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	first := []string{"1 Żółć, Anna - Öst, Bo: f3 e5 g4 Qh4# 0-1", "1 Ng, Cy - Ek, Di: e4 e5 1/2-1/2"}
	second := []string{"2 Öst, Bo - Żółć, Anna: d4 d5 c4 *", "2 Ek, Di - Ng, Cy: d4 d5 c4 *"}
	for _, c := range []struct {
		path string
		want []string // nil: not found
	}{
		{"/open-2026/games.pgn", second},
		{"/open-2026/round-1/games.pgn", first},
		{"/open-2026/round-2/games.pgn", second},
		{"/get/open-2026/round-1/games.pgn", first},
		{"/open-2026/round-1/game-2.pgn", first[1:]},
		{"/open-2026/boards/hall-10.pgn", second[1:]},
		{"/open-2026/games/hall-2-20261121t182200123z-1.pgn", first[:1]},
		{"/open-2026/round-3/games.pgn", nil},
		{"/open-2026/round-1/game-0.pgn", nil},
		{"/open-2026/round-1/game-3.pgn", nil},
		{"/open-2026/round-1/game-1.txt", nil},
		{"/open-2026/round-1/", nil},
		{"/open-2026/boards/hall-3.pgn", nil},
		{"/open-2026/games/hall-2.pgn", nil},
		{"/other/games.pgn", nil},
		{"/open-2026/rounds/games.pgn", nil},
		{"/games.pgn", nil},
	} {
		answer, body := get(t, server.URL+c.path)
		if c.want == nil {
			if answer.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s", c.path, answer.Status)
			}
			continue
		}
		if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || got != "application/vnd.chess-pgn; charset=utf-8" {
			t.Errorf("%s: %s, %s", c.path, answer.Status, got)
		}
		if got := games(t, body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
	_, page := get(t, server.URL)
	for _, path := range []string{"open-2026/games.pgn", "open-2026/boards/hall-10.pgn", "open-2026/round-1/games.pgn", "open-2026/round-2/index.json", "open-2026/tournament.json"} {
		if !strings.Contains(page, `<a href="`+path+`">`) {
			t.Errorf("no link to %s in\n%s", path, page)
		}
		if answer, _ := get(t, server.URL+"/"+path); answer.StatusCode != http.StatusOK {
			t.Errorf("/%s: %s", path, answer.Status)
		}
	}
}

// A client that already has the document gets it again only if it has changed.
func TestETag(t *testing.T) {
	h, tables := twoBoards(t)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	for _, path := range []string{"/open-2026/games.pgn", "/open-2026/round-2/game-1.json"} {
		answer, body := get(t, server.URL+path)
		tag := answer.Header.Get("ETag")
		if tag == "" || body == "" || answer.Header.Get("Cache-Control") != "no-cache" {
			t.Fatalf("%s: ETag %q, %q", path, tag, answer.Header)
		}
		for _, have := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
			if answer, body := get(t, server.URL+path, "If-None-Match", have); answer.StatusCode != http.StatusNotModified || body != "" {
				t.Errorf("%s: with %s: %s, %d bytes", path, have, answer.Status, len(body))
			}
		}
		if answer, _ := get(t, server.URL+path, "If-None-Match", `"x"`); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: with another: %s", path, answer.Status)
		}
		tables[0].play(t, strings.Fields("e6 Nc3")[len(tables[0].moves)-3])
		h.until(t, "open-2026", tables[0])
		again, _ := get(t, server.URL+path, "If-None-Match", tag)
		if again.StatusCode != http.StatusOK || again.Header.Get("ETag") == tag {
			t.Errorf("%s: after a move: %s, ETag %s", path, again.Status, again.Header.Get("ETag"))
		}
	}
}

// A client that accepts compression gets the same document compressed. The tag of either
// form is enough for the answer that nothing has changed.
func TestCompressed(t *testing.T) {
	h, _ := twoBoards(t)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	ask := func(method string, header ...string) (*http.Response, []byte) {
		t.Helper()
		r, err := http.NewRequest(method, server.URL+"/open-2026/games.pgn", nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, body
	}
	plain, text := ask(http.MethodGet)
	if len(text) < 512 {
		t.Fatalf("%d bytes: too short to be compressed", len(text))
	}
	for _, coding := range []string{"gzip", "br;q=1, GZIP ; q=0.5"} {
		packed, body := ask(http.MethodGet, "Accept-Encoding", coding)
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("%s: %v, %v", coding, err, packed.Header)
		}
		if same, err := io.ReadAll(z); err != nil || !bytes.Equal(same, text) || len(body) >= len(text) {
			t.Errorf("%s: %d bytes for %d, error %v", coding, len(body), len(text), err)
		}
		if packed.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Errorf("both forms have the tag %s", plain.Header.Get("ETag"))
		}
		for _, tag := range []string{plain.Header.Get("ETag"), packed.Header.Get("ETag")} {
			if answer, _ := ask(http.MethodGet, "Accept-Encoding", coding, "If-None-Match", tag); answer.StatusCode != http.StatusNotModified {
				t.Errorf("%s with %s: %s", coding, tag, answer.Status)
			}
		}
	}
	for _, coding := range []string{"", "br", "gzip;q=0", "gzip; q=0.000"} {
		if answer, body := ask(http.MethodGet, "Accept-Encoding", coding); answer.Header.Get("Content-Encoding") != "" || !bytes.Equal(body, text) {
			t.Errorf("%q: %v", coding, answer.Header)
		}
	}
	head, none := ask(http.MethodHead)
	if head.Header.Get("Content-Length") != strconv.Itoa(len(text)) || len(none) != 0 || head.Header.Get("ETag") != plain.Header.Get("ETag") {
		t.Errorf("HEAD: %v and %d bytes, of %d", head.Header, len(none), len(text))
	}
}

// Pages of every origin may read, and nobody may write.
func TestCORS(t *testing.T) {
	h, _ := twoBoards(t)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	for _, c := range []struct {
		method string
		status int
	}{
		{http.MethodGet, 200}, {http.MethodHead, 200}, {http.MethodOptions, 204}, {http.MethodPost, 405}, {http.MethodPut, 405}, {http.MethodDelete, 405},
	} {
		r, err := http.NewRequest(c.method, server.URL+"/open-2026/games.pgn", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "https://example.org")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != c.status || answer.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %s, %q", c.method, answer.Status, answer.Header)
		}
		if c.method == http.MethodHead && (len(body) > 0 || answer.Header.Get("ETag") == "") {
			t.Errorf("HEAD: %d bytes, %q", len(body), answer.Header)
		}
	}
}

// Before the broker has been reached, no document is reported as missing.
func TestBeforeTheBroker(t *testing.T) {
	server := httptest.NewServer(feeds.NewHandler(feeds.NewHub(base, nil, quiet)))
	defer server.Close()
	if answer, _ := get(t, server.URL+"/open-2026/games.pgn"); answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("%s, %q", answer.Status, answer.Header)
	}
	h := open(t, "open-2026")
	server = httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	broadcasttest.Eventually(t, "there is no such event", func() bool {
		answer, _ := get(t, server.URL+"/open-2026/games.pgn")
		return answer.StatusCode == http.StatusNotFound
	})
}
