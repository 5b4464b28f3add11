package copies_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
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

// A store whose answers or whose list of objects do not end is asked and read a bounded number of times, and is an error.
func TestStoreWithoutEnd(t *testing.T) {
	const mostSent, mostAsked = 64 << 20, 10_000 // bytes, with what the connections buffer; requests
	var sent, asked atomic.Int64
	endless := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			for block := make([]byte, 64<<10); ; {
				n, err := w.Write(block)
				if sent.Add(int64(n)); err != nil {
					return
				}
			}
		}
	}
	again := func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<ListBucketResult><Contents><Key>hall/a</Key><Size>1</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>")
	}
	onAndOn := func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>%d</NextContinuationToken></ListBucketResult>", asked.Load())
	}
	for what, answer := range map[string]http.HandlerFunc{"an answer": endless(200), "a refusal": endless(503), "a list": again, "a list of nothing": onAndOn} {
		sent.Store(0)
		asked.Store(0)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			answer(w, r)
		}))
		s, err := copies.OpenS3(server.URL+"/chess/hall/", "us-east-1", "key", "secret")
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := s.Sizes(t.Context())
			if err != nil && !strings.HasPrefix(what, "a list") {
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
		if n := sent.Load(); n > mostSent {
			t.Errorf("%s without end: %d MB of it are read", what, n>>20)
		}
		if n := asked.Load(); n > mostAsked {
			t.Errorf("%s without end: the store is asked %d times", what, n)
		}
		server.CloseClientConnections()
		server.Close()
	}
}

// Pages of a list that have nothing of a copy, or nothing at all, do not end it.
func TestPagesOfAListWithoutJournals(t *testing.T) {
	const name = "open/hall-7/20261121t182200123z.jsonl"
	pages := map[string]string{
		"":  "<Contents><Key>hall/</Key><Size>0</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>b</NextContinuationToken>",
		"b": "<IsTruncated>true</IsTruncated><NextContinuationToken>c</NextContinuationToken>",
		"c": "<Contents><Key>hall/photo.jpg</Key><Size>9</Size></Contents><IsTruncated>true</IsTruncated><NextContinuationToken>d</NextContinuationToken>",
		"d": "<Contents><Key>hall/" + name + "</Key><Size>7</Size></Contents><IsTruncated>false</IsTruncated>",
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<ListBucketResult>%s</ListBucketResult>", pages[r.URL.Query().Get("continuation-token")])
	}))
	defer server.Close()
	s, err := copies.OpenS3(server.URL+"/chess/hall/", "us-east-1", "key", "secret")
	if err != nil {
		t.Fatal(err)
	}
	if sizes, err := s.Sizes(t.Context()); err != nil || len(sizes) != 1 || sizes[name] != 7 {
		t.Errorf("the copy has %v, %v, want %s with 7 bytes", sizes, err, name)
	}
}

// Directories of others beside the copy keep their permissions, whatever their names, and take no
// memory, however many files they have.
func TestDirectoriesOfOthersAreLeftAlone(t *testing.T) {
	stick, state := t.TempDir(), t.TempDir()
	begin(t, state, "open/hall-7", first)
	others := []string{"photos", "photos/2026", "photos/2026/may", "config", "open/photos"}
	for _, dir := range others {
		must(t, os.MkdirAll(filepath.Join(stick, dir), 0o755))
		must(t, os.Chmod(filepath.Join(stick, dir), 0o755))
	}
	const photographs = 20_000
	for n := range photographs {
		must(t, os.WriteFile(filepath.Join(stick, "photos/2026/may", fmt.Sprintf("photograph-of-the-hall-%06d.jpg", n)), nil, 0o644))
	}
	must(t, os.WriteFile(filepath.Join(stick, "photos/2026/notes.jsonl"), nil, 0o644))
	store := copies.NewDir(stick, state)
	store.CloseToOthers()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if sizes, err := store.Sizes(t.Context()); err != nil || len(sizes) > 1 {
		t.Errorf("%d files, %v", len(sizes), err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d files of others take %d kB of memory", photographs, n>>10)
	}
	must(t, copies.New(store, state, nil, quiet).Pass(t.Context()))
	for _, dir := range others {
		if info, err := os.Stat(filepath.Join(stick, dir)); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s, which is not the copy's, has now %v, %v", dir, info.Mode(), err)
		}
	}
}

// A directory that leads into the state directory by a link is refused: the journals would be copied over
// themselves, while they are written.
func TestCopyIntoTheStateDirectory(t *testing.T) {
	state, elsewhere := t.TempDir(), t.TempDir()
	name := filepath.Join(state, begin(t, state, "open/hall-7", first))
	before, err := os.ReadFile(name)
	must(t, err)
	must(t, os.Symlink(state, filepath.Join(elsewhere, "whole")))
	must(t, os.Symlink(filepath.Join(state, "open"), filepath.Join(elsewhere, "part")))
	for _, path := range []string{state, filepath.Join(elsewhere, "whole"), filepath.Join(elsewhere, "whole", "new"), filepath.Join(elsewhere, "part")} {
		err := copies.New(copies.NewDir(path, state), state, nil, quiet).Pass(t.Context())
		if err == nil || !strings.Contains(err.Error(), "into the state directory") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("the journal has changed: %v", err)
	}
	beside := filepath.Join(elsewhere, "beside")
	must(t, copies.New(copies.NewDir(beside, state), state, nil, quiet).Pass(t.Context()))
}

