package copies_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/copies"
)

// The copy is at the root of a stick, beside photographs and what file systems keep there. They
// are neither restored nor looked at.
func TestCopyBesideOtherFiles(t *testing.T) {
	stick, state := t.TempDir(), t.TempDir()
	write := func(dir, name string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	others := []string{"DCIM/100/IMG_1.JPG", "photos/2026/a.jpg", "photos/a.jpg", "notes.txt", "lost+found/#12", "System Volume Information/x/y.jsonl", "restore-unfinished"}
	for _, name := range others {
		write(stick, name)
	}
	ours := []string{"envelope.key", "open/hall-7/20261121t182200123z.jsonl", "open/hall-7/envelope.key", "open/hall-7/shown.json"}
	for _, name := range ours {
		write(state, name)
	}
	config := filepath.Join(t.TempDir(), "touchmove.toml")
	write(filepath.Dir(config), "touchmove.toml")
	store := copies.NewDir(stick, state)
	if err := copies.New(store, state, map[string]string{"config/touchmove.toml": config}, quiet).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	sizes, err := store.Sizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name := range sizes {
		if strings.HasPrefix(name, "lost+found/") || strings.HasPrefix(name, "System Volume") {
			t.Errorf("%s is looked at, which often only root may", name)
		}
	}
	fresh := t.TempDir()
	names, err := copies.Restore(t.Context(), copies.NewDir(stick, ""), fresh)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(ours, "config/touchmove.toml") {
		if _, err := os.Stat(filepath.Join(fresh, name)); err != nil || !slices.Contains(names, name) {
			t.Errorf("%s is not restored: %v", name, err)
		}
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(fresh, name)); err == nil || slices.Contains(names, name) {
			t.Errorf("%s is restored", name)
		}
	}
}

// A store whose answers or whose list of objects do not end takes little memory, and is an error.
func TestStoreWithoutEnd(t *testing.T) {
	endless := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			for block := make([]byte, 64<<10); ; {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}
	}
	again := func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<ListBucketResult><Contents><Key>hall/a</Key><Size>1</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>")
	}
	for what, answer := range map[string]http.HandlerFunc{"an answer": endless(200), "a refusal": endless(503), "a list": again} {
		server := httptest.NewServer(answer)
		s, err := copies.OpenS3(server.URL+"/chess/hall/", "us-east-1", "key", "secret")
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		done := make(chan error, 1)
		go func() {
			_, err := s.Sizes(t.Context())
			if err != nil && what != "a list" {
				err = s.Put(t.Context(), "a", []byte("a"), 0)
			}
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s without end is no error", what)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s without end is read for ever", what)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
			t.Errorf("%s without end takes %d MB of memory", what, n>>20)
		}
		server.CloseClientConnections()
		server.Close()
	}
}
