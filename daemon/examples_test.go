package daemon_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

// The examples of docs/mqtt.md, with a live daemon: each follows a board from the first message to
// the sixth half-move, over TCP or WebSocket. Whatever it prints is a game that was published.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	for _, c := range []struct {
		name string
		args func(t *testing.T, tcp, web string) (*exec.Cmd, string)
	}{
		{"python", pythonExample}, {"javascript", javascriptExample}, {"go", goExample},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := small(t)
			config.Boards = config.Boards[:1]
			cmd, missing := c.args(t, config.MQTT.Listen, config.MQTT.WebSocket)
			if missing != "" {
				t.Skip("NOT TESTED: " + missing)
			}
			d, err := daemon.Open(config, "v1", quiet)
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- d.Run(ctx) }()
			defer func() {
				stop()
				if err := <-done; err != nil {
					t.Error(err)
				}
			}()
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			var printed []string
			for lines := bufio.NewScanner(out); lines.Scan(); {
				printed = append(printed, lines.Text())
			}
			if err := cmd.Wait(); err != nil {
				t.Fatalf("%v after\n%s", err, strings.Join(printed, "\n"))
			}
			told := everTold(d.Boards[0].History)
			online, longest := false, 0
			for _, line := range printed {
				if strings.HasPrefix(line, "#") {
					online = online || line == "# online"
					continue
				}
				if !told[line] {
					t.Errorf("%q was never so", line)
				}
				longest = max(longest, len(strings.Fields(line))-1)
			}
			if !online || longest < 6 { // the board may have made another before the example ends
				t.Errorf("online: %v, half-moves: %d, after\n%s", online, longest, strings.Join(printed, "\n"))
			}
		})
	}
}

// An example that was disconnected while its game ended and others began prints the end of that
// game when it is back, and nothing of games that it never followed.
func TestExamplesAway(t *testing.T) {
	for _, c := range []struct {
		name string
		args func(t *testing.T, tcp, web string) (*exec.Cmd, string)
	}{
		{"python", pythonExample}, {"javascript", javascriptExample}, {"go", goExample},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			broker := broadcasttest.NewMosquitto(t)
			line := broadcasttest.NewLine(t, broker.URL())
			cmd, missing := c.args(t, strings.TrimPrefix(line.URL(), "tcp://"), "")
			if missing != "" {
				t.Skip("NOT TESTED: " + missing)
			}
			for i, arg := range cmd.Args {
				if arg == "ws://" {
					cmd.Args[i] = strings.Replace(line.URL(), "tcp://", "mqtt://", 1)
				}
			}
			writer := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker.URL()).SetClientID("writer"))
			if token := writer.Connect(); token.Wait() && token.Error() != nil {
				t.Fatal(token.Error())
			}
			t.Cleanup(func() { writer.Disconnect(0) })
			say := func(topic, payload string) {
				t.Helper()
				if token := writer.Publish("touchmove/v1/local/one/"+topic, 1, true, payload); token.Wait() && token.Error() != nil {
					t.Fatal(token.Error())
				}
			}
			state := func(game string, seq int, phase, result string, sans ...string) string {
				var moves []string
				for _, san := range sans {
					moves = append(moves, fmt.Sprintf(`{"san":%q}`, san))
				}
				return fmt.Sprintf(`{"v":1,"game":%q,"seq":%d,"phase":%q,"result":%q,"moves":[%s]}`, game, seq, phase, result, strings.Join(moves, ","))
			}
			cmd.Stderr = &lastLines{t: t}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			var printed []string
			done := make(chan struct{})
			go func() {
				defer close(done)
				for lines := bufio.NewScanner(out); lines.Scan(); {
					mu.Lock()
					printed = append(printed, lines.Text())
					mu.Unlock()
				}
			}()
			t.Cleanup(func() { cmd.Process.Kill(); <-done; cmd.Wait() })
			prints := func(want ...string) {
				t.Helper()
				broadcasttest.Eventually(t, want[len(want)-1], func() bool {
					mu.Lock()
					defer mu.Unlock()
					return len(printed) >= len(want)
				})
				mu.Lock()
				defer mu.Unlock()
				got := slices.Clone(printed)
				slices.Sort(got[min(1, len(got)):]) // retained messages come in any order
				slices.Sort(want[1:])
				if !slices.Equal(got, want) {
					t.Fatalf("printed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			say("state", state("g-2", 5, "playing", "*", "e4"))
			prints("g-2 e4")
			line.Down(true)
			say("previous", `{"v":1,"games":[`+state("g-1", 7, "over", "1-0", "d4")+","+state("g-2", 9, "over", "0-1", "e4", "e5")+`],"results":{"g-1":"1-0","g-2":"0-1"}}`)
			say("state", state("g-3", 2, "playing", "*", "c4"))
			line.Down(false)
			prints("g-2 e4", "g-2 e4 e5 0-1", "g-3 c4")
			say("previous", `{"v":1,"games":[`+state("g-2", 9, "over", "0-1", "e4", "e5")+","+state("g-3", 4, "over", "*", "c4")+`],"results":{"g-2":"0-1","g-3":"*"}}`)
			prints("g-2 e4", "g-2 e4 e5 0-1", "g-3 c4", "g-3 c4")
			// The kings show results, which are only proposed; the next pairing comes, and they count. One
			// was contradicted by further play.
			say("state", state("g-4", 3, "playing", "1-0", "d4"))
			say("state", state("g-5", 3, "playing", "1-0", "d4", "d5"))
			prints("g-2 e4", "g-2 e4 e5 0-1", "g-3 c4", "g-3 c4", "g-4 d4", "g-5 d4 d5")
			left := `{"v":1,"games":[` + state("g-4", 3, "playing", "1-0", "d4") + "," + state("g-5", 3, "playing", "1-0", "d4", "d5") + `],"results":{"g-4":"1-0","g-5":"*"}}`
			say("previous", left)
			prints("g-2 e4", "g-2 e4 e5 0-1", "g-3 c4", "g-3 c4", "g-4 d4", "g-4 d4 1-0", "g-5 d4 d5")
			say("previous", left) // as on every connection
			say("state", state("g-6", 3, "playing", "*", "a4"))
			prints("g-2 e4", "g-2 e4 e5 0-1", "g-3 c4", "g-3 c4", "g-4 d4", "g-4 d4 1-0", "g-5 d4 d5", "g-6 a4")
		})
	}
}

