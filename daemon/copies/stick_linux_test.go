package copies_test

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/copies"
)

// stick is a USB stick: a small file system that can be mounted, filled, made read-only and
// pulled out.
type stick struct {
	t     *testing.T
	store string // where the file system always is
	at    string // where it is mounted
}

func newStick(t *testing.T, at string) *stick {
	t.Helper()
	s := &stick{t, t.TempDir(), at}
	image := filepath.Join(t.TempDir(), "stick")
	s.must(os.WriteFile(image, make([]byte, 512<<10), 0o600))
	for _, args := range [][]string{{"mkfs.ext2", "-q", "-F", image}, {"mount", "-o", "loop", image, s.store}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("a file system of its own takes root, a loop device and mkfs.ext2: %v %s", err, out)
		}
	}
	t.Cleanup(func() { syscall.Unmount(s.store, syscall.MNT_DETACH) })
	return s
}

func (s *stick) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stick) plug() {
	s.t.Helper()
	s.must(syscall.Mount(s.store, s.at, "", syscall.MS_BIND, ""))
	s.t.Cleanup(func() { syscall.Unmount(s.at, syscall.MNT_DETACH) })
}

func (s *stick) pull() { s.t.Helper(); s.must(syscall.Unmount(s.at, syscall.MNT_DETACH)) }

func (s *stick) readOnly(is bool) {
	s.t.Helper()
	flags := uintptr(syscall.MS_BIND | syscall.MS_REMOUNT)
	if is {
		flags |= syscall.MS_RDONLY
	}
	s.must(syscall.Mount("", s.at, "", flags, ""))
}

// A stick that is missing at the start, full, read-only, pulled out, put back or exchanged
// never makes the copier fail for good, and never makes it write into the empty mount point
// on the disk of the journals. Each time the copy counts as behind, and once the disk is
// there the copy is complete.
func TestStick(t *testing.T) {
	state, at := t.TempDir(), t.TempDir()
	one, other := newStick(t, at), newStick(t, at)
	path, dir := filepath.Join(state, filepath.FromSlash(name)), filepath.Join(at, "touchmove")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	start := func() *copies.Copier {
		return copies.New(copies.NewDir(dir, state), state, nil, slog.New(slog.NewTextHandler(&log, nil)))
	}
	text := ""
	grow := func(bytes int) {
		t.Helper()
		text += strings.Repeat("x", bytes) + "\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := start()
	pass := func(when, wrong string) {
		t.Helper()
		grow(10)
		err := c.Pass(t.Context())
		behind := c.Status(time.Now().Add(time.Minute)).Behind >= time.Minute
		if wrong != "" {
			if err == nil || !strings.Contains(err.Error(), wrong) || !behind {
				t.Errorf("%s: %v, behind %v; the error must say %q", when, err, behind, wrong)
			}
			return
		}
		has, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || behind || string(has) != text {
			t.Errorf("%s: %v, behind %v, the copy has %d of %d bytes", when, err, behind, len(has), len(text))
		}
	}
	nothingOn := func(when string) {
		t.Helper()
		if there, _ := os.ReadDir(at); len(there) > 0 {
			t.Errorf("%s: %s is on the disk of the journals", when, there[0].Name())
		}
	}

	one.plug()
	pass("plugged in", "")
	one.pull()
	pass("pulled out", "its disk is not mounted")
	nothingOn("pulled out")
	one.plug()
	pass("put back", "")
	one.readOnly(true)
	pass("read-only", "read-only file system")
	one.readOnly(false)
	pass("writable again", "")
	other.plug()
	pass("another stick in its place", "")
	if !strings.Contains(log.String(), "has another disk, or its disk is back") {
		t.Errorf("the log says nothing of it: %s", &log)
	}
	full := filepath.Join(at, "holiday.mp4")
	f, err := os.Create(full)
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 1<<10); err == nil; _, err = f.Write(block) {
	}
	f.Close()
	before := text
	grow(8 << 10)
	pass("full", "no space left on device")
	if has, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); string(has) != before {
		t.Errorf("full: the copy has %d bytes of the %d that it had", len(has), len(before))
	}
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	pass("there is room", "")

	other.pull()
	one.pull()
	c = start()
	pass("a start without the stick", "its disk is not mounted")
	nothingOn("a start without the stick")
	one.plug()
	pass("and then it is plugged in", "")
}

// A copy whose disk was never there goes to the disk of the journals, as the configuration
// says, with a warning; once a disk is mounted there, the copy goes to that.
func TestStickThatComesLater(t *testing.T) {
	state, at := t.TempDir(), t.TempDir()
	s := newStick(t, at)
	path, dir := filepath.Join(state, filepath.FromSlash(name)), filepath.Join(at, "touchmove")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c := copies.New(copies.NewDir(dir, state), state, nil, slog.New(slog.NewTextHandler(&log, nil)))
	for _, mounted := range []bool{false, true} {
		if mounted {
			s.plug()
			if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		has, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if want, _ := os.ReadFile(path); err != nil || !bytes.Equal(has, want) {
			t.Errorf("mounted %v: the copy has %q, %v", mounted, has, err)
		}
		if !strings.Contains(log.String(), "on the same disk as the journals") {
			t.Errorf("no warning: %s", &log)
		}
	}
}
