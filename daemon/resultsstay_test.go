package daemon_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// paired returns a board that expects the players of a pairing.
func paired(t *testing.T) *scriptedBoard {
	t.Helper()
	b := &scriptedBoard{t: t, dir: t.TempDir(), shown: setUpBoard()}
	b.s = open(t, b.dir, header, quiet)
	b.take(trace.Scan{Board: b.shown})
	b.announce("1", "Öst, Bo", "Ek, Di")
	return b
}

func (b *scriptedBoard) announce(round, white, black string) {
	b.t.Helper()
	extra, err := eventlog.Pairing{Event: "Open 2026", Round: round, White: eventlog.Player{Name: white}, Black: eventlog.Player{Name: black}}.Extra()
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: extra})
	b.wait(3 * time.Second)
}

// moves makes moves given as "e2e4 e7e5".
func (b *scriptedBoard) moves(line string) {
	b.t.Helper()
	for _, uci := range strings.Fields(line) {
		from, _ := rules.ParseSquare(uci[:2])
		to, _ := rules.ParseSquare(uci[2:])
		b.put(from, sensors.Empty)
		b.put(to, sensors.Occupied)
		b.wait(3 * time.Second)
	}
}

// kings puts both kings from their first squares onto the central squares that mean that
// White has won.
func (b *scriptedBoard) kings() {
	b.t.Helper()
	for from, to := range map[rules.Square]rules.Square{rules.E1: rules.E4, rules.E8: rules.D5} {
		b.put(from, sensors.Empty)
		b.put(to, sensors.Occupied)
	}
	b.wait(8 * time.Second)
}

// knights is a line of moves that leaves e4 and d5 empty.
const knights = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7"

// shows checks what the public sees of the board.
func (b *scriptedBoard) shows(when, round, white, result string, plies int) eventlog.State {
	b.t.Helper()
	s := b.s.History.State()
	if s.Opened.Pairing.Round != round || s.Opened.Pairing.White.Name != white || s.Result.Result != result || s.Ply() != plies {
		b.t.Errorf("%s: round %q, White %q, %q after %d half-moves, want round %q, %q, %q after %d",
			when, s.Opened.Pairing.Round, s.Opened.Pairing.White.Name, s.Result.Result, s.Ply(), round, white, result, plies)
	}
	return s
}

// The names and the result of a pairing stay, with its moves, whatever is set up and
// played on the board afterwards, and even after a restart, until the next pairing.
func TestResultOfAPairingStays(t *testing.T) {
	b := paired(t)
	b.moves(knights)
	b.kings()
	if s := b.shows("kings in the centre", "1", "Öst, Bo", "1-0", 6); !s.Result.Proposed {
		t.Error("the result is not a proposal while the kings stand there")
	}
	first := b.path()
	b.setUp(rules.StartPosition())
	s := b.shows("set up again", "1", "Öst, Bo", "1-0", 6)
	if s.Phase != eventlog.Over || s.Result.Proposed || !s.Result.Shown || s.Result.Reason != "kings in the centre" {
		t.Errorf("set up again: %s, %+v", s.Phase, s.Result)
	}
	if len(s.Alarms()) == 0 {
		t.Error("no arbiter is asked to confirm the result")
	}
	b.moves("e2e4 e7e5 g1f3 b8c6")
	b.shows("a game of skittles", "1", "Öst, Bo", "1-0", 6)
	b.close()
	b.s = open(t, b.dir, header, quiet)
	s = b.shows("started again", "1", "Öst, Bo", "1-0", 6)
	for _, want := range []string{`[White "Öst, Bo"]`, `[Round "1"]`, `[Result "1-0"]`, `[Termination "normal"]`, "kings in\nthe centre", "3. Bg2 Bg7"} {
		if pgn := s.PGN("open", "one"); !strings.Contains(pgn, want) {
			t.Errorf("no %s in the PGN\n%s", want, pgn)
		}
	}
	b.setUp(rules.StartPosition())
	b.moves("d2d4 d7d5")
	if b.path() != first {
		t.Errorf("a game of skittles has journal %s", b.path())
	}
	b.setUp(rules.StartPosition())
	b.announce("2", "Ek, Di", "Öst, Bo")
	b.shows("the next pairing", "2", "Ek, Di", "*", 0)
	b.moves("e2e4 e7e5")
	b.shows("the next round", "2", "Ek, Di", "*", 2)
	if games := b.s.History.State().Game; !strings.HasSuffix(games, "-1") || b.path() == first {
		t.Errorf("the next round is %s in %s", games, b.path())
	}
}

