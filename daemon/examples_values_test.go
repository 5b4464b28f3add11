package daemon_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/rules"
)

// atBothBrokers runs a test with a daemon that publishes its values on its own broker, and with
// one that uses mosquitto. The games come from a PGN file.
func atBothBrokers(t *testing.T, pgn string, test func(t *testing.T, d *daemon.Daemon, host, port string)) {
	for _, name := range []string{"embedded", "mosquitto"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := small(t)
			config.Boards, config.Broadcast.Values = config.Boards[:1], true
			config.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", PGN: pgn, Style: "clean", Seed: 1, Speed: 50}
			address := config.MQTT.Listen
			if name == "mosquitto" {
				m := broadcasttest.NewMosquitto(t)
				config.MQTT = configs.MQTT{Broker: m.URL(), Base: config.MQTT.Base, Node: config.MQTT.Node}
				address = strings.TrimPrefix(m.URL(), "tcp://")
			}
			d, stop := runDaemon(t, config)
			defer stop()
			host, port, err := net.SplitHostPort(address)
			if err != nil {
				t.Fatal(err)
			}
			test(t, d, host, port)
		})
	}
}

// The sketch for an ESP32, compiled for this computer with stand-ins for its libraries, shows
// the play: every move on its display and every position on its serial line is one of the
// game's.
func TestESP32Example(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("NOT TESTED: there is no C++ compiler: apt-get install g++")
	}
	program := filepath.Join(t.TempDir(), "display")
	if out, err := exec.Command(compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I../examples/esp32/host", "-o", program, "../examples/esp32/host/main.cpp").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	atBothBrokers(t, oneGame(t), func(t *testing.T, d *daemon.Daemon, host, port string) {
		cmd := exec.Command(program, host, port, "touchmove/v1/local/one/")
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { cmd.Process.Kill(); cmd.Wait() }()
		var shown, rows, boards []string
		moves := map[string]bool{}
		for lines := bufio.NewScanner(out); (len(moves) < 6 || len(boards) < 6) && lines.Scan(); {
			line := lines.Text()
			if fields, ok := strings.CutPrefix(line, "display: "); ok {
				shown = append(shown, fields)
				if last := strings.Split(fields, " | "); len(last) == 4 && last[2] != "-" {
					moves[last[2]] = true
				}
				continue
			}
			if rows = append(rows, line); len(rows) == 8 {
				boards, rows = append(boards, strings.Join(rows, "\n")), nil
			}
		}
		lasts, placements := everShown(d.Boards[0].History)
		for _, line := range shown {
			fields := strings.Split(line, " | ")
			if len(fields) != 4 || !lasts[fields[2]] {
				t.Errorf("the display shows %q", line)
				continue
			}
			turn := map[string]string{"White to move": "w", "Black to move": "b"}[fields[3]]
			if turn == "" && fields[3] != "" && fields[3] != "board offline" && fields[3] != "1-0" && fields[3] != "0-1" && fields[3] != "1/2-1/2" {
				t.Errorf("the display shows %q", line)
			}
		}
		for _, b := range boards {
			if !placements[b] {
				t.Errorf("this was never on the board:\n%s", b)
			}
		}
		if len(moves) < 6 || len(boards) < 6 {
			t.Errorf("%d moves and %d positions were shown:\n%s", len(moves), len(boards), strings.Join(shown, "\n"))
		}
	})
}

// everShown lists what small devices may show at any time: the last moves with their numbers,
// and the boards, after each entry of a history.
func everShown(h *daemon.History) (lasts, boards map[string]bool) {
	lasts, boards = map[string]bool{"-": true}, map[string]bool{}
	var state eventlog.State
	entries, _ := h.From(0)
	for _, e := range entries {
		state.Apply(e)
		if n := len(state.Moves); n > 0 {
			m := state.Moves[n-1]
			dots := map[rules.Color]string{rules.White: ".", rules.Black: "..."}[m.By]
			lasts[fmt.Sprintf("%d%s %s", (m.Ply+1)/2, dots, m.SAN)] = true
		}
		placement, _, _ := strings.Cut(state.FEN(), " ")
		for n := 8; n > 0; n-- {
			placement = strings.ReplaceAll(placement, fmt.Sprint(n), strings.Repeat(".", n))
		}
		boards[strings.ReplaceAll(placement, "/", "\n")] = true
	}
	return lasts, boards
}

