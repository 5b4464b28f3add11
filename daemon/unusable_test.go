package daemon_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/journal"
)

// hurt is something that was done to the files of board one.
type hurt struct {
	what  string
	do    func(t *testing.T, dir, latest string) error
	out   bool   // the board does not play
	names string // the file that the log names, in the board's directory; "*" is the latest journal
	says  string
}

// unusable plays on two boards, does something to the files of the first, and begins again.
// The other board plays in any case, the log names the file and says what to do, and the
// start takes no memory for what it does not read.
func unusable(t *testing.T, hurts []hurt) {
	t.Helper()
	for _, c := range hurts {
		t.Run(c.what, func(t *testing.T) {
			config := small(t)
			briefly(t, config, quiet)
			dir := filepath.Join(config.State, "local", "one")
			latest, err := journal.Latest(dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.do(t, dir, latest); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			boards := briefly(t, config, slog.New(slog.NewTextHandler(&log, nil)))
			runtime.ReadMemStats(&after)
			if want := map[bool]string{false: "one two", true: "two"}[c.out]; boards != want {
				t.Errorf("%s play, want %s: %s", boards, want, &log)
			}
			if out := strings.Contains(log.String(), "a board does not play, the others do"); out != c.out {
				t.Errorf("a board is left out: %v: %s", out, &log)
			}
			name := map[bool]string{false: filepath.Join(dir, c.names), true: latest}[c.names == "*"]
			if !strings.Contains(log.String(), name) || !strings.Contains(log.String(), c.says) {
				t.Errorf("the log does not name %s and say %q: %s", name, c.says, &log)
			}
			if n := int64(after.TotalAlloc-before.TotalAlloc) >> 20; n > 200 {
				t.Errorf("the start took %d MB", n)
			}
		})
	}
}

// briefly opens a daemon and ends it again. It returns the boards that would have played.
func briefly(t *testing.T, c *configs.Config, log *slog.Logger) string {
	t.Helper()
	type opened struct {
		d   *daemon.Daemon
		err error
	}
	begun := make(chan opened, 1)
	go func() {
		d, err := daemon.Open(c, "v1", log)
		begun <- opened{d, err}
	}()
	var d *daemon.Daemon
	select {
	case o := <-begun:
		if d = o.d; o.err != nil {
			t.Fatal(o.err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the start does not end")
	}
	var boards []string
	for _, b := range d.Boards {
		boards = append(boards, b.Config.ID)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := d.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return strings.Join(boards, " ")
}

// sparse makes a file longer than the disk.
func sparse(path string) error { return os.Truncate(path, 6<<30) }

const earlierName = "20200101t000000000z.jsonl"

// A journal that something else has filled is not read. The board plays on if it is an
// earlier one.
func TestOversizedJournal(t *testing.T) {
	unusable(t, []hurt{
		{what: "the latest journal", do: func(_ *testing.T, _, latest string) error { return sparse(latest) }, out: true, names: "*", says: "has 6442450944 bytes"},
		{what: "an earlier journal", do: func(_ *testing.T, dir, _ string) error {
			earlier := filepath.Join(dir, earlierName)
			return errors.Join(os.WriteFile(earlier, nil, 0o644), sparse(earlier))
		}, names: earlierName, says: "has 6442450944 bytes"},
	})
}

// replaced puts a pipe, a link to a device, a directory or an endless file in the place of a
// file.
func replaced(path, by string) error {
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	switch by {
	case "a pipe":
		return syscall.Mkfifo(path, 0o666)
	case "a device":
		return os.Symlink("/dev/zero", path)
	case "a directory":
		return os.MkdirAll(filepath.Join(path, "sub"), 0o755)
	}
	return errors.Join(os.WriteFile(path, nil, 0o644), sparse(path))
}

// Beside the journals lie files that a start can do without. Whatever has taken their place,
// it neither hangs nor takes the memory.
func TestWhatIsNoFile(t *testing.T) {
	var hurts []hurt
	for _, name := range []string{"journals.json", "previous.json"} {
		for _, by := range []string{"a pipe", "a device", "a directory", "6 GB"} {
			says := map[bool]string{false: "is not a file but " + by, true: "has 6442450944 bytes"}[by == "6 GB"]
			hurts = append(hurts, hurt{what: name + " is " + by, do: func(_ *testing.T, dir, _ string) error { return replaced(filepath.Join(dir, name), by) }, names: name, says: says})
		}
	}
	unusable(t, hurts)
}

// A file of one board that cannot be opened keeps that board from playing, and no other. The
// error says what to do.
func TestUnusableFile(t *testing.T) {
	to := func(path, by string) func(*testing.T, string, string) error {
		return func(_ *testing.T, dir, latest string) error {
			if path != "" {
				latest = filepath.Join(dir, path)
			}
			return replaced(latest, by)
		}
	}
	link := func(_ *testing.T, _, latest string) error {
		return errors.Join(os.Rename(latest, latest+".away"), os.Symlink(latest+".away", latest))
	}
	socket := func(_ *testing.T, dir, _ string) error {
		path := filepath.Join(dir, "lock")
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		defer syscall.Close(fd)
		short := filepath.Join(os.TempDir(), filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(dir))))+t.Name()) // the kernel takes 107 bytes
		return errors.Join(os.Remove(path), syscall.Bind(fd, &syscall.SockaddrUnix{Name: short}), os.Rename(short, path))
	}
	unusable(t, []hurt{
		{what: "the latest journal is a pipe", do: to("", "a pipe"), out: true, names: "*", says: "move it away"},
		{what: "the latest journal is a link", do: link, out: true, names: "*", says: "symbolic link"},
		{what: "the lock is a directory", do: to("lock", "a directory"), out: true, names: "lock", says: "a file belongs there"},
		{what: "the lock is a link", do: to("lock", "a device"), out: true, names: "lock", says: "symbolic link"},
		{what: "the lock is a socket", do: socket, out: true, names: "lock", says: "a file belongs there"},
		{what: "the directory is a file", do: func(_ *testing.T, dir, _ string) error {
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o644))
		}, out: true, names: "", says: "is not a directory: move it away"},
		{what: "the directory is a link to nothing", do: func(_ *testing.T, dir, _ string) error {
			return errors.Join(os.RemoveAll(dir), os.Symlink("/media/stick/board", dir))
		}, out: true, names: "", says: "is a link to /media/stick/board, which is not there"},
	})
}

