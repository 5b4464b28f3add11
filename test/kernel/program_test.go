//go:build linux

package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/internal/livetest"
)

// program is a running touchmove.
type program struct {
	cmd    *exec.Cmd
	out    livetest.Output
	err    livetest.Output
	exited chan struct{}
}

// start runs touchmove until it ends by itself, is ended or the test is over.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	p := &program{cmd: exec.Command("/bin/touchmove", args...), exited: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.cmd.Wait(); close(p.exited) }() // its status is in ProcessState
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // an error means that it has ended
		<-p.exited
		if t.Failed() {
			t.Logf("touchmove %s\n%s%s", strings.Join(args, " "), p.out.String(), p.err.String())
		}
	})
	return p
}

// ends sends a signal, waits for the end and returns the exit status; -1 means that a
// signal ended it.
func (p *program) ends(t *testing.T, s syscall.Signal) int {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	return p.waits(t)
}

func (p *program) waits(t *testing.T) int {
	t.Helper()
	select {
	case <-p.exited:
	case <-time.After(time.Minute):
		t.Fatal("the program does not end")
	}
	return p.cmd.ProcessState.ExitCode()
}

// call runs touchmove to its end.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	p := start(t, args...)
	status = p.waits(t)
	return status, p.out.String(), p.err.String()
}

// write makes a file in the test's directory.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
