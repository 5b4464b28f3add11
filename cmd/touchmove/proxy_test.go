package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A proxy in the environment (ALL_PROXY), such as one for the whole computer, does not come between the daemon and
// its own broker.
func TestNoProxyToTheOwnBroker(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = []string{"touchmove", "run", "--plain", "--config", simulated(t, "")}
	cmd.Env = append(os.Environ(), "ALL_PROXY=socks5://127.0.0.1:1", "GORACE=atexit_sleep_ms=0") // where nobody listens
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "no connection to the broker") {
			break
		}
		if strings.Contains(lines.Text(), "connected to the broker") {
			return
		}
	}
	t.Errorf("the daemon does not reach its own broker:\n%s", said.String())
}
