package screen_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/screen"
)

func get(t *testing.T, h http.Handler, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The page gets the broker's address, whatever its address looks like.
func TestPageIsTold(t *testing.T) {
	h := screen.Handler(screen.Options{Broker: `ws://hall:8083/"><script>`, Base: "club/v1"})
	page := body(t, get(t, h, "/").Body)
	if want := `content="{&#34;broker&#34;:&#34;ws://hall:8083/\&#34;\u003e\u003cscript\u003e&#34;,&#34;base&#34;:&#34;club/v1&#34;}"`; !strings.Contains(page, want) {
		t.Errorf("the page does not hold %s", want)
	}
	if strings.Contains(page, `"><script>`) {
		t.Error("an address breaks out of its attribute")
	}
}

func TestFiles(t *testing.T) {
	h := screen.Handler(screen.Options{})
	for _, c := range []struct {
		path   string
		status int
		kind   string
	}{
		{"/", 200, "text/html; charset=utf-8"},
		{"/?board=hall-7", 200, "text/html; charset=utf-8"},
		{"/screen.js", 200, "text/javascript; charset=utf-8"},
		{"/screen.css", 200, "text/css; charset=utf-8"},
		{"/inter.woff2", 200, "font/woff2"},
		{"/icon.svg", 200, "image/svg+xml"},
		{"/LICENSES.txt", 200, "text/plain; charset=utf-8"},
		{"/mqtt", 404, ""},
		{"/nothing", 404, ""},
		{"/..%2fscreen.go", 404, ""},
		{"/dist/screen.js", 404, ""},
	} {
		r := get(t, h, c.path)
		if r.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.path, r.StatusCode, c.status)
		}
		if c.kind != "" && r.Header.Get("Content-Type") != c.kind {
			t.Errorf("%s: %s, want %s", c.path, r.Header.Get("Content-Type"), c.kind)
		}
	}
	page := get(t, h, "/games/today?lang=de", "Accept", "text/html,application/xhtml+xml")
	text := body(t, page.Body)
	for _, want := range []string{`src="./../screen.js"`, `href="./../screen.css"`, `&#34;root&#34;:&#34;./../&#34;`} {
		if page.StatusCode != http.StatusNotFound || !strings.Contains(text, want) {
			t.Errorf("a browser at an address that names nothing: status %d, and no %s in its page", page.StatusCode, want)
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, w.Code)
		}
	}
}

func TestCompressionAndValidators(t *testing.T) {
	h := screen.Handler(screen.Options{})
	plain := get(t, h, "/screen.js")
	text := body(t, plain.Body)
	for _, accept := range []string{"gzip", "br, gzip;q=0.5", "*"} {
		small := get(t, h, "/screen.js", "Accept-Encoding", accept)
		if small.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%q: not compressed", accept)
			continue
		}
		z, err := gzip.NewReader(small.Body)
		if err != nil {
			t.Fatal(err)
		}
		if body(t, z) != text {
			t.Errorf("%q: another text", accept)
		}
		if small.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Error("two representations with one strong validator")
		}
	}
	for _, accept := range []string{"", "br", "gzip;q=0"} {
		if r := get(t, h, "/screen.js", "Accept-Encoding", accept); r.Header.Get("Content-Encoding") != "" {
			t.Errorf("%q: compressed", accept)
		}
	}
	if r := get(t, h, "/inter.woff2", "Accept-Encoding", "gzip"); r.Header.Get("Content-Encoding") != "" {
		t.Error("a font is compressed twice")
	}
	tag := plain.Header.Get("ETag")
	for _, header := range []string{tag, `"x", ` + tag, "W/" + tag, "*"} {
		if r := get(t, h, "/screen.js", "If-None-Match", header); r.StatusCode != http.StatusNotModified || body(t, r.Body) != "" {
			t.Errorf("If-None-Match %s: status %d", header, r.StatusCode)
		}
	}
	if r := get(t, h, "/screen.js", "If-None-Match", `"x"`); r.StatusCode != http.StatusOK {
		t.Errorf("another validator: status %d", r.StatusCode)
	}
}

// Only the views made for it may be framed by somebody else's page.
func TestWhoMayEmbed(t *testing.T) {
	h := screen.Handler(screen.Options{})
	for path, want := range map[string]string{
		"/": "'none'", "/?view=wall": "'none'", "/?view=arbiter": "'none'", "/?view=embed&board=x": "*", "/?view=obs": "*",
	} {
		r := get(t, h, path)
		if policy := r.Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors "+want) || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: %s", path, policy)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: kinds may be guessed", path)
		}
	}
}

// What is committed in dist was built from the sources beside it: the same
// digest as build.mjs takes.
func TestDistIsOfItsSources(t *testing.T) {
	files := []string{"build.mjs", "words.mjs", "package-lock.json"}
	texts, err := filepath.Glob("../internal/words/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range texts {
		files = append(files, filepath.ToSlash(path))
	}
	for _, dir := range []string{"src", "style", "assets"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				files = append(files, filepath.ToSlash(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(files)
	all := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		fmt.Fprintf(all, "%s  %s\n", hex.EncodeToString(sum[:]), file)
	}
	noted, err := os.ReadFile("dist/sources.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(all.Sum(nil)); got != strings.TrimSpace(string(noted)) {
		t.Errorf("dist is older than its sources: run make screen, and commit screen/dist with them")
	}
}

// The lock file says what is fetched, by its digest, and leaves to each machine from where.
func TestLockNamesNoRegistry(t *testing.T) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"resolved"`) {
			t.Errorf("package-lock.json: %s", strings.TrimSpace(line))
		}
	}
}
