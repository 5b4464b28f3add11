package journal_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// hurts are the ways in which somebody may damage a journal that is being written.
var hurts = map[string]func(t *testing.T, path string){
	"deleted": func(t *testing.T, path string) { must(t, os.Remove(path)) },
	"the directory deleted": func(t *testing.T, path string) {
		must(t, os.RemoveAll(filepath.Dir(path)))
	},
	"the state directory deleted": func(t *testing.T, path string) {
		must(t, os.RemoveAll(filepath.Dir(filepath.Dir(path))))
	},
	"the directory renamed": func(t *testing.T, path string) {
		must(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old"))
	},
	"renamed": func(t *testing.T, path string) { must(t, os.Rename(path, path+".old")) },
	"replaced by a copy": func(t *testing.T, path string) {
		text, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path+"~", text, 0o644))
		must(t, os.Rename(path+"~", path))
	},
	"replaced by a directory": func(t *testing.T, path string) {
		must(t, os.Remove(path))
		must(t, os.Mkdir(path, 0o755))
	},
	"emptied":      func(t *testing.T, path string) { must(t, os.Truncate(path, 0)) },
	"cut":          func(t *testing.T, path string) { must(t, os.Truncate(path, 300)) },
	"written over": func(t *testing.T, path string) { must(t, os.WriteFile(path, make([]byte, 1e6), 0o644)) },
	"appended to": func(t *testing.T, path string) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		must(t, err)
		_, err = f.WriteString("a note\n")
		must(t, errors.Join(err, f.Close()))
	},
	"mounted over": func(t *testing.T, path string) {
		dir := filepath.Dir(path)
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
			t.Skipf("a mount takes root: %v", err)
		}
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	},
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Whatever somebody does to the file that is being written, the next Sync notices it,
// or Check if nothing is played. Then the whole journal is there again under its name,
// its directories have their old modes, and records continue to be kept.
func TestMovedInPlay(t *testing.T) {
	for name, hurt := range hurts {
		t.Run(name, func(t *testing.T) {
			for _, quiet := range []bool{false, true} {
				movedInPlay(t, hurt, quiet)
			}
		})
	}
}

func movedInPlay(t *testing.T, hurt func(*testing.T, string), quiet bool) {
	dir := filepath.Join(t.TempDir(), "event", "board")
	must(t, os.MkdirAll(dir, 0o750))
	must(t, os.Chmod(dir, 0o700))
	disk, err := journal.LockDir(dir)
	must(t, err)
	path := filepath.Join(dir, "20261121t182200123z.jsonl")
	want := records()
	j, err := journal.Create(disk, path, header)
	must(t, err)
	disk.Close() // the journal keeps the lock
	for i, r := range want {
		if i == 3 {
			must(t, j.Sync())
			hurt(t, path)
			if quiet {
				err := j.Check()
				if !errors.Is(err, journal.ErrMoved) || !strings.Contains(err.Error(), path) {
					t.Errorf("Check says %v", err)
				}
				must(t, j.Sync())
			}
		}
		must(t, j.Append(r))
		err := j.Sync()
		if i == 3 && !quiet {
			if !errors.Is(err, journal.ErrMoved) || !strings.Contains(err.Error(), path) {
				t.Errorf("Sync says %v", err)
			}
			err = j.Sync()
		}
		must(t, err)
		must(t, j.Check())
		if kept, err := journal.Read(path); i >= 3 && (err != nil || !reflect.DeepEqual(kept.Records, want[:i+1]) || len(kept.Torn) > 0) {
			t.Fatalf("after record %d: %v, %+v", i, err, kept)
		}
	}
	if info, err := os.Stat(dir); err != nil || part(t) != "mounted over" && info.Mode().Perm() != 0o700 {
		t.Errorf("the directory is %v, %v", info.Mode(), err)
	}
	if _, err := journal.LockDir(dir); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("the directory is open to others: %v", err)
	}
	must(t, j.Close())
	again, kept, err := journal.Open(journal.OS{}, path)
	must(t, err)
	defer again.Close()
	if !reflect.DeepEqual(kept.Records, want) {
		t.Errorf("the next start finds %v", kept.Records)
	}
	if free, err := journal.LockDir(dir); err != nil {
		t.Errorf("the lock was not given back: %v", err)
	} else {
		free.Close()
	}
}

