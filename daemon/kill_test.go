package daemon_test

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/daemon/resources"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/wiring"
)

// asDaemon names an environment variable. If it holds a job, this test binary runs that
// daemon, so that a test can kill it.
const asDaemon = "TOUCHMOVE_TEST_DAEMON"

func TestMain(m *testing.M) {
	text := os.Getenv(asDaemon)
	if text == "" {
		os.Exit(m.Run())
	}
	var job job
	if err := json.Unmarshal([]byte(text), &job); err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	d, err := job.open(log)
	if err == nil {
		job.hinder(d)
		if job.Hold > 0 {
			d.HoldOwed(job.Hold)
			d.Settling(job.Hold)
		}
		err = d.Run(ctx)
	}
	if err != nil {
		log.Error("stopped", "error", err)
		os.Exit(1)
	}
}

// job describes a daemon under test.
type job struct {
	State, Broker, Chip, PGN string
	Speed                    float64
	Hinder                   bool          // its scanning can be made to hang; see hinder
	Version                  string        // of the program; empty means v1
	Copy                     configs.Copy  // the second copy; zero means none
	Bus                      string        // socket of a bus in another process; empty means a simulated board
	Hold                     time.Duration // see Daemon.HoldOwed and Settling; 0 means their defaults
}

// long skips a test that takes a minute, unless TOUCHMOVE_LONG is yes.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("TOUCHMOVE_LONG") != "yes" {
		t.Skip("takes a minute: .ci/run runs it, and TOUCHMOVE_LONG=yes")
	}
}

// open opens the daemon of the job.
func (j job) open(log *slog.Logger) (*daemon.Daemon, error) {
	r, err := resources.Read(j.config(), time.Now(), log)
	if err != nil {
		return nil, err
	}
	if j.Bus != "" {
		r.Hardware = busOverSocket{j.Bus}
	}
	return daemon.OpenResources(r, cmp.Or(j.Version, "v1"), log)
}

func (j job) config() *configs.Config {
	c := configs.Default()
	c.State, c.Screen.Listen = j.State, ""
	c.MQTT.Broker, c.MQTT.Node = j.Broker, "pi-3"
	c.Journal.Copy = j.Copy
	if j.Bus != "" {
		defer func() { c.Boards[0].Wiring = usual(j.Chip) }()
	}
	c.Boards = []configs.Board{{
		ID: "hall-7", Event: "open-2026", Sensing: sensors.Occupancy, ScanHz: 50,
		Wiring: configs.Simulated{Chip: j.Chip, PGN: j.PGN, Style: "clean", Seed: 5, Speed: j.Speed},
	}}
	return c
}

// usual returns a wiring of a chip with its usual addresses.
func usual(chip string) wiring.Wiring {
	w, err := wiring.Usual(chip)
	if err != nil {
		panic(err) // the test names a chip
	}
	return w
}

// oneGame makes a PGN file of the first built-in game, which is played faster than all
// of them.
func oneGame(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../sensors/sim/simboard/games/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.pgn")
	first := "[Event " + strings.Split(string(text), "[Event ")[1]
	if err := os.WriteFile(path, []byte(first), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// mateGame writes a file with one game of seven plies, and returns its moves in UCI.
func mateGame(t *testing.T) (path string, moves []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "short.pgn")
	if err := os.WriteFile(path, []byte("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, []string{"e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"}
}

// text returns the job as it is passed in the environment.
func (j job) text() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // plain values
	}
	return string(text)
}

// start runs the daemon in a process of its own.
func (j job) start(t *testing.T) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), asDaemon+"="+j.text())
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = &lastLines{t: t}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// lastLines logs a daemon's last lines when the test fails.
type lastLines struct{ t *testing.T }

