package daemon_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon"
)

// hinder makes a daemon under test stop scanning, as if its loop hung, when it receives
// SIGUSR1. The rest of the daemon goes on.
func (j job) hinder(h *daemon.Daemon) {
	if !j.Hinder {
		return
	}
	var hangs atomic.Bool
	ask := make(chan os.Signal, 1)
	signal.Notify(ask, syscall.SIGUSR1)
	go func() { <-ask; hangs.Store(true) }()
	h.Hinder(func() {
		if hangs.Load() {
			scanLoopHangs()
		}
	}, time.Second)
}

// scanLoopHangs never returns. Its name appears in the stack that the daemon prints
// when it is killed.
func scanLoopHangs() { select {} }

// supervisor does what systemd does for a service with Type=notify, WatchdogSec= and
// Restart=always (systemd.service(5), sd_notify(3), sd_watchdog_enabled(3)): it waits
// for READY=1, and if WATCHDOG=1 does not come for a whole WatchdogSec, it ends the
// process with SIGABRT and starts it again.
type supervisor struct {
	socket   *net.UnixConn
	path     string
	watchdog time.Duration

	mu     sync.Mutex
	cmd    *exec.Cmd
	ready  int             // how often processes sent READY=1
	fed    int             // how often they sent WATCHDOG=1
	status string          // the last STATUS=
	ends   []string        // how each process ended
	logs   []*bytes.Buffer // what each process wrote
}

func supervise(t *testing.T, j job, watchdog time.Duration) *supervisor {
	t.Helper()
	s := &supervisor{path: filepath.Join(t.TempDir(), "notify"), watchdog: watchdog}
	var err error
	if s.socket, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: s.path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	over, done := make(chan struct{}), make(chan struct{})
	said := make(chan string)
	go func() {
		defer close(said)
		for buf := make([]byte, 4096); ; {
			n, err := s.socket.Read(buf)
			if err != nil {
				return
			}
			for line := range strings.SplitSeq(string(buf[:n]), "\n") {
				said <- line
			}
		}
	}()
	go func() {
		defer close(done)
		for s.serve(j, said, over) {
		}
	}()
	t.Cleanup(func() {
		close(over)
		<-done
		s.socket.Close()
		for range said {
		}
		if t.Failed() {
			for i, log := range s.logs {
				t.Logf("process %d, %v:\n%.20000s", i+1, s.ends, log)
			}
		}
	})
	return s
}

// serve runs the service once, and returns whether to start it again.
func (s *supervisor) serve(j job, said <-chan string, over <-chan struct{}) bool {
	// WATCHDOG_PID must be the process's own. A shell knows it before it replaces
	// itself with the daemon.
	cmd := exec.Command("/bin/sh", "-c", `export WATCHDOG_PID=$$; exec "$0"`, "/proc/self/exe")
	if path, err := os.Executable(); err == nil {
		cmd.Args[3] = path
	}
	cmd.Env = append(os.Environ(), asDaemon+"="+j.text(), "NOTIFY_SOCKET="+s.path, fmt.Sprintf("WATCHDOG_USEC=%d", s.watchdog.Microseconds()))
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	log := &bytes.Buffer{}
	cmd.Stderr = log
	s.mu.Lock()
	err := cmd.Start()
	s.cmd, s.logs = cmd, append(s.logs, log)
	s.mu.Unlock()
	if err != nil {
		return false
	}
	ended := make(chan string, 1)
	go func() { cmd.Wait(); ended <- cmd.ProcessState.String() }()
	bite := time.NewTimer(time.Minute) // TimeoutStartSec
	defer bite.Stop()
	for {
		select {
		case line := <-said:
			s.mu.Lock()
			switch {
			case line == "READY=1":
				s.ready++
				bite.Reset(s.watchdog)
			case line == "WATCHDOG=1":
				s.fed++
				bite.Reset(s.watchdog)
			case strings.HasPrefix(line, "STATUS="):
				s.status = line
			}
			s.mu.Unlock()
		case <-bite.C:
			cmd.Process.Signal(syscall.SIGABRT)
		case end := <-ended:
			s.mu.Lock()
			s.ends = append(s.ends, end)
			s.mu.Unlock()
			return true
		case <-over:
			cmd.Process.Kill()
			<-ended
			return false
		}
	}
}

// If the scan loop hangs while the rest of the daemon goes on, the watchdog gets no
// more messages. It ends the process, whose stack shows where it hung, and starts
// another, which continues the game.
func TestWatchdogBites(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: oneGame(t), Speed: 8, Hinder: true}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	s := supervise(t, j, 3*time.Second)
	see := func(is func() bool) func() bool {
		return func() bool { s.mu.Lock(); defer s.mu.Unlock(); return is() }
	}
	broadcasttest.Eventually(t, "it is ready, and feeds the watchdog", see(func() bool { return s.ready == 1 && s.fed >= 3 }))
	var game string
	broadcasttest.Eventually(t, "three moves", func() bool {
		game = f.Game()
		moves, _ := f.Moves(game)
		return len(moves) >= 3
	})
	s.mu.Lock()
	s.cmd.Process.Signal(syscall.SIGUSR1)
	s.mu.Unlock()
	broadcasttest.Eventually(t, "systemd is told that scanning stands still", see(func() bool { return strings.HasPrefix(s.status, "STATUS=hall-7: no scan for ") }))
	before, _ := f.Moves(game)
	broadcasttest.Eventually(t, "the watchdog bites, and another process is ready", see(func() bool { return len(s.ends) == 1 && s.ready == 2 }))
	s.mu.Lock()
	end, log := s.ends[0], s.logs[0].String()
	s.mu.Unlock()
	if !strings.Contains(log, "SIGABRT") || !strings.Contains(log, "scanLoopHangs") {
		t.Errorf("it ended with %s, and its stack does not show where it hung", end)
	}
	broadcasttest.Eventually(t, "the game goes on", func() bool {
		after, _ := f.Moves(game)
		return len(after) > len(before) && slices.Equal(after[:len(before)], before) || len(after) > 0 && f.Game() != game
	})
}