// asAnotherUser names an environment variable: the state directory that TestFilesOfAnotherUser, run by another
// user, begins on.
const asAnotherUser = "TOUCHMOVE_TEST_STATE_OF_ANOTHER"

// Files that belong to another user, as after a copy by root, keep one board from playing. A process of another
// user begins on them: boards are opened on several threads, and a user of one thread would be that of none.
func TestFilesOfAnotherUser(t *testing.T) {
	if state := os.Getenv(asAnotherUser); state != "" {
		beginAsAnotherUser(t, state)
		return
	}
	if os.Getuid() != 0 {
		t.Skip("only root can take another user's part")
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	const nobody = 65534
	for _, name := range []string{"*", "lock"} {
		config := small(t)
		briefly(t, config, quiet)
		dir := filepath.Join(config.State, "local", "one")
		path := filepath.Join(dir, name)
		if name == "*" {
			path, _ = journal.Latest(dir)
		}
		for at := config.State; at != "/" && at != os.TempDir(); at = filepath.Dir(at) {
			must(os.Chmod(at, 0o755))
		}
		program := filepath.Join(config.State, "tests")
		must(copyProgram(program))
		must(filepath.WalkDir(config.State, func(p string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Chown(p, nobody, nobody))
		}))
		must(os.Chown(path, 0, 0))
		must(os.Chmod(path, 0o600))

		cmd := exec.Command(program, "-test.run=^TestFilesOfAnotherUser$", "-test.v")
		cmd.Env = append(os.Environ(), asAnotherUser+"="+config.State, "TMPDIR="+config.State)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
		if text := string(said); !strings.Contains(text, "plays: two\n") || !strings.Contains(text, path) || !strings.Contains(text, "chown") {
			t.Errorf("%s: of boards one and two, only two should play, and the log should name %s: %s", name, path, text)
		}
	}
}

// beginAsAnotherUser opens the boards of small on a state directory, and prints which of them play.
func beginAsAnotherUser(t *testing.T, state string) {
	config := small(t)
	config.State = state
	d, err := daemon.Open(config, "v1", slog.New(slog.NewTextHandler(os.Stdout, nil)))
	if err != nil {
		t.Fatal("no board plays: ", err)
	}
	for _, b := range d.Boards {
		fmt.Printf("plays: %s\n", b.Config.ID)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := d.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

// copyProgram copies this test program to a place where other users may run it.
func copyProgram(path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(self)
	return errors.Join(err, os.WriteFile(path, text, 0o755))
}
