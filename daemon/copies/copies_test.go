package copies_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon/copies"
)

var quiet = slog.New(slog.DiscardHandler)

// bucket is an S3 store in the memory of a test. It checks the form of signatures and the
// checksums of what is sent.
type bucket struct {
	mu      sync.Mutex
	objects map[string][]byte
	refuses bool
	keeps   func([]byte) []byte // of an object that is written; nil: everything
	t       *testing.T
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	sum := sha256.Sum256(body)
	if err != nil || r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]) || !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=key/") {
		b.t.Errorf("%s %s: the request is not signed as S3 wants it", r.Method, r.URL)
	}
	if b.refuses {
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/chess/")
	switch {
	case r.Method == http.MethodPut && b.keeps != nil:
		delete(b.objects, name)
		if kept := b.keeps(body); kept != nil {
			b.objects[name] = kept
		}
	case r.Method == http.MethodPut:
		b.objects[name] = body
	case r.URL.Query().Get("list-type") == "2":
		var list strings.Builder // a page of two objects
		next := ""
		for n, key := range slices.Sorted(maps.Keys(b.objects)) {
			if after := r.URL.Query().Get("continuation-token"); key <= after {
				continue
			}
			if strings.Count(list.String(), "<Key>") == 2 {
				next = slices.Sorted(maps.Keys(b.objects))[n-1]
				break
			}
			fmt.Fprintf(&list, "<Contents><Key>%s</Key><Size>%d</Size></Contents>", key, len(b.objects[key]))
		}
		fmt.Fprintf(w, "<ListBucketResult>%s<IsTruncated>%v</IsTruncated><NextContinuationToken>%s</NextContinuationToken></ListBucketResult>", list.String(), next != "", next)
	default:
		text, ok := b.objects[name]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, "<Error><Code>NoSuchKey</Code></Error>")
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		w.Write(text)
	}
}

// kind is a store, with functions that break and mend it.
type kind struct {
	store copies.Store
	fail  func(bool)
}

// stores returns one store of each kind.
func stores(t *testing.T) map[string]kind {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	d := copies.NewDir(dir, t.TempDir())
	b := &bucket{objects: map[string][]byte{}, t: t}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	s, err := copies.OpenS3(server.URL+"/chess/hall 7/", "us-east-1", "key", "secret")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]kind{
		"directory": {d, func(is bool) {
			from, to := dir, dir+".away"
			if !is {
				from, to = to, from
			}
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}},
		"S3": {s, func(is bool) { b.mu.Lock(); b.refuses = is; b.mu.Unlock() }},
	}
	if _, err := exec.LookPath("nats-server"); err == nil { // TestNATS says so if it is missing
		n := broadcasttest.NewNATS(t)
		s := openNATS(t, configs.Copy{URL: "nats://" + n.Address + "/chess/hall 7"})
		list["NATS"] = kind{s, func(is bool) {
			if is {
				n.Kill()
				return
			}
			n.Start(t)
			broadcasttest.Eventually(t, "it is connected again", func() bool { _, err := s.Sizes(t.Context()); return err == nil })
		}}
	}
	return list
}

const name = "open/hall-7/20261121t182200123z.jsonl"

// A journal grows, is incomplete, is cut and replaced; its store fails and recovers; the
// copier is restarted. The copy then has what the journal had, to the last complete line, and
// has lost nothing.
func TestCopy(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			state := t.TempDir()
			path := filepath.Join(state, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			config := filepath.Join(t.TempDir(), "touchmove.toml")
			os.WriteFile(config, []byte("a"), 0o600)
			files := map[string]string{"config/touchmove.toml": config}
			c := copies.New(s.store, state, files, quiet)
			stamp := time.Now().Add(-time.Hour)
			write := func(text string) {
				t.Helper()
				stamp = stamp.Add(time.Second) // a file system's clock may be coarse
				if err := errors.Join(os.WriteFile(path, []byte(text), 0o644), os.Chtimes(path, stamp, stamp)); err != nil {
					t.Fatal(err)
				}
			}
			has := func(name, want string) {
				t.Helper()
				got, err := s.store.Get(t.Context(), name)
				if err != nil || string(got) != want {
					t.Errorf("the copy has %q, %v, want %q", got, err, want)
				}
			}
			pass := func(fails bool) {
				t.Helper()
				if err := c.Pass(t.Context()); (err != nil) != fails {
					t.Errorf("copying: %v", err)
				}
			}
			write("one\n")
			pass(false)
			has(name, "one\n")
			has("config/touchmove.toml", "a")
			write("one\ntwo\nthr")
			pass(false)
			has(name, "one\ntwo\n")
			if b := c.Status(time.Now()).Behind; b != 0 {
				t.Errorf("it is behind by %v", b)
			}
			s.fail(true)
			write("one\ntwo\nthree\n")
			pass(true)
			if b := c.Status(time.Now().Add(time.Minute)).Behind; b < time.Minute {
				t.Errorf("it fails, and is behind by %v", b)
			}
			s.fail(false)
			pass(false)
			has(name, "one\ntwo\nthree\n")
			var log bytes.Buffer
			c = copies.New(s.store, state, files, slog.New(slog.NewTextHandler(&log, nil))) // a restart
			write("one\ntwo\nthree\nfour\n")
			pass(false)
			has(name, "one\ntwo\nthree\nfour\n")
			if strings.Contains(log.String(), "ERROR") {
				t.Errorf("a journal that was continued: %s", &log)
			}
			write("one\nelse\n")
			pass(false)
			has(name, "one\nelse\n")
			if !strings.Contains(log.String(), "the second copy has records that the journal lacks") {
				t.Errorf("a journal that was cut: %s", &log)
			}
			write("")
			pass(true)
			has(name, "one\nelse\n")
			sizes, err := s.store.Sizes(t.Context())
			if err != nil || len(sizes) != 4 || sizes[name] != int64(len("one\nelse\n")) {
				t.Errorf("the copy has %v, %v", sizes, err)
			}
			for other := range sizes {
				if strings.HasPrefix(other, name+".before-") {
					has(other, "one\ntwo\nthree\nfour\n")
				}
			}
			if _, err := s.store.Get(t.Context(), "nothing"); !errors.Is(err, copies.ErrNone) {
				t.Errorf("what is not there: %v", err)
			}
			restored := filepath.Join(t.TempDir(), "state")
			if _, err := copies.Restore(t.Context(), s.store, restored); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(restored, filepath.FromSlash(name)))
			if err != nil || !bytes.Equal(text, []byte("one\nelse\n")) {
				t.Errorf("restored is %q, %v", text, err)
			}
			if _, err := copies.Restore(t.Context(), s.store, restored); err == nil {
				t.Error("it is restored over journals that are there")
			}
		})
	}
}

