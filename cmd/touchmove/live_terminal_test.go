package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// On a terminal the board is shown; q ends the program and restores the terminal.
func TestRunOnTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = []string{"touchmove", "run", "--config", simulated(t, ""), "--seed", "3"} // under this name, TestMain runs touchmove
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=en_GB.UTF-8", "LC_ALL=", "GORACE=atexit_sleep_ms=0")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: screenHeight, Cols: screenWidth})
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	defer terminal.Close()
	stuck := time.AfterFunc(5*time.Minute, func() { cmd.Process.Signal(syscall.SIGQUIT) }) // the stacks show where it hangs
	defer stuck.Stop()

	// The program draws only what has changed. The letters of a move may therefore
	// arrive in pieces, or not at all if they were already there. After the
	// terminal's size changes, everything is drawn again in one piece.
	size := pty.Winsize{Rows: screenHeight, Cols: screenWidth}
	move := regexp.MustCompile("Qh5|Nc6|Bc4|Nf6|Qxf7#")
	var shown bytes.Buffer
	asked := false
	buf := make([]byte, 4096)
	for {
		n, err := terminal.Read(buf)
		shown.Write(buf[:n])
		if !asked && n < len(buf) { // everything drawn so far has arrived
			size.Cols = screenWidth + 1 - size.Cols%2
			if err := pty.Setsize(terminal, &size); err != nil {
				t.Fatal(err)
			}
		}
		if !asked && move.Match(shown.Bytes()) { // a move was made and is shown
			asked = true
			if _, err := terminal.Write([]byte("q")); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			break // the other end has closed
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("touchmove run: %v, a move shown: %v, and last of all\n%q", err, asked, shown.Bytes()[max(0, shown.Len()-20000):])
	}
	for _, want := range []string{
		"touchmove run", "simulated board, 4×MCP23017, seed 3", "pause", "quit", "▀▀▀▀▀",
		"\x1b[?1049h", "\x1b[?1049l", // the alternate screen, entered and left
	} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the terminal was not shown %q", want)
		}
	}
}