// An arbiter can correct the result of a pairing while skittles are played on its board.
func TestResultIsCorrectedDuringSkittles(t *testing.T) {
	b := paired(t)
	b.moves(knights)
	b.kings()
	b.setUp(rules.StartPosition())
	b.moves("e2e4")
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"})
	if s := b.shows("corrected", "1", "Öst, Bo", "1/2-1/2", 6); s.Result.Shown || s.Result.Proposed {
		t.Errorf("an arbiter has declared it: %+v", s.Result)
	}
}

// Kings back on their first squares contradict the result, which is then dropped.
func TestContradictedKingsAreNoResult(t *testing.T) {
	b := paired(t)
	b.moves(knights)
	b.kings()
	for from, to := range map[rules.Square]rules.Square{rules.E4: rules.E1, rules.D5: rules.E8} {
		b.put(from, sensors.Empty)
		b.put(to, sensors.Occupied)
	}
	b.wait(10 * time.Second)
	b.moves("d2d3")
	if s := b.s.History.State(); strings.Contains(s.PGN("open", "one"), "1-0") || s.Ply() != 7 {
		t.Errorf("%+v\n%s", s.Result, s.PGN("open", "one"))
	}
}

// A game of a pairing without a result stays too if it was played for a while, as it may
// have been resigned. If it had only a few moves, it is begun again with its names.
func TestPairingWithoutAResult(t *testing.T) {
	b := paired(t)
	b.moves(knights + " e1g1") // the pieces were only tried out
	b.setUp(rules.StartPosition())
	b.moves("d2d4 d7d5")
	if s := b.shows("begun again", "1", "Öst, Bo", "*", 2); s.Opened.Pairing.Black.Name != "Ek, Di" || s.Opened.Pairing.Event != "Open 2026" {
		t.Errorf("begun again: %+v", s.Opened.Pairing)
	}

	b = paired(t)
	b.moves(knights + " d2d3 d7d6 b1c3 b8c6 a2a3 a7a6 h2h3 h7h6 b2b4 b7b5 c1b2 c8b7 d1d2 d8d7")
	b.shows("played for a while", "1", "Öst, Bo", "*", 20)
	b.setUp(rules.StartPosition())
	b.wait(10 * time.Second)
	b.moves("e2e4 e7e5")
	s := b.shows("set up again", "1", "Öst, Bo", "*", 20)
	if s.Result.Reason != "new game set up" {
		t.Errorf("set up again: %+v", s.Result)
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1"})
	b.shows("declared", "1", "Öst, Bo", "0-1", 20)
}

// A game of a few moves stays as well if it has a result.
func TestShortGameOfAPairingStays(t *testing.T) {
	b := paired(t)
	b.moves("f2f3 e7e5 g2g4 d8h4")
	b.shows("checkmate", "1", "Öst, Bo", "0-1", 4)
	b.setUp(rules.StartPosition())
	b.moves("e2e4 e7e5")
	b.shows("skittles", "1", "Öst, Bo", "0-1", 4)
}

// Without a pairing the next game begins when the pieces are set up, and the result that
// the kings have shown counts.
func TestGamesWithoutAPairing(t *testing.T) {
	b := &scriptedBoard{t: t, dir: t.TempDir(), shown: setUpBoard()}
	b.s = open(t, b.dir, header, quiet)
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.moves(knights)
	b.kings()
	b.setUp(rules.StartPosition())
	b.shows("the next game", "", "", "*", 0)
	b.moves("d2d4")
	b.shows("the next game", "", "", "*", 1)
}

// The topics and the PGN files over a whole evening: two rounds of a board of an event
// file, with skittles between them and a restart.
func TestTopicsKeepTheResult(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	c := small(t)
	script := filepath.Join(t.TempDir(), "hands.txt")
	write := func(lines ...string) {
		t.Helper()
		f, err := os.OpenFile(script, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.WriteString(strings.Join(lines, "\n") + "\n")
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	write("wait:3s -g1 +f3 wait:3s -g8 +f6 wait:3s", "-e1 +e4 -e8 +d5 wait:8s")
	c.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", Hands: script, Speed: 20}
	c.Event = configs.Event{File: eventFile(t), Round: "3"}
	told := func(f *broadcasttest.Follower, when string, want ...string) {
		t.Helper()
		broadcasttest.Eventually(t, when, func() bool {
			for _, text := range want {
				topic, part, _ := strings.Cut(text, ": ")
				if !strings.Contains(f.Last(topic), part) {
					return false
				}
			}
			return true
		})
	}
	stays := []string{`state: "name":"Żółć, Anna"`, `state: "result":"1-0","reason":"kings in the centre","proposed":false`, `state: "phase":"over"`, `state: "ply":2`, `game: "name":"Öst, Bo"`, `game: "result":"1-0"`, `pgn: [Result "1-0"]`, `pgn: [White "Żółć, Anna"]`, "pgn: 1. Nf3 Nf6"}
	run := func(see func(f *broadcasttest.Follower)) {
		t.Helper()
		_, stop := runDaemon(t, c)
		see(broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/one/", "", ""))
		stop()
	}
	run(func(f *broadcasttest.Follower) {
		told(f, "the result by kings", `state: "result":"1-0"`, `pgn: [Result "1-0"]`, "pgn: kings in the centre")
		write("setup", "wait:3s -e2 +e4 wait:3s -e7 +e5 wait:3s -d2 +d4 wait:3s")
		told(f, "the result after the board was set up", stays...)
		broadcasttest.Eventually(t, "the third move of skittles", func() bool {
			paths, err := filepath.Glob(filepath.Join(c.State, "local", "one", "*.jsonl"))
			if err != nil || len(paths) != 1 {
				return false
			}
			text, err := os.ReadFile(paths[0])
			return err == nil && strings.Contains(string(text), `"square":"d4","is":"occupied"`)
		})
		told(f, "the result during skittles", stays...)
	})
	run(func(f *broadcasttest.Follower) {
		told(f, "the result after a restart", stays...)
	})
	c.Event.Round = "4"
	write("setup", "wait:8s -d2 +d4 wait:3s")
	run(func(f *broadcasttest.Follower) {
		told(f, "the next round", `state: "round":"4"`, `state: "white":{"name":"Öst, Bo"}`, `previous: "result":"1-0"`)
	})
	files, err := filepath.Glob(filepath.Join(c.State, "pgn", "local", "round-3", "*.pgn"))
	if err != nil || len(files) != 1 {
		t.Fatalf("PGN files of the round: %v, %v", files, err)
	}
	if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), `[Result "1-0"]`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// Simulated hands play on after the game of a pairing is over. The results of these games are
// not the pairing's.
func TestSimulatedSkittlesHaveNoResult(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	c := small(t)
	two := filepath.Join(t.TempDir(), "two.pgn")
	if err := os.WriteFile(two, []byte("[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 2. Nf3 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.Boards = c.Boards[:1]
	c.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", PGN: two, Style: "clean", Seed: 1, Speed: 1e6}
	c.Event = configs.Event{File: eventFile(t), Round: "3"}
	d, stop := runDaemon(t, c)
	defer stop()
	broadcasttest.Eventually(t, "the end of the second game, where the clocks are stopped, and what came after it", func() bool {
		paths, err := filepath.Glob(filepath.Join(c.State, "local", "one", "*.jsonl"))
		if err != nil || len(paths) != 1 {
			return false
		}
		text, err := os.ReadFile(paths[0])
		_, after, stopped := strings.Cut(string(text), `"stop-clocks"`)
		return err == nil && stopped && strings.Count(after, "\n") > 20
	})
	s := d.Boards[0].History.State()
	if s.Result.Result != "0-1" || s.Result.Reason != "checkmate" || s.Ply() != 4 || !strings.Contains(s.PGN("local", "one"), "Żółć, Anna") {
		t.Errorf("after games of skittles: %+v\n%s", s.Result, s.PGN("local", "one"))
	}
}