// A copier copies what is left before it stops.
func TestCopyAtTheEnd(t *testing.T) {
	s := stores(t)["directory"].store
	state := t.TempDir()
	path := filepath.Join(state, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	copies.New(s, state, nil, quiet).Run(ctx)
	if got, err := s.Get(t.Context(), name); string(got) != "one\n" {
		t.Errorf("the copy has %q, %v", got, err)
	}
}

// The space that a journal has allocated behind its last line is not copied. A record written
// into it changes neither the size of the file nor, within a tick of its clock, its time.
func TestCopyOfAJournalWithRoom(t *testing.T) {
	s := stores(t)["directory"].store
	state, stamp := t.TempDir(), time.Now()
	path := filepath.Join(state, filepath.FromSlash(name))
	write := func(text string) {
		t.Helper()
		room := text + strings.Repeat("\x00", 100-len(text))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(room), 0o644), os.Chtimes(path, stamp, stamp)); err != nil {
			t.Fatal(err)
		}
	}
	c := copies.New(s, state, nil, quiet)
	for _, text := range []string{"one\n", "one\ntwo\n", "one\ntwo\nthree\n"} {
		write(text)
		if err := c.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), name); string(got) != text {
			t.Errorf("the copy has %q, %v, want %q", got, err, text)
		}
	}
	c = copies.New(s, state, nil, quiet) // a restart
	if err := c.Pass(t.Context()); err != nil || c.Status(time.Now()).Copies != 0 {
		t.Errorf("what the copy has is copied again: %v", err)
	}
}

// If a file of the copy is changed or deleted by somebody else, Verify notices it. The next
// Pass repairs it from the journal and keeps what was there.
func TestVerify(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			state := t.TempDir()
			var all []string
			for n := range 8 { // more journals than can still change
				name := fmt.Sprintf("open/hall-7/2026112%dt182200123z.jsonl", n)
				path := filepath.Join(state, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("one\ntwo\n"), 0o644)); err != nil {
					t.Fatal(err)
				}
				all = append(all, name)
			}
			c := copies.New(s.store, state, nil, quiet)
			round := func() (err error) {
				if err := c.Pass(t.Context()); err != nil {
					t.Error(err)
				}
				for range all {
					err = errors.Join(err, c.Verify(t.Context()))
				}
				return err
			}
			if err := round(); err != nil {
				t.Errorf("what was just written: %v", err)
			}
			if err := s.store.Put(t.Context(), all[0], []byte("one\nelse\n"), 0); err != nil {
				t.Fatal(err)
			}
			c.Pass(t.Context()) // does not notice it
			last := all[len(all)-1]
			more := []byte("one\ntwo\nthree\n")
			if err := errors.Join(os.WriteFile(filepath.Join(state, filepath.FromSlash(last)), more, 0o644), c.Pass(t.Context()), s.store.Put(t.Context(), last, []byte("one\ntwo\nTHREE\n"), 0)); err != nil {
				t.Fatal(err)
			}
			first := c.Verify(t.Context())
			if first == nil || !strings.Contains(first.Error(), last) || c.Status(time.Now()).Behind == 0 {
				t.Errorf("the journal that is being written is not read back before %d others: %v", len(all)-1, first)
			}
			if err := errors.Join(first, round()); err == nil || !strings.Contains(err.Error(), all[0]) {
				t.Errorf("a file that somebody else wrote: %v", err)
			}
			if err := round(); err != nil {
				t.Errorf("it is not mended: %v", err)
			}
			if got, err := s.store.Get(t.Context(), all[0]); string(got) != "one\ntwo\n" {
				t.Errorf("the copy has %q, %v", got, err)
			}
			sizes, err := s.store.Sizes(t.Context())
			if err != nil || len(sizes) != len(all)+3 { // and the mark of the owner
				t.Errorf("what somebody else wrote is not kept: %v, %v", sizes, err)
			}
		})
	}
}