// A stick that somebody has prepared with links makes the daemon neither read nor write a file
// elsewhere.
func TestCopyFollowsNoLinks(t *testing.T) {
	name := journal.Name(first)
	state := t.TempDir()
	begin(t, state, "open/hall-7", first)
	elsewhere := t.TempDir()
	secret := filepath.Join(elsewhere, "secret")
	const theSecret = "what only the daemon may read\n"
	must(t, os.WriteFile(secret, []byte(theSecret), 0o600))
	unharmed := func(what string) {
		t.Helper()
		if text, err := os.ReadFile(secret); err != nil || string(text) != theSecret {
			t.Errorf("%s: the file elsewhere is now %q, %v", what, text, err)
		}
		if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) != 1 {
			t.Errorf("%s: elsewhere are now %v, %v", what, entries, err)
		}
	}
	for _, link := range []string{"owner.json.new", "owner.json", "open/hall-7/" + name + ".new", "open/hall-7/" + name} {
		stick := t.TempDir()
		must(t, os.MkdirAll(filepath.Join(stick, "open/hall-7"), 0o755))
		must(t, os.Symlink(secret, filepath.Join(stick, link)))
		copies.New(copies.NewDir(stick, state), state, nil, quiet).Pass(t.Context()) //nolint:errcheck // it may be refused
		unharmed(link)
	}
	for _, link := range []string{"open", "open/hall-7"} {
		stick := t.TempDir()
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(stick, link)), 0o755))
		must(t, os.Symlink(elsewhere, filepath.Join(stick, link)))
		err := copies.New(copies.NewDir(stick, state), state, nil, quiet).Pass(t.Context())
		if err == nil || !strings.Contains(err.Error(), stick) {
			t.Errorf("%s leads elsewhere, and the copy is said to be whole, or the error names another file: %v", link, err)
		}
		unharmed(link)
	}
	stick, fresh := t.TempDir(), t.TempDir()
	must(t, os.MkdirAll(filepath.Join(stick, "open/hall-7"), 0o755))
	must(t, os.Symlink(secret, filepath.Join(stick, "open/hall-7", name)))
	must(t, os.Symlink(secret, filepath.Join(stick, "envelope.key")))
	names, err := copies.Restore(t.Context(), copies.NewDir(stick, ""), fresh)
	if err == nil || !strings.Contains(err.Error(), name) || len(names) > 0 {
		t.Errorf("restored %v, %v; want an error that names the link", names, err)
	}
}

// A file of the copy that has become longer than any that is copied is not read into the memory that the
// boards need: it is named, and the copy counts as behind. A journal of the copy that has become a link or a
// pipe is not taken for the one that was written.
func TestLongFilesInACopy(t *testing.T) {
	for what, change := range map[string]func(path string) error{
		"has 209715200 bytes": func(path string) error { return os.Truncate(path, 200<<20) },
		"is not a file but a link": func(path string) error {
			return errors.Join(os.Rename(path, path+".real"), os.Symlink(path+".real", path))
		},
		"is not a file but a pipe": func(path string) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) },
	} {
		for _, file := range []string{name, "owner.json"} {
			state, at := t.TempDir(), t.TempDir()
			path := filepath.Join(state, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
			c := copies.New(copies.NewDir(at, state), state, nil, slog.New(slog.DiscardHandler))
			if err := c.Pass(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := change(filepath.Join(at, filepath.FromSlash(file))); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var err error
			if file == name {
				err = c.Verify(t.Context())
			} else { // it is read at the start, and once a minute
				err = copies.New(copies.NewDir(at, state), state, nil, slog.New(slog.DiscardHandler)).Pass(t.Context())
			}
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), what) {
				t.Errorf("%s %s: %v", file, what, err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
				t.Errorf("%s %s: it takes %d MB", file, what, n>>20)
			}
			if err := c.Pass(t.Context()); file == name && (err == nil || c.Status(time.Now()).Behind == 0) {
				t.Errorf("%s %s: the copy counts as complete: %v", file, what, err)
			}
		}
	}
}

// A store that sends requests on elsewhere gets them, and nobody else does: what is copied includes keys.
func TestStoreThatSendsElsewhere(t *testing.T) {
	var reached atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		w.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := storeThat(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, status)
		})
		_, sizes := s.Sizes(t.Context())
		_, got := s.Get(t.Context(), "envelope.key")
		for _, err := range []error{sizes, got, s.Put(t.Context(), "envelope.key", []byte("secret"), 0)} {
			if err == nil || !strings.Contains(err.Error(), elsewhere.URL) || !strings.Contains(err.Error(), "copy") || strings.Contains(err.Error(), "envelope.key?") {
				t.Errorf("%d: %v", status, err)
			}
		}
	}
	if n := reached.Load(); n > 0 {
		t.Errorf("%d requests were sent elsewhere", n)
	}
}
