package copies_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"touchmove/daemon/copies"
)

// In a directory that somebody made for the copy, other users see neither the journals nor when
// they change. With a delay, directories that an earlier version left open are closed, and a
// warning says that the directory itself is open.
func TestCopyIsClosedToOthers(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	state, copied := t.TempDir(), t.TempDir()
	const board = "open/hall-7"
	begin(t, state, board, first)
	for _, c := range []struct {
		mode       os.FileMode
		delay      bool
		old, warns bool
	}{{0o755, false, false, false}, {0o755, true, true, true}, {0o700, true, false, false}, {0o750, true, true, false}} {
		must(t, os.Chmod(copied, c.mode))
		for _, dir := range []string{"open", board} {
			if c.old {
				must(t, os.Chmod(filepath.Join(copied, dir), 0o755))
			}
		}
		store := copies.NewDir(copied, state)
		if c.delay {
			store.CloseToOthers()
		}
		var log bytes.Buffer
		must(t, copies.New(store, state, nil, slog.New(slog.NewTextHandler(&log, nil))).Pass(t.Context()))
		for _, dir := range []string{"open", board} {
			if info, err := os.Stat(filepath.Join(copied, dir)); err != nil || info.Mode().Perm()&0o007 != 0 {
				t.Errorf("%+v: %s has %v, %v", c, dir, info.Mode(), err)
			}
		}
		if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != c.mode {
			t.Errorf("%+v: the directory itself has %v, %v", c, info.Mode(), err)
		}
		if warned := strings.Contains(log.String(), "chmod 700"); warned != c.warns {
			t.Errorf("%+v: the log says\n%s", c, &log)
		}
	}
}
