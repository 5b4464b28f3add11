package cluster

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors/trace"
)

// below is the prefix of the board's topics.
const below = "touchmove/v1/open-2026/hall-7/"

var (
	blows = flag.Int("blows", 12, "how many blows are dealt to each fleet")
	seed  = flag.Uint64("seed", 1, "of the blows")
)

// board is the daemon under test, in a process of its own.
type board struct {
	binary, config, state string
	clock                 string // a file: how many seconds its wall clock is off
	cmd                   *exec.Cmd
	log                   *os.File
}

func (b *board) start(t *testing.T) {
	t.Helper()
	b.cmd = exec.Command(b.binary, "run", "--plain", "--config", b.config)
	b.cmd.Stderr = b.log
	b.cmd.Env = append(os.Environ(), "WALL_JUMP="+b.clock)
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (b *board) end(how os.Signal) {
	if b.cmd != nil {
		b.cmd.Process.Signal(how)
		b.cmd.Wait()
		b.cmd = nil
	}
}

func newBoard(t *testing.T, url string) *board {
	t.Helper()
	dir := t.TempDir()
	b := &board{binary: program(t), config: filepath.Join(dir, "hall.toml"), state: filepath.Join(dir, "disk"), clock: filepath.Join(dir, "clock")}
	if err := os.Mkdir(b.state, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", b.state, "tmpfs", 0, "size=3m"); err != nil {
		t.Logf("no disk of its own, so it is not filled: %v", err)
	} else {
		t.Cleanup(func() { syscall.Unmount(b.state, syscall.MNT_DETACH) })
	}
	text := fmt.Sprintf("state = %q\n[mqtt]\nbroker = %q\nnode = \"pi-3\"\n[screen]\nlisten = \"\"\n[[board]]\nid = \"hall-7\"\nevent = \"open-2026\"\nscan_hz = 50\nwiring = { driver = \"simulated\", pgn = %q, style = \"club\", seed = 5, speed = 30.0 }\n", b.state, url, beginnings(t, dir))
	if err := os.WriteFile(b.config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.end(syscall.SIGKILL)
		if t.Failed() {
			text, _ := os.ReadFile(b.log.Name())
			t.Logf("the daemon's log:\n%s", text[max(0, len(text)-8000):])
		}
	})
	b.start(t)
	return b
}

