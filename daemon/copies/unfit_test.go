package copies_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/copies"
)

// A pipe or a device in a copy, or a file longer than any that was copied, is named, and
// everything else is restored.
func TestRestoreWhatIsNoFile(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	dir := filepath.Join(from, "local", "b0")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(dir, "a.jsonl"), 0o644), os.Symlink("/dev/zero", filepath.Join(dir, "b.jsonl")),
		os.WriteFile(filepath.Join(dir, "c.jsonl"), nil, 0o644), os.Truncate(filepath.Join(dir, "c.jsonl"), 6<<30),
		os.WriteFile(filepath.Join(dir, "shown.json"), []byte("here"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		names, err := copies.Restore(t.Context(), copies.NewDir(from, ""), to)
		if len(names) != 1 || err == nil {
			t.Errorf("%v were restored, %v", names, err)
			return
		}
		for _, says := range []string{"a.jsonl is not a file but a pipe", "b.jsonl is not a file but a link", "c.jsonl has 6442450944 bytes"} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("the error does not say %q: %v", says, err)
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("it does not end")
	}
}