func (l *lastLines) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// kept replays the journal that a daemon left: what it must have published.
func (j job) kept(t *testing.T) *daemon.History {
	t.Helper()
	dir := filepath.Join(j.State, "open-2026", "hall-7")
	path, err := journal.Latest(dir)
	if err != nil || path == "" {
		t.Fatalf("no journal in %s: %v", dir, err)
	}
	c := j.config()
	h := c.Header(c.Boards[0])
	h.WrittenBy = "v1"
	s, err := daemon.OpenSession(dir, "hall-7", h, time.Now(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	s.Store.Journal.Close()
	return s.History
}

const below = "touchmove/v1/open-2026/hall-7/"

// The daemon is killed at twenty moments of a game, at any instruction. It comes back
// each time, and in the end a subscriber that keeps the highest seq has exactly the
// game that was played.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	const kills = 20
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: oneGame(t), Speed: 100}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	dice := rand.New(rand.NewPCG(9, 9))
	for range kills {
		before := j.game(t)
		_, seq := f.Moves(before)
		cmd := j.start(t)
		broadcasttest.Eventually(t, "the daemon is there and plays on", func() bool {
			game := j.game(t)
			_, now := f.Moves(game)
			return f.Last("availability") == "online" && (now > seq || game != before)
		})
		time.Sleep(time.Duration(dice.IntN(100)) * time.Millisecond) // it is killed at a random instruction
		cmd.Process.Kill()
		cmd.Wait()
		broadcasttest.Eventually(t, "its will", func() bool { return f.Last("availability") == "offline" })
	}
	var want []string
	for _, m := range games(t, 1)[0].Moves {
		want = append(want, m.UCI(rules.Standard))
	}
	j.Speed = 1e6 // as fast as this machine goes
	cmd := j.start(t)
	broadcasttest.Eventually(t, "the game is played to its end", func() bool {
		moves, _ := f.Moves(j.first(t))
		return len(moves) >= len(want) && f.Last("availability") == "online" // it hears signals then
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("a clean stop failed: %v", err)
	}
	broadcasttest.Eventually(t, "offline", func() bool { return f.Last("availability") == "offline" })

	told := j.kept(t)
	last := told.Last()
	moves, seq := f.Moves(last.Game)
	if public, want := seen(told), made(told); seq != public || !slices.Equal(moves, want) {
		t.Fatalf("the follower has seq %d and\n%v\nand the journal seq %d and\n%v", seq, moves, public, want)
	}
	if first, _ := f.Moves(j.first(t)); !slices.Equal(first, want) {
		t.Errorf("of the first game was told\n%v\nand the hands played\n%v", first, want)
	}
	for _, c := range f.Contradictions() { // the same number never meant two things
		t.Error(c)
	}
}

// On SIGTERM the daemon keeps and publishes everything and reports itself offline. The
// next start continues.
func TestCleanStop(t *testing.T) {
	t.Parallel() // it mostly waits
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "gpiomatrix", PGN: oneGame(t), Speed: 200}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	for range 2 {
		cmd := j.start(t)
		broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" })
		game := j.game(t)
		_, before := f.Moves(game)
		broadcasttest.Eventually(t, "some play", func() bool { _, seq := f.Moves(j.game(t)); return seq > before+5 || j.game(t) != game })
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatalf("exit: %v", err)
		}
		broadcasttest.Eventually(t, "offline", func() bool { return f.Last("availability") == "offline" })
		broadcasttest.Eventually(t, "the node is offline", func() bool {
			return f.Last("touchmove/v1/open-2026/_node/pi-3/availability") == "offline"
		})
		told := j.kept(t)
		if moves, seq := f.Moves(told.Last().Game); seq != seen(told) || !slices.Equal(moves, made(told)) {
			t.Errorf("told until %d %v, kept until %d %v", seq, moves, seen(told), made(told))
		}
	}
}

// seen returns the number of the last public entry.
func seen(h *daemon.History) (seq uint64) {
	told, _ := h.From(0)
	for _, t := range told {
		if eventlog.Public(t.What) {
			seq = t.Seq
		}
	}
	return seq
}

// first returns the id of the first game that was played.
func (j job) first(t *testing.T) string {
	paths, err := filepath.Glob(filepath.Join(j.State, "open-2026", "hall-7", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		return "" // not begun yet
	}
	return idOf(paths[0])
}

// idOf returns the id of the game of a journal.
func idOf(path string) string {
	return "hall-7-" + strings.TrimSuffix(filepath.Base(path), ".jsonl") + "-1"
}

// game returns the id of the current game.
func (j job) game(t *testing.T) string {
	path, err := journal.Latest(filepath.Join(j.State, "open-2026", "hall-7"))
	if err != nil || path == "" {
		return "" // not begun yet
	}
	return idOf(path)
}

// stored returns the size of the current game's journal in bytes.
func (j job) stored(t *testing.T) int64 {
	t.Helper()
	path, err := journal.Latest(filepath.Join(j.State, "open-2026", "hall-7"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
