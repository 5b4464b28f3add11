package journal_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/journal"
)

// asHolder names an environment variable. If it holds a directory, this test binary
// locks that directory when it reads a line of input, and releases it at the next.
const asHolder = "TOUCHMOVE_TEST_LOCK"

func TestMain(m *testing.M) {
	dir := os.Getenv(asHolder)
	if dir == "" {
		os.Exit(m.Run())
	}
	in := bufio.NewReader(os.Stdin)
	fmt.Println("ready")
	in.ReadString('\n')
	disk, err := journal.LockDir(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	path := filepath.Join(dir, journal.Name(time.Now()))
	if _, err := journal.Create(disk, path, header, records()...); err != nil {
		fmt.Println(err)
		return
	}
	disk.Close()
	fmt.Println("locked")
	in.ReadString('\n')
}

type holder struct {
	*exec.Cmd
	begin func()
	says  func() string
}

func newHolder(t *testing.T, dir string) holder {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	h := holder{Cmd: exec.Command(self)}
	h.Env = append(os.Environ(), asHolder+"="+dir)
	in, err := h.StdinPipe()
	must(t, err)
	out, err := h.StdoutPipe()
	must(t, err)
	if err := h.Start(); errors.Is(err, syscall.ENOEXEC) {
		t.Skip("an emulated processor: its programs cannot start themselves")
	} else {
		must(t, err)
	}
	t.Cleanup(func() { h.Process.Kill(); h.Wait() })
	lines := bufio.NewReader(out)
	h.begin = func() { in.Write([]byte("\n")) }
	h.says = func() string {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err.Error()
		}
		return strings.TrimSpace(line)
	}
	if says := h.says(); says != "ready" {
		t.Fatal(says)
	}
	return h
}

// If two daemons begin at the same moment and there is no directory yet, one of them
// plays. The other says which process that is, and what to do. When that process is
// killed, the directory is free.
func TestTwoBeginTogether(t *testing.T) {
	pairs := 40
	if testing.Short() {
		pairs = 10
	}
	for range pairs {
		dir := filepath.Join(t.TempDir(), "state", "event", "board")
		both := [2]holder{newHolder(t, dir), newHolder(t, dir)}
		var together sync.WaitGroup
		var says [2]string
		for i, h := range both {
			together.Go(func() { h.begin(); says[i] = h.says() })
		}
		together.Wait()
		first, second := 0, 1
		if says[1] == "locked" {
			first, second = 1, 0
		}
		if pid := fmt.Sprintf("kill %d)", both[first].Process.Pid); says[first] != "locked" || !strings.Contains(says[second], pid) || !strings.Contains(says[second], dir) {
			t.Fatalf("one says %q, the other %q; the first is %s", says[first], says[second], pid)
		}
		if list, err := journal.List(dir); err != nil || len(list) != 1 {
			t.Fatalf("the journals are %v, %v", list, err)
		}
		must(t, both[first].Process.Kill())
		both[first].Wait()
		disk, err := journal.LockDir(dir)
		must(t, err)
		disk.Close()
	}
}

// A state directory on a file system without locks is refused with what to do.
func TestNoLocks(t *testing.T) {
	for _, no := range []syscall.Errno{syscall.ENOLCK, syscall.ENOSYS, syscall.ENOTSUP} {
		err := journal.Explain(no)
		for _, says := range []string{"no locks", "a disk of this computer (state)", "[journal] copy"} {
			if !errors.Is(err, no) || !strings.Contains(err.Error(), says) {
				t.Errorf("it does not say %q: %v", says, err)
			}
		}
	}
}
