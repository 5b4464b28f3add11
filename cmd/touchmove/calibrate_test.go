package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
)

// calibrate leaves a board alone that a daemon is reading.
func TestCalibrateAlone(t *testing.T) {
	dir, err := os.MkdirTemp("", "tm") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	config := filepath.Join(dir, "hall.toml")
	text := fmt.Sprintf("state = %q\n[control]\ndirectory = %q\n[[board]]\nid = \"hall-7\"\nwiring = { driver = \"mcp23017\" }\n", dir, filepath.Join(dir, "control"))
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ask := func(context.Context, broadcast.Request) (broadcast.Answer, error) { return broadcast.Answer{}, nil }
	server, err := sockets.Listen(sockets.Sockets{Dir: filepath.Join(dir, "control")}, []sockets.Board{
		{ID: "hall-7", Event: "local", Ask: ask, State: func() eventlog.State { return eventlog.State{} }},
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); server.Run(ctx) }()
	defer func() { stop(); <-ended }()
	status, stdout, stderr := call(t, "", "calibrate", "--plain", "--config", config)
	if status != exitFailed || stdout != "" || !strings.Contains(stderr, "board hall-7 is read by touchmove run on this computer") {
		t.Errorf("exit status %d, %q, %q", status, stdout, stderr)
	}
}

// On a terminal the guide is shown while simulated hands follow it to the end; q
// restores the terminal.
func TestCalibrateOnTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = []string{"touchmove", "calibrate", "levels", "--speed", "1000", "--faults", "c2=weak"}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=1", "COLORTERM=", "LANG=en_GB.UTF-8", "LC_ALL=", "GORACE=atexit_sleep_ms=0")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	defer terminal.Close()
	stuck := time.AfterFunc(4*time.Minute, func() { cmd.Process.Signal(syscall.SIGQUIT) })
	defer stuck.Stop()
	var shown bytes.Buffer
	asked := false
	buf := make([]byte, 4096)
	for {
		n, err := terminal.Read(buf)
		shown.Write(buf[:n])
		if !asked && strings.Contains(shown.String(), "READY") {
			asked = true
			if _, err := terminal.Write([]byte("p")); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			break // the other end has closed
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v; shown was\n%q", err, shown.Bytes()[max(0, shown.Len()-4000):])
	}
	for _, want := range []string{"\x1b[?1049h", "\x1b[?1049l", "READY: 1 weak", "of what is needed: less sensitive", "practice: ready with 1 weak square"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the terminal was not shown %q; at the end\n%q", want, shown.Bytes()[max(0, shown.Len()-1500):])
		}
	}
	for _, colour := range []string{"\x1b[31", "\x1b[32", "\x1b[33", ";38;", "[38;", "[48;"} {
		if strings.Contains(shown.String(), colour) {
			t.Errorf("colours in spite of NO_COLOR: %q", colour)
		}
	}
}