// beginnings makes a file of real games, cut off early as draws, so that games end and begin during
// the blows. Four of them take longer than a subscriber is ever away here: three brokers that have
// all lost their disks may be unusable for a minute.
func beginnings(t *testing.T, dir string) string {
	t.Helper()
	f, err := os.Open("../../../sensors/sim/simboard/games/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text strings.Builder
	for in := pgn.NewReader(f); ; {
		g, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		n := min(len(g.Moves), 36+len(text.String())%8)
		var moves []rules.Move
		for _, m := range g.Moves[:n] {
			moves = append(moves, m.Move)
		}
		short, err := pgn.NewGame(g.Tags, g.Start, moves, rules.Drawn)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(short.String())
		text.WriteByte('\n')
	}
	path := filepath.Join(dir, "beginnings.pgn")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// fill fills the daemon's disk.
func (b *board) fill() (empty func()) {
	path := filepath.Join(b.state, "other")
	var s syscall.Statfs_t
	if syscall.Statfs(b.state, &s) != nil || s.Blocks*uint64(s.Bsize) > 16<<20 {
		return func() {}
	}
	f, err := os.Create(path)
	if err != nil {
		return func() {}
	}
	defer f.Close()
	for {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return func() { os.Remove(path) }
		}
	}
}

// tear leaves the end of the journal as a power cut may: with half a record, or with space for one
// that was never written.
func (b *board) tear(t *testing.T, half bool) {
	t.Helper()
	path, err := journal.Latest(filepath.Join(b.state, "open-2026", "hall-7"))
	if err != nil || path == "" {
		t.Fatalf("no journal: %v", err)
	}
	end := make([]byte, 512)
	if half {
		end = []byte(`{"t":99999999,"sq":"e`)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(end) // on a full disk only part of it
}

// slow makes the next daemon play very slowly.
func (b *board) slow(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(b.config)
	if err == nil {
		err = os.WriteFile(b.config, bytes.Replace(text, []byte("speed = 30.0"), []byte("speed = 0.1"), 1), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// played returns the games of the journals.
func (b *board) played(t *testing.T) (list []eventlog.State, notes map[string]int) {
	t.Helper()
	archive, err := store.Archive(b.state)
	if err != nil || len(archive) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	notes = map[string]int{}
	for _, a := range archive {
		kept, err := a.Read()
		if err != nil {
			t.Fatal(err)
		}
		scores, err := a.States(kept)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range kept.Records {
			if c, ok := r.What.(trace.Command); ok && c.ID != "" {
				notes[c.ID]++
			}
		}
		list = append(list, scores...)
	}
	return list, notes
}

// compare compares what a follower knows with the journals: every move, the final position, and the
// result, also of games that ended while the follower was disconnected.
func (b *board) compare(t *testing.T, f *broadcasttest.Follower) (games, moves int, wrong []string) {
	t.Helper()
	list, _ := b.played(t)
	for _, s := range list {
		var want []string
		for _, m := range s.Moves {
			want = append(want, m.UCI)
		}
		games, moves = games+1, moves+len(want)
		phase, result := f.Result(s.Game)
		if got, _ := f.Moves(s.Game); !slices.Equal(got, want) {
			wrong = append(wrong, fmt.Sprintf("game %s\nwas kept as %v\nand is known as %v", s.Game, want, got))
		} else if got := f.Position(s.Game); got != s.FEN() {
			wrong = append(wrong, fmt.Sprintf("game %s\nstands at %s\nand is known as %s", s.Game, s.FEN(), got))
		} else if phase != s.Phase.String() || result != s.Result.Result {
			wrong = append(wrong, fmt.Sprintf("game %s\nis %s %s\nand is known as %s %s", s.Game, s.Phase, s.Result.Result, phase, result))
		}
	}
	return games, moves, wrong
}

// Blows are dealt, each kind in turn and in random order. In the end the subscriber has every game
// exactly as in the journals, with its moves and position; no number ever meant two things; and
// every command that was repeated until it was answered was carried out once.
func TestDelivery(t *testing.T) {
	for _, kind := range []struct {
		name string
		make func(*testing.T) *fleet
	}{{"mosquitto that keeps nothing", mosquitto}, {"mosquitto with a disk", keeper}, {"three NATS servers", nats}} {
		t.Run(kind.name, func(t *testing.T) {
			f := kind.make(t)
			line := balance(t, f)
			b := newBoard(t, line.url())
			follower := broadcasttest.Follow(t, line.url(), below, "", "")
			broadcasttest.Eventually(t, "the first state", func() bool { return follower.Last("state") != "" })
			sender := command(t, line.url())
			h := &hall{fleet: f, line: line, board: b, dice: rand.New(rand.NewPCG(*seed, 1))}
			counts := h.deal(t, *blows)
			b.jump(t, time.Time{})
			// There are no more blows, and play is very slow.
			b.end(syscall.SIGTERM)
			b.slow(t)
			b.start(t)
			answered, last := sender.stop(t)
			var games, moves int
			var wrong []string
			for limit := time.Now().Add(2 * time.Minute); ; time.Sleep(500 * time.Millisecond) {
				games, moves, wrong = b.compare(t, follower)
				if len(wrong) == 0 || time.Now().After(limit) {
					break
				}
			}
			for _, w := range wrong {
				t.Error(w)
			}
			_, notes := b.played(t)
			lost, twice := 0, 0
			for _, id := range answered {
				if notes[id] == 0 {
					lost++
					t.Errorf("command %s was answered as done, and is in no journal", id)
				}
			}
			for id, n := range notes {
				if n > 1 {
					twice++
					t.Errorf("command %s was done %d times", id, n)
				}
			}
			twofold := follower.Contradictions()
			for _, c := range twofold {
				t.Error(c)
			}
			messages, again, silence := follower.Count()
			fmt.Printf("\ndelivery: %s, seed %d\n", kind.name, *seed)
			for _, c := range counts {
				fmt.Printf("  %-52s %d\n", c.name, c.times)
			}
			fmt.Printf("  games %d, moves %d, messages %d, duplicates %d, longest silence %v\n", games, moves, messages, again, silence.Truncate(time.Millisecond))
			fmt.Printf("  commands answered %d, lost %d, done twice %d\n", len(answered), lost, twice)
			fmt.Printf("  games that ended while the subscriber was away: %d\n", follower.Late())
			fmt.Printf("  games lost or wrong = %d, numbers that meant two things = %d\n", len(wrong), len(twofold))
			if moves < 10 || len(answered) < 3 {
				t.Errorf("%d moves and %d commands prove little (the last command is %s)", moves, len(answered), last)
			}
		})
	}
}