func part(t *testing.T) string {
	return strings.ReplaceAll(t.Name()[strings.LastIndexByte(t.Name(), 0x2f)+1:], "_", " ")
}

// A file put in the journal's place belongs to somebody, and is not lost.
func TestWhatReplacedItIsPutAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	for n := range 2 {
		must(t, os.Remove(path))
		must(t, os.WriteFile(path, []byte{byte('a' + n)}, 0o644))
		if err := j.Check(); !errors.Is(err, journal.ErrMoved) {
			t.Fatal(err)
		}
		must(t, j.Sync())
	}
	must(t, j.Close())
	for name, want := range map[string]string{".aside1": "a", ".aside2": "b"} {
		if text, err := os.ReadFile(path + name); string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// A journal that is deleted just before Close is there at the next start.
func TestDeletedBeforeClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	must(t, os.Remove(path))
	must(t, j.Close())
	if kept, err := journal.Read(path); err != nil || len(kept.Records) != len(records()) {
		t.Errorf("the journal written again has %+v, %v, want all records", kept, err)
	}
}

// overwrite writes four bytes in place, as `printf | dd conv=notrunc` does.
func overwrite(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt([]byte("XXXX"), at)
	must(t, errors.Join(err, f.Close()))
}

// Bytes of the open file that are changed in place are noticed by Check within about a minute,
// and by Close; what was there is put aside, and the journal is whole again. Long journals are
// read in pieces.
func TestChangedInPlace(t *testing.T) {
	for _, notes := range []int{0, 20} { // the second takes several pieces
		want := records()
		for n := range notes {
			want = append(want, trace.Record{At: time.Hour + time.Duration(n), What: trace.Command{Do: trace.DoNote, What: strings.Repeat("x", 50<<10)}})
		}
		for n := range want {
			want[n].At = want[n].At.Truncate(time.Microsecond)
		}
		for _, by := range []string{"Check", "Close", "Verify"} {
			path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
			j, err := journal.Create(journal.OS{}, path, header, want...)
			must(t, err)
			for range 200 {
				must(t, j.Check())
			}
			must(t, j.Append(trace.Record{At: 2 * time.Hour, What: want[0].What}))
			must(t, j.Sync())
			stored := append(want[:len(want):len(want)], trace.Record{At: 2 * time.Hour, What: want[0].What})
			overwrite(t, path, 400)
			switch by {
			case "Check":
				calls := 0
				for err = nil; err == nil && calls < 70; calls++ {
					err = j.Check()
				}
				if !errors.Is(err, journal.ErrMoved) || !strings.Contains(err.Error(), "changed") {
					t.Errorf("Check says %v", err)
				}
				must(t, j.Sync())
				must(t, j.Check())
			case "Verify":
				if err := j.Verify(); !errors.Is(err, journal.ErrMoved) {
					t.Errorf("Verify says %v", err)
				}
			}
			must(t, j.Close())
			if kept, err := journal.Read(path); err != nil || !reflect.DeepEqual(kept.Records, stored) {
				t.Errorf("changed before %s, with %d notes: %v", by, notes, err)
			}
			if text, err := os.ReadFile(path + ".aside1"); err != nil || string(text[400:404]) != "XXXX" {
				t.Errorf("what was changed is not put aside: %v", err)
			}
		}
	}
}

