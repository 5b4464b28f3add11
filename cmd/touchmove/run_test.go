package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"touchmove/configs"
)

// simulated writes a configuration with one simulated board on free ports, and returns
// its path.
func simulated(t *testing.T, more string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hall.toml")
	text := `
state = "state"
[mqtt]
listen = "127.0.0.1:0"
websocket = ""
[screen]
listen = ""
[[board]]
id = "demo"
scan_hz = 50
wiring = { driver = "simulated", style = "clean", speed = 100.0, pgn = "game.pgn" }
` + more
	game := "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "game.pgn"), []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// follow runs the daemon until it has printed a certain line, and returns all lines.
func follow(t *testing.T, config, until string) []string {
	t.Helper()
	out, in := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"run", "--config", config}, &console{in: strings.NewReader(""), out: in, err: &stderr})
		in.Close()
	}()
	var told []string
	asked := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		told = append(told, lines.Text())
		if !asked && strings.Contains(lines.Text(), until) {
			asked = true
			if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	if status := <-ended; status != exitDone || !asked {
		t.Fatalf("exit status %d after\n%s\nstandard error:\n%s", status, strings.Join(told, "\n"), stderr.String())
	}
	return told
}

// Without a terminal the daemon prints a game as lines and ends cleanly at SIGTERM.
// The next run continues the game.
func TestRunPlain(t *testing.T) {
	config := simulated(t, "")
	first := follow(t, config, "1... e5")
	if want := "demo: game 1 begins: A – B\ndemo: 1. e4\ndemo: 1... e5"; !strings.HasPrefix(strings.Join(first, "\n"), want) {
		t.Errorf("the first run tells\n%s\nwant it to begin\n%s", strings.Join(first, "\n"), want)
	}
	second := strings.Join(follow(t, config, "4. Qxf7#"), "\n")
	for _, want := range []string{"demo: game 1 begins: A – B\ndemo: 1. e4\ndemo: 1... e5\ndemo: 2. Qh5\n", "demo: 4. Qxf7#"} {
		if !strings.Contains(second, want) {
			t.Errorf("the second run tells\n%s\nwant %q in it", second, want)
		}
	}
}

// If a port is taken, the error names it and says what to do.
func TestRunPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	status, stdout, stderr := call(t, "", "run", "--config", simulated(t, ""), "--listen", address)
	if status != exitFailed || stdout != "" {
		t.Errorf("exit status %d, standard output %q", status, stdout)
	}
	if ok, _ := regexp.MatchString(`^touchmove: .*`+regexp.QuoteMeta(address)+`.*address already in use.*mqtt\.listen.*\n$`, stderr); !ok {
		t.Errorf("standard error %q", stderr)
	}
}

// Flags for simulated boards need a simulated board; --listen needs the embedded
// broker.
func TestRunFlagsAgainstConfig(t *testing.T) {
	hall := filepath.Join(t.TempDir(), "hall.toml")
	text := "[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n[[board]]\nid = \"b\"\nwiring.driver = \"mcp23017\"\n"
	if err := os.WriteFile(hall, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{
		"--speed=2":                 "--speed is for simulated boards",
		"--style=blitz":             "--style is for simulated boards",
		"--seed=4":                  "--seed is for simulated boards",
		"--listen=127.0.0.1:1884":   "--listen: the configuration names a broker elsewhere, tcp://127.0.0.1:1",
		"--config=" + hall + ".not": "hall.toml.not: there is no such file",
	} {
		status, _, stderr := call(t, "", "run", "--config", hall, flag)
		if status != exitBad || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit status %d, standard error %q, want %q", flag, status, stderr, want)
		}
	}
}

// Simulated hands know every style that a configuration accepts, and every value of
// --noise has a board.
func TestStylesExist(t *testing.T) {
	_, help, _ := call(t, "", "simulate", "-h")
	for _, style := range configs.Styles() {
		if !strings.Contains(help, fmt.Sprintf("  %-17s ", style)) {
			t.Errorf("no hands play in the style %s", style)
		}
	}
	for _, n := range noises {
		boardOf(n.name) // panics if there is none
	}
}
