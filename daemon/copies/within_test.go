package copies_test

import (
	"os"
	"path/filepath"
	"testing"

	"touchmove/daemon/copies"
)

// A path is in a directory by links, by what does not exist yet, and by ".."; a neighbour whose name begins the
// same way is not.
func TestIsWithin(t *testing.T) {
	dir := t.TempDir()
	state, elsewhere := filepath.Join(dir, "state"), filepath.Join(dir, "elsewhere")
	for _, d := range []string{filepath.Join(state, "open"), elsewhere} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(state, "open"), filepath.Join(elsewhere, "link")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		state: true, state + "/new/below": true, elsewhere + "/link": true, elsewhere + "/link/new": true,
		elsewhere + "/../state/open": true, elsewhere: false, elsewhere + "/new": false, state + "-2": false, dir: false, "/": false,
	} {
		if got, err := copies.IsWithin(path, state); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", path, got, err, want)
		}
	}
	if _, err := copies.IsWithin(elsewhere, filepath.Join(dir, "gone")); err == nil {
		t.Error("a directory that does not exist")
	}
}