// Node-RED itself runs the example's flow, and gets the result of every game once, even of a
// game that had ended, and was followed by another, before Node-RED was started.
func TestNodeREDExample(t *testing.T) {
	if os.Getenv("TOUCHMOVE_NODE_RED") == "" {
		t.Skip("Node-RED is run by make test-nodered")
	}
	red, err := filepath.Abs("../examples/node-red/node_modules/node-red/red.js")
	if err != nil {
		t.Fatal(err)
	}
	node, missing := exec.LookPath("node")
	if _, err := os.Stat(red); err != nil || missing != nil {
		t.Fatal("Node-RED is not installed: make test-nodered")
	}
	short := filepath.Join(t.TempDir(), "short.pgn")
	if err := os.WriteFile(short, []byte("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	atBothBrokers(t, short, func(t *testing.T, d *daemon.Daemon, host, port string) {
		board := d.Boards[0]
		first := board.History.Last().Game
		broadcasttest.Eventually(t, "the next game has begun", func() bool {
			now := board.History.State()
			return now.Game != first && len(now.Moves) > 1
		})
		const kings, contradicted = "two-20261121t182200123z-1", "two-20261121t182200123z-2"
		writes := strings.HasSuffix(t.Name(), "mosquitto") // the embedded broker takes nothing from anybody else
		if writes {                                        // a game that was left while the kings showed its result
			writer := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + host + ":" + port).SetClientID("writer"))
			if token := writer.Connect(); token.Wait() && token.Error() != nil {
				t.Fatal(token.Error())
			}
			defer writer.Disconnect(0)
			state := `{"v":1,"game":"` + kings + `","seq":9,"white":{},"black":{},"phase":"playing","moves":[],"result":"1-0","reason":"kings in the centre","proposed":true}`
			void := strings.ReplaceAll(state, kings, contradicted)
			for topic, payload := range map[string]string{"state": state, "previous": `{"v":1,"games":[` + void + "," + state + `],"results":{"` + kings + `":"1-0","` + contradicted + `":"*"}}`} {
				if token := writer.Publish("touchmove/v1/local/two/"+topic, 1, true, payload); token.Wait() && token.Error() != nil {
					t.Fatal(token.Error())
				}
			}
		}
		results := startNodeRED(t, node, red, host, port)
		want := resultsOf(board.History)
		if want[first] == "" || want[first] == "*" {
			t.Fatalf("the first game has the result %q", want[first])
		}
		broadcasttest.Eventually(t, "Node-RED has the game before, and another one that ended meanwhile", func() bool {
			got := results()
			over := 0
			for _, result := range got {
				if result != "*" {
					over++
				}
			}
			return got[first] == want[first] && over > 1 && (!writes || got[kings] == "1-0" && got[contradicted] == "*")
		})
		got := results()
		maps.DeleteFunc(want, func(_, result string) bool { return result == "*" }) // these games may have ended since, and
		maps.Copy(want, resultsOf(board.History))                                   // the history drops what all its readers have read
		for game, result := range got {
			if result != "*" && want[game] != "" && want[game] != result {
				t.Errorf("%s: Node-RED has %s, the board %s", game, result, want[game])
			}
		}
	})
}

// resultsOf returns how every game of a history ended, as its players' kings showed it, too; "*" if it has not.
// Of an earlier game the history may have no more than what was observed after its end, as that the disk is slow:
// such a game is left out.
func resultsOf(h *daemon.History) map[string]string {
	list := map[string]string{}
	var state eventlog.State
	entries, _ := h.From(0)
	for _, e := range entries {
		state.Apply(e)
		switch {
		case state.Phase == eventlog.Over || state.IsShown():
			list[state.Game] = state.Result.Result
		case state.Phase == eventlog.Playing:
			list[state.Game] = "*"
		}
	}
	return list
}

// startNodeRED runs the flow, and returns a function that asks it for the results.
func startNodeRED(t *testing.T, node, red, host, port string) func() map[string]string {
	t.Helper()
	home, address := t.TempDir(), broadcasttest.FreeAddress(t)
	_, at, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	settings := `module.exports = { uiHost: "127.0.0.1", httpAdminRoot: false, telemetry: { enabled: false }, externalModules: { autoInstall: false } };`
	if err := os.WriteFile(filepath.Join(home, "settings.js"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	flow, err := os.ReadFile("../examples/node-red/flow.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "flow.json"), flow, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, red, "--userDir", home, "--port", at, filepath.Join(home, "flow.json"))
	cmd.Env = append(os.Environ(), "TOUCHMOVE_HOST="+host, "TOUCHMOVE_PORT="+port, "HOME="+home)
	log := &lastLines{t: t}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return func() map[string]string {
		answer, err := http.Get("http://" + address + "/results")
		if err != nil {
			return nil // it has not started yet
		}
		defer answer.Body.Close()
		var games []struct{ Game, Result string }
		if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&games) != nil {
			return nil
		}
		list := map[string]string{}
		for _, g := range games {
			list[g.Game] = g.Result
		}
		return list
	}
}
