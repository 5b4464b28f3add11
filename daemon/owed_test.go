package daemon_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
)

// enough is how many journals there must be before the subscriber is checked: more than a
// publisher remembers, however slow this computer is.
const enough = 8

// Either no daemon lives longer than two seconds, or there is no broker for an hour of
// blitz, a hundred times as fast. In the end the subscriber has every game as it ended,
// even if it comes back later than the broker.
func TestNothingOwedIsForgotten(t *testing.T) {
	long(t)
	t.Parallel() // it mostly waits
	for _, c := range []struct {
		name string
		play func(t *testing.T, j job, broker *broadcasttest.Mosquitto, line *broadcasttest.Line)
	}{
		{"killed every two seconds", func(t *testing.T, j job, _ *broadcasttest.Mosquitto, _ *broadcasttest.Line) {
			speed, life, idle := j.Speed, 2*time.Second, 0
			for lives, before := 0, int64(0); lives < 10 || played(t, j) < enough; lives++ {
				cmd := j.start(t)
				time.Sleep(life) // this test needs real time
				cmd.Process.Kill()
				cmd.Wait()
				// Hands that think for longer than a life would think for ever, as their
				// time continues from the last record. On a busy computer a whole life may
				// pass before the first scan; then lives become longer.
				switch now := written(t, j); {
				case now > before:
					before, idle, j.Speed = now, 0, speed
				case idle < 3:
					idle++
					j.Speed *= 2
				default:
					idle, j.Speed = 0, speed
					life += time.Second
				}
			}
		}},
		{"no broker for an hour", func(t *testing.T, j job, broker *broadcasttest.Mosquitto, line *broadcasttest.Line) {
			cmd := j.start(t)
			time.Sleep(time.Second)
			broker.Kill(t)
			for began := time.Now(); time.Since(began) < 36*time.Second || played(t, j) < enough; {
				time.Sleep(100 * time.Millisecond)
			}
			line.Down(true)
			broker.Start(t) // empty
			time.Sleep(5 * time.Second)
			line.Down(false)
			time.Sleep(2 * time.Second)
			cmd.Process.Kill()
			cmd.Wait()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			broker := broadcasttest.NewMosquitto(t)
			line := broadcasttest.NewLine(t, broker.URL())
			j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: quietGames(t), Speed: 100}
			f := broadcasttest.Follow(t, line.URL(), below, "", "")
			c.play(t, j, broker, line)
			broadcasttest.Eventually(t, "its will", func() bool { return f.Last("availability") == "offline" })
			j.Speed = 0.1
			cmd := j.start(t)
			broadcasttest.Eventually(t, "it is back", func() bool { return f.Last("availability") == "online" })
			games := finished(t, j.State)
			if len(games) < enough-2 {
				t.Fatalf("only %d games were finished: this proves little", len(games))
			}
			broadcasttest.Eventually(t, "the subscriber has every game as it ended", func() bool {
				return !slices.ContainsFunc(games, func(s eventlog.State) bool { return !has(f, s) })
			})
			for _, s := range games {
				if !has(f, s) {
					moves, _ := f.Moves(s.Game)
					phase, result := f.Result(s.Game)
					t.Errorf("%s ended %s %s after %d half-moves, and the subscriber has %s %s after %d", s.Game, s.Phase, s.Result.Result, len(s.Moves), phase, result, len(moves))
				}
			}
			t.Logf("%d games", len(games))
			for _, line := range f.Contradictions() {
				t.Error(line)
			}
			cmd.Process.Signal(syscall.SIGTERM)
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

// played returns the number of journals of the board.
func played(t *testing.T, j job) int {
	t.Helper()
	paths, err := journal.List(filepath.Join(j.State, "open-2026", "hall-7"))
	if err != nil {
		t.Fatal(err)
	}
	return len(paths)
}

// written returns the size of the journals of the board, in bytes.
func written(t *testing.T, j job) (size int64) {
	t.Helper()
	paths, err := journal.List(filepath.Join(j.State, "open-2026", "hall-7"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
}

// finished returns the games in the journals of a state directory, without the current one.
func finished(t *testing.T, dir string) (games []eventlog.State) {
	t.Helper()
	journals := readArchive(t, dir)
	for _, j := range journals[:len(journals)-1] {
		for _, s := range j.games {
			if s.Phase != eventlog.Waiting {
				games = append(games, s)
			}
		}
	}
	return games
}

// has reports whether a subscriber has a game as it ended.
func has(f *broadcasttest.Follower, s eventlog.State) bool {
	moves, _ := f.Moves(s.Game)
	phase, result := f.Result(s.Game)
	return slices.Equal(moves, uciMoves(s)) && f.Position(s.Game) == s.FEN() && phase == s.Phase.String() && result == s.Result.Result
}
