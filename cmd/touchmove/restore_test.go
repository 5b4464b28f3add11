package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/daemon/copies"
)

// makeCopy makes a second copy with the journals of some boards, and a configuration that has
// the boards b0 and b1.
func makeCopy(t *testing.T, boards ...string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("config/c.toml", "[[board]]\nid = \"b0\"\nwiring = { driver = \"simulated\" }\n[[board]]\nid = \"b1\"\nwiring = { driver = \"simulated\" }\n")
	write("config/players.toml", "event = \"Open\"\n[[player]]\nname = \"Ann\"\n")
	for _, b := range boards {
		for _, began := range []string{"20261121t182200123z", "20261122t182200123z"} {
			write("local/"+b+"/"+began+".jsonl", header+first)
		}
	}
	return dir
}

// Restoring names the boards of the copy's own configuration of which the copy has no journal.
func TestRestoreNamesABoardThatTheCopyLacks(t *testing.T) {
	for _, c := range []struct {
		boards []string
		status int
		says   string
	}{
		{[]string{"b0", "b1"}, 0, ""},
		{[]string{"b0"}, exitFailed, "no journal of board b1 of event local"},
	} {
		status, out, stderr := call(t, "", "restore", "--from", makeCopy(t, c.boards...), "--state", filepath.Join(t.TempDir(), "state"))
		if status != c.status || !strings.Contains(stderr, c.says) || c.says == "" && stderr != "" {
			t.Errorf("a copy with %v: status %d\n%s%s", c.boards, status, out, stderr)
		}
	}
}

// interrupted is a store from which only some files can be read before the process ends.
type interrupted struct {
	copies.Store
	files int
	stop  func()
}

func (s *interrupted) Get(ctx context.Context, name string) ([]byte, error) {
	if s.files--; s.files < 0 {
		s.stop()
	}
	return s.Store.Get(ctx, name)
}

// A directory that is no copy is named, whether there is a state directory or not.
func TestRestoreFromWhatIsNoCopy(t *testing.T) {
	from, state := t.TempDir(), t.TempDir()
	for _, state := range []string{state, filepath.Join(state, "new")} {
		status, _, stderr := call(t, "", "restore", "--from", from, "--state", state)
		if status != exitFailed || !strings.Contains(stderr, from+" has no journals") {
			t.Errorf("into %s: status %d, %s", state, status, stderr)
		}
	}
}

// A state directory in the copy, also by a link or one that is not there yet, is refused, and the copy stays
// as it is.
func TestRestoreIntoTheCopy(t *testing.T) {
	from := makeCopy(t, "b0", "b1")
	links := t.TempDir()
	to := func(name, target string) string {
		t.Helper()
		link := filepath.Join(links, name)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		return link
	}
	copyLink, below := to("copy", from), to("below", filepath.Join(from, "local", "b0"))
	for _, c := range [][2]string{
		{from, from}, {from, filepath.Join(from, "state")}, {from, filepath.Join(from, "a", "b", "c")}, {from, filepath.Join(from, "local", "..", "state")},
		{from, copyLink}, {from, filepath.Join(copyLink, "state")}, {copyLink, filepath.Join(from, "state")}, {from, filepath.Join(below, "state")},
	} {
		status, _, stderr := call(t, "", "restore", "--from", c[0], "--state", c[1])
		if status != exitBad || !strings.Contains(stderr, "is in the copy") {
			t.Errorf("from %s to %s: status %d, %s", c[0], c[1], status, stderr)
		}
	}
	if entries, err := os.ReadDir(from); err != nil || len(entries) != 2 { // config and local
		t.Errorf("the copy has %v, %v", entries, err)
	}
	beside := from + "-state" // begins with the same name
	if status, out, stderr := call(t, "", "restore", "--from", from, "--state", beside); status != 0 {
		t.Errorf("beside it: status %d\n%s%s", status, out, stderr)
	}
}

// A restore that is interrupted leaves a state directory that journal check and the daemon name
// and do not play on; repeating it from the same copy completes it.
func TestRestoreInterrupted(t *testing.T) {
	from := makeCopy(t, "b0", "b1")
	for files := range 7 { // the first is the mark of the owner
		state := filepath.Join(t.TempDir(), "state")
		ctx, stop := context.WithCancel(t.Context())
		if _, err := copies.Restore(ctx, &interrupted{copies.NewDir(from, ""), files, stop}, state); err == nil {
			t.Fatalf("after %d files: it was not interrupted", files)
		}
		if status, _, stderr := call(t, "", "journal", "check", "--state", state); status != exitFailed || !strings.Contains(stderr, "touchmove restore was interrupted") {
			t.Errorf("after %d files: journal check: status %d\n%s", files, status, stderr)
		}
		config := filepath.Join(t.TempDir(), "c.toml")
		text := "state = \"" + state + "\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\n[screen]\nlisten = \"\"\n[control]\ndirectory = \"" + t.TempDir() + "\"\n[[board]]\nid = \"b0\"\nwiring = { driver = \"simulated\" }\n"
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if status, _, stderr := call(t, "", "run", "--plain", "--config", config); status == 0 || !strings.Contains(stderr, "touchmove restore was interrupted") {
			t.Errorf("after %d files: run: status %d\n%s", files, status, stderr)
		}
		if files >= 4 {
			if _, err := os.Stat(filepath.Join(state, "local", "b0", "short")); err != nil {
				t.Errorf("the numbers would not be raised: %v", err)
			}
			if status, _, stderr := call(t, "", "restore", "--from", makeCopy(t, "b5"), "--state", state); status == 0 || !strings.Contains(stderr, "has journals already") {
				t.Errorf("from another copy: status %d\n%s", status, stderr)
			}
		}
		if status, _, stderr := call(t, "", "restore", "--from", from, "--state", state); status != 0 || !strings.Contains(stderr, "interrupted") {
			t.Errorf("once more: status %d\n%s", status, stderr)
		}
		if status, out, stderr := call(t, "", "journal", "check", "--state", state); status != 0 || !strings.Contains(out, "4 journals") {
			t.Errorf("after it: status %d\n%s%s", status, out, stderr)
		}
	}
}
