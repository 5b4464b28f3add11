package regularfile_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/internal/regularfile"
)

// A file of the expected length is read, also through a link. Everything else that may have
// its name is an error at once, which names it and says what to do.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // a socket's name must be short
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile("file", []byte("12345"), 0o644))
	must(os.Symlink("file", "link"))
	must(os.WriteFile("long", []byte("123456"), 0o644))
	must(os.WriteFile("sparse", nil, 0o644))
	must(os.Truncate("sparse", 6<<30))
	must(os.Mkdir("directory", 0o755))
	must(syscall.Mkfifo("pipe", 0o644))
	must(os.Symlink("pipe", "link to a pipe"))
	must(os.Symlink("/dev/zero", "device"))
	socket, err := net.Listen("unix", "socket")
	must(err)
	defer socket.Close()
	for name, says := range map[string]string{
		"file": "", "link": "", "long": "has 6 bytes, and at most 5", "sparse": "has 6442450944 bytes", "directory": "a directory",
		"pipe": "a pipe", "link to a pipe": "a pipe", "device": "a device", "socket": "a socket",
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			text, err := regularfile.Read(filepath.Join(dir, name), 5)
			switch {
			case says == "" && (err != nil || string(text) != "12345"):
				t.Errorf("%s: %q, %v", name, text, err)
			case says != "" && (!errors.Is(err, regularfile.ErrUnfit) || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "move it away")):
				t.Errorf("%s: %v", name, err)
			}
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%s: reading does not end", name)
		}
	}
	if _, err := regularfile.Read("missing", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if text, err := regularfile.Read("/proc/self/comm", 100); err != nil || len(text) == 0 { // of size 0, and longer
		t.Errorf("a file of the kernel: %q, %v", text, err)
	}
	if _, err := regularfile.Read("/proc/self/status", 100); !errors.Is(err, regularfile.ErrUnfit) {
		t.Errorf("a file that has grown: %v", err)
	}
}
