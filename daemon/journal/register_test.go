package journal_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/journal"
)

// Whoever checks a directory is told that its register is a pipe, a device or endless, at once.
func TestRegisterThatIsNoFile(t *testing.T) {
	for says, put := range map[string]func(path string) error{
		"is not a file but a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"is not a file but a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"has 6442450944 bytes": func(path string) error {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(path, 6<<30)
		},
	} {
		dir := t.TempDir()
		if err := put(journal.RegisterFile(dir)); err != nil {
			t.Fatal(err)
		}
		told := make(chan []error, 1)
		go func() { told <- journal.NewChain(dir).Faults() }()
		select {
		case faults := <-told:
			if len(faults) != 1 || !strings.Contains(faults[0].Error(), journal.RegisterFile(dir)+" "+says) {
				t.Errorf("%s: %v", says, faults)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: the check does not end", says)
		}
	}
}
