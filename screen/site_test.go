package screen_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"touchmove/screen"
)

// The event's files are served below /event, and nothing else of the directory is.
func TestSiteIsServed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"site/event.json": `{"v":1}`, "site/games/hall-1.pgn": "1. e4 *", "site/.event.json": "half", "site/secret.key": "key", "outside.json": "{}"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := screen.Handler(screen.Options{Site: filepath.Join(dir, "site")})
	for path, want := range map[string]int{
		"/event/event.json": 200, "/event/games/hall-1.pgn": 200, "/event/.event.json": 404, "/event/secret.key": 404, "/event/": 404, "/event/games": 404, "/event/none.json": 404,
		"/event/%2e%2e/outside.json": 404, "/event/games/%2e%2e/%2e%2e/outside.json": 404,
	} {
		if got := get(t, h, path); got.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, got.StatusCode, want)
		}
	}
	got := get(t, h, "/event/event.json")
	if kind := got.Header.Get("Content-Type"); kind != "application/json" || body(t, got.Body) != `{"v":1}` {
		t.Errorf("event.json is %s", kind)
	}
	if again := get(t, h, "/event/event.json", "If-None-Match", got.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same file again: %d", again.StatusCode)
	}
	if page := body(t, get(t, h, "/").Body); !strings.Contains(page, "&#34;event&#34;:true") {
		t.Error("the page is not told of the event's pages")
	}
	if page := body(t, get(t, screen.Handler(screen.Options{}), "/").Body); strings.Contains(page, "&#34;event&#34;") {
		t.Error("a page without an event is told of one")
	}
}

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A logo is a square picture or a drawing; what is neither says what is wrong.
func TestLogo(t *testing.T) {
	for name, c := range map[string]struct {
		logo []byte
		file string // under which it is served
		err  string
	}{
		"png":      {picture(t, 64, 64), "/organiser.png", ""},
		"svg":      {[]byte(`<svg viewBox="0 0 8 8"/>`), "/organiser.svg", ""},
		"not flat": {picture(t, 64, 32), "", "64 by 32 pixels"},
		"wide":     {picture(t, 1025, 1025), "", "1024 by 1024 at most"},
		"text":     {[]byte("logo"), "", "neither SVG nor PNG"},
		"large":    {bytes.Repeat([]byte("<svg>"), 60_000), "", "too many"},
	} {
		o := screen.Organiser{Name: "Tivoli Chess Club", Accent: "#c2326b", On: "#ffffff"}
		err := o.SetLogo(c.logo)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", name, err, c.err)
			}
			continue
		}
		h := screen.Handler(screen.Options{Organiser: o})
		if got := get(t, h, c.file); err != nil || got.StatusCode != 200 || body(t, got.Body) != string(c.logo) {
			t.Errorf("%s: %v, status %d", name, err, got.StatusCode)
		}
		if page := body(t, get(t, h, "/").Body); !strings.Contains(page, "Tivoli Chess Club") || !strings.Contains(page, strings.TrimPrefix(c.file, "/")) {
			t.Errorf("%s: the page is not told of the organiser", name)
		}
	}
}

// The pages of a site of files are those of the server, told that they are files; what
// is the same is not written again.
func TestStaticPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := screen.Static{Live: "https://boards.example.org"}
	if err := screen.WriteStatic(dir, s); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !strings.Contains(string(page), "&#34;static&#34;:true,&#34;boards&#34;:&#34;https://boards.example.org&#34;") {
		t.Errorf("%v: the page is not told that it is a file", err)
	}
	before, err := os.Stat(filepath.Join(dir, "screen.js"))
	if err != nil {
		t.Fatal(err)
	}
	if err := screen.WriteStatic(dir, s); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(filepath.Join(dir, "screen.js")); err != nil || !os.SameFile(before, after) {
		t.Errorf("%v: a file that is the same was written again", err)
	}
	if strings.Contains(string(page), "og:") {
		t.Error("without a name there is nothing to say beside a link")
	}
	if err := os.Mkdir(filepath.Join(dir, "event"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "event", "event.json"), []byte(`{"v":1,"name":"Spring \"Open\"","site":"Graz"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Organiser = screen.Organiser{Name: "Tivoli Chess Club"}
	if err := screen.WriteStatic(dir, s); err != nil {
		t.Fatal(err)
	}
	page, err = os.ReadFile(filepath.Join(dir, "index.html"))
	for _, want := range []string{`"og:title" content="Spring &#34;Open&#34;"`, `"og:description" content="Graz"`, `"og:site_name" content="Tivoli Chess Club"`} {
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("%v: the page's head lacks %s", err, want)
		}
	}
	missing, err := os.ReadFile(filepath.Join(dir, "404.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`>There is no page at this address.<`, "Unter dieser Adresse gibt es keine Seite.", `>Spring &#34;Open&#34;<`, `href="https://boards.example.org"`} {
		if !strings.Contains(string(missing), want) {
			t.Errorf("404.html lacks %s", want)
		}
	}
	if loads := regexp.MustCompile(`(?:src|href)="[^"/h][^"]*"`).FindString(string(missing)); loads != "" {
		t.Errorf("404.html, which stands for any address, has %s", loads)
	}
}
