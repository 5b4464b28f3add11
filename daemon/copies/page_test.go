package copies_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"touchmove/daemon/copies"
)

// What answers every request with a page and status 200, as the login of a network does, is named;
// nothing counts as copied, and no journal is said to have been cut. The store may turn into such a
// page, and come back.
func TestWebPageInPlaceOfAStore(t *testing.T) {
	for _, page := range []string{
		"<!DOCTYPE html><html><head><title>Welcome</title></head><body><p>Log in</p></body></html>",
		"<html><body>Welcome<br></body>", "<p>Welcome</p>", "OK\n", "{}",
	} {
		var away atomic.Bool
		b := &bucket{objects: map[string][]byte{}, t: t}
		s := storeThat(t, func(w http.ResponseWriter, r *http.Request) {
			if !away.Load() {
				b.ServeHTTP(w, r)
				return
			}
			io.WriteString(w, page)
		})
		state := t.TempDir()
		path := filepath.Join(state, filepath.FromSlash(name))
		write := func(text string) {
			t.Helper()
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		c := copies.New(s, state, nil, slog.New(slog.NewTextHandler(&log, nil)))
		refused := func(when string) {
			t.Helper()
			away.Store(true)
			defer away.Store(false)
			if err := c.Pass(t.Context()); err == nil || !strings.Contains(err.Error(), "not an S3 store") || c.Status(time.Now()).Behind == 0 {
				t.Errorf("%q %s: %v", page, when, err)
			}
			if _, err := copies.Restore(t.Context(), s, t.TempDir()); err == nil || !strings.Contains(err.Error(), "not an S3 store") {
				t.Errorf("%q is restored %s: %v", page, when, err)
			}
		}
		copied := func(want string) {
			t.Helper()
			if err := c.Pass(t.Context()); err != nil || string(b.objects["hall/"+name]) != want {
				t.Errorf("%q: the copy has %q, %v", page, b.objects["hall/"+name], err)
			}
		}
		write("one\n")
		refused("at the start")
		copied("one\n")
		write("one\ntwo\n")
		refused("in play")
		copied("one\ntwo\n")
		if strings.Contains(log.String(), "the journal lacks") || len(b.objects) != 2 { // and the mark of the owner
			t.Errorf("%q: the copy has %d objects, and the log says\n%s", page, len(b.objects), &log)
		}
	}
}

// A store that answers every write as if it had the object, and has nothing, an empty one or a part of it, is named;
// nothing counts as copied. Once it keeps what it accepts, it gets everything.
func TestStoreThatKeepsNothing(t *testing.T) {
	for what, keeps := range map[string]func([]byte) []byte{
		"nothing":         func([]byte) []byte { return nil },
		"an empty object": func([]byte) []byte { return []byte{} },
		"a part of it":    func(body []byte) []byte { return body[:len(body)-1] },
	} {
		b := &bucket{objects: map[string][]byte{}, keeps: keeps, t: t}
		server := httptest.NewServer(b)
		defer server.Close()
		s, err := copies.OpenS3(server.URL+"/chess/hall/", "us-east-1", "key", "secret")
		if err != nil {
			t.Fatal(err)
		}
		state := t.TempDir()
		path := filepath.Join(state, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
		c := copies.New(s, state, nil, quiet)
		if err := c.Pass(t.Context()); err == nil || !strings.Contains(err.Error(), "not an S3 store") || c.Status(time.Now()).Behind == 0 {
			t.Errorf("%s is kept: %v", what, err)
		}
		b.mu.Lock()
		b.keeps = nil
		b.mu.Unlock()
		if err := c.Pass(t.Context()); err != nil || string(b.objects["hall/"+name]) != "one\n" || c.Status(time.Now()).Behind != 0 {
			t.Errorf("then everything is kept: the copy has %q, %v", b.objects["hall/"+name], err)
		}
	}
}

// A key of a copy must be able to list the bucket, and to read and write objects: one that may not says so. Something in
// between that does not pass HEAD requests on costs a read of what was written.
func TestStoreThatRefusesAMethod(t *testing.T) {
	for _, c := range []struct {
		method string
		status int
		says   string // "": the copy is written
	}{
		{http.MethodHead, http.StatusForbidden, ""},
		{http.MethodHead, http.StatusMethodNotAllowed, ""},
		{http.MethodHead, http.StatusNotImplemented, ""},
		{http.MethodGet, http.StatusForbidden, "s3:GetObject"},
		{http.MethodPut, http.StatusForbidden, "s3:PutObject"},
	} {
		b := &bucket{objects: map[string][]byte{}, t: t}
		s := storeThat(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == c.method {
				w.WriteHeader(c.status)
				return
			}
			b.ServeHTTP(w, r)
		})
		state := t.TempDir()
		path := filepath.Join(state, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
		err := copies.New(s, state, nil, quiet).Pass(t.Context())
		if c.says == "" && (err != nil || string(b.objects["hall/"+name]) != "one\n") {
			t.Errorf("%s is answered with %d: the copy has %q, %v", c.method, c.status, b.objects["hall/"+name], err)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s is answered with %d: %v, want what to grant", c.method, c.status, err)
		}
	}
}

// storeThat opens an S3 store that answers in this way.
func storeThat(t *testing.T, answers http.HandlerFunc) *copies.S3 {
	t.Helper()
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	s, err := copies.OpenS3(server.URL+"/chess/hall/", "us-east-1", "key", "secret")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