// A journal of any length that is read is rewritten if it is changed in place. A longer one,
// which is not kept in memory, is rewritten from its open file, unless that was changed; then an
// error says that its content is lost.
func TestLongJournalMoved(t *testing.T) {
	if testing.Short() {
		t.Skip("writes some 200 MB")
	}
	if raced {
		t.Skip("takes minutes under the race detector: make unit runs it without as well")
	}
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	note := trace.Command{Do: trace.DoNote, What: strings.Repeat("x", 60<<10)}
	at := time.Hour
	grow := func(to int64) {
		t.Helper()
		for ; j.Length() < to; at += time.Microsecond {
			must(t, j.Append(trace.Record{At: at, What: note}))
		}
		must(t, j.Sync())
		if info, err := os.Stat(path); err != nil || info.Size() < j.Length() {
			t.Fatalf("the journal says that it has %d bytes, and the file %d, %v", j.Length(), info.Size(), err)
		}
	}
	grow(journal.Longest - 2<<20)
	overwrite(t, path, 40<<20)
	if err := j.Verify(); !errors.Is(err, journal.ErrMoved) {
		t.Errorf("Verify says %v", err)
	}
	must(t, j.Sync())
	if kept, err := journal.Read(path); err != nil || kept.Records[len(kept.Records)-1].At != at-time.Microsecond {
		t.Errorf("changed in place: %v", err)
	}
	grow(journal.Longest + 1<<20)
	must(t, os.Remove(path))
	if err := j.Check(); !errors.Is(err, journal.ErrMoved) {
		t.Errorf("Check says %v", err)
	}
	must(t, j.Sync())
	if info, err := os.Stat(path); err != nil || info.Size() != j.Length() {
		t.Errorf("the long one that was deleted: %v", err)
	}
	must(t, os.Truncate(path, 1000))
	if err := j.Check(); !errors.Is(err, journal.ErrMoved) {
		t.Fatal(err)
	}
	if err := j.Sync(); err == nil || !strings.Contains(err.Error(), "its content is lost") {
		t.Errorf("Sync says %v", err)
	}
	if err := j.Close(); err == nil {
		t.Error("closed as if it were kept")
	}
}

// If a directory cannot be made again, an error says so, and every Sync tries again.
func TestNoPlaceToWriteAnew(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	path := filepath.Join(state, "20261121t182200123z.jsonl")
	must(t, os.Mkdir(state, 0o755))
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	must(t, os.RemoveAll(state))
	must(t, os.WriteFile(state, nil, 0o644))
	if err := j.Check(); !errors.Is(err, journal.ErrMoved) {
		t.Fatal(err)
	}
	for range 2 {
		if err := j.Sync(); err == nil || errors.Is(err, journal.ErrMoved) || !strings.Contains(err.Error(), state) {
			t.Errorf("Sync says %v", err)
		}
	}
	must(t, os.Remove(state))
	must(t, j.Sync())
	must(t, j.Close())
	if kept, err := journal.Read(path); err != nil || len(kept.Records) != len(records()) {
		t.Errorf("the journal written again has %+v, %v, want all records", kept, err)
	}
}

// Whichever operation fails while a journal is rewritten, it is tried again, and then
// everything is there, even after a power cut.
func TestWritingAnewFails(t *testing.T) {
	want := records()
	for op := 1; ; op++ {
		m := newMemory()
		j, err := journal.Create(m, name, header, want[:3]...)
		must(t, err)
		delete(m.files, name)
		delete(m.named, name)
		must(t, j.Append(want[3]))
		if err := j.Sync(); !errors.Is(err, journal.ErrMoved) {
			t.Fatal(err)
		}
		m.ops, m.fail = 0, op
		err = j.Sync()
		if m.ops < op {
			if op < 7 {
				t.Errorf("only %d operations", op)
			}
			break
		}
		for tries := 0; err != nil && tries < 2; tries++ {
			err = j.Sync()
		}
		must(t, err)
		_, kept, err := journal.Open(m.unplug(), name)
		if err != nil || !reflect.DeepEqual(kept.Records, want[:4]) {
			t.Errorf("operation %d failed: %v, %v", op, kept, err)
		}
	}
}

// A deleted lock file is locked again. If another process was faster, nothing is
// written into its directory.
func TestLockDeleted(t *testing.T) {
	dir := t.TempDir()
	disk, err := journal.LockDir(dir)
	must(t, err)
	path := filepath.Join(dir, "20261121t182200123z.jsonl")
	j, err := journal.Create(disk, path, header, records()...)
	must(t, err)
	must(t, os.RemoveAll(dir))
	other, err := journal.LockDir(dir)
	must(t, err)
	if err := j.Check(); !errors.Is(err, journal.ErrMoved) {
		t.Fatal(err)
	}
	if err := j.Sync(); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("Sync says %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("written beside another: %v", err)
	}
	other.Close()
	must(t, j.Sync())
	must(t, j.Close())
}