// everTold lists the game as it stood after each entry of a history.
func everTold(h *daemon.History) map[string]bool {
	list := map[string]bool{}
	var state eventlog.State
	entries, _ := h.From(0)
	for _, e := range entries {
		state.Apply(e)
		line := state.Game
		for _, m := range state.Moves {
			line += " " + m.SAN
		}
		list[line] = true
		if _, ok := e.What.(reconcile.Retracted); ok {
			list[state.Game] = true
		}
	}
	return list
}

// pythonExample returns the command of the Python example, or what is missing for it.
func pythonExample(t *testing.T, tcp, _ string) (cmd *exec.Cmd, missing string) {
	t.Helper()
	host, port, _ := strings.Cut(tcp, ":")
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import paho.mqtt.client").Run() == nil {
			return exec.Command(python, "../examples/python/follow.py", "--host", host, "--port", port, "--board", "one", "--plies", "6"), ""
		}
	}
	return nil, "no python3 has paho-mqtt: make deps installs it, apt-get install python3-paho-mqtt"
}

// goExample returns the command of the Go example.
func goExample(t *testing.T, tcp, _ string) (cmd *exec.Cmd, missing string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		return nil, "there is no go command in the path"
	}
	program := filepath.Join(t.TempDir(), "follow")
	if out, err := exec.Command("go", "build", "-o", program, "../examples/go").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return exec.Command(program, "-plies", "6", "tcp://"+tcp, "local", "one"), ""
}

// javascriptExample returns the command of the JavaScript example, or what is missing for it.
func javascriptExample(t *testing.T, _, web string) (cmd *exec.Cmd, missing string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, "there is no node: .ci/deps screen installs it, apt-get install nodejs npm"
	}
	for _, dir := range []string{"../examples/javascript/node_modules", "../screen/node_modules"} {
		modules, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(modules, "mqtt")); err == nil {
			cmd := exec.Command(node, "../examples/javascript/follow.cjs", "ws://"+web, "local", "one", "6")
			cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
			return cmd, ""
		}
	}
	return nil, "mqtt.js is not installed: npm install in examples/javascript"
}
