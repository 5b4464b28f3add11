package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"syscall"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/rules"
)

// A short test of delivery; make test-delivery is the long one. A daemon in a process
// of its own plays to a mosquitto without persistence, through a connection that is cut
// at any byte. The broker is killed and started again, empty; the daemon is killed with
// -9. A client that keeps the highest seq of each game has, in the end, exactly the
// game that was played, and never received anything else.
func TestDelivery(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	broker := broadcasttest.NewMosquitto(t)
	line := broadcasttest.NewLine(t, broker.URL())
	j := job{State: t.TempDir(), Broker: line.URL(), Chip: "mcp23017", PGN: oneGame(t), Speed: 60}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	var played []string
	for _, m := range games(t, 1)[0].Moves {
		played = append(played, m.UCI(rules.Standard))
	}
	dice := rand.New(rand.NewPCG(4, 4))
	more := func(n int) {
		t.Helper()
		before, _ := f.Moves(j.first(t))
		broadcasttest.Eventually(t, fmt.Sprintf("%d moves more", n), func() bool {
			now, _ := f.Moves(j.first(t))
			return len(now) >= min(len(before)+n, len(played))
		})
	}
	cmd := j.start(t)
	more(4)
	blows := []struct {
		what string
		deal func() *exec.Cmd
	}{
		{"the line is cut", func() *exec.Cmd {
			line.Cut(dice.IntN(8000))
			broadcasttest.Eventually(t, "the line was cut", line.WasCut)
			return cmd
		}},
		{"the broker dies, and comes back empty", func() *exec.Cmd {
			broker.Kill(t)
			broker.Start(t)
			return cmd
		}},
		{"the daemon is killed", func() *exec.Cmd {
			cmd.Process.Kill()
			cmd.Wait()
			return j.start(t)
		}},
		{"the line is cut while the broker comes back", func() *exec.Cmd {
			broker.Kill(t)
			line.Cut(dice.IntN(2000))
			broker.Start(t)
			broadcasttest.Eventually(t, "the line was cut", line.WasCut) // the game may be over: then nothing else waits for it
			return cmd
		}},
	}
	for _, b := range blows {
		t.Log(b.what)
		cmd = b.deal()
		more(4)
	}
	broadcasttest.Eventually(t, "the game is told to its end", func() bool {
		moves, _ := f.Moves(j.first(t))
		return len(moves) >= len(played)
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("a clean stop failed: %v", err)
	}
	moves, _ := f.Moves(j.first(t))
	lost := 0
	for i, move := range played {
		if i >= len(moves) || moves[i] != move {
			lost++
		}
	}
	if lost > 0 || len(moves) > len(played) {
		t.Errorf("told was\n%v\nand played\n%v", moves, played)
	}
	told := j.kept(t)
	broadcasttest.Eventually(t, "what was told last has come", func() bool {
		last, seq := f.Moves(told.Last().Game)
		return seq == seen(told) && slices.Equal(last, made(told))
	})
	if got, want := f.Position(told.Last().Game), told.State(); got != want.FEN() {
		t.Errorf("the position is known as %s and stands at %s", got, want.FEN())
	}
	for _, c := range f.Contradictions() {
		t.Error(c)
	}
	messages, again, silence := f.Count()
	t.Logf("%d blows: %d messages, %d said again, longest silence %v, %d moves lost", len(blows), messages, again, silence, lost)
}

// A daemon that is stopped just as its broker is back, empty, still publishes what was played
// meanwhile before it ends.
func TestStoppedAsTheBrokerIsBack(t *testing.T) {
	t.Parallel() // it mostly waits
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: oneGame(t), Speed: 60}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	cmd := j.start(t)
	broadcasttest.Eventually(t, "the daemon is there and plays", func() bool {
		moves, _ := f.Moves(j.first(t))
		return len(moves) >= 2 && f.Last("availability") == "online"
	})
	broker.Kill(t)
	before := j.stored(t)
	broadcasttest.Eventually(t, "play goes on", func() bool { return j.stored(t) > before+1024 })
	broker.Start(t)
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("a clean stop failed: %v", err)
	}
	told := j.kept(t)
	broadcasttest.Eventually(t, "what was played has come", func() bool {
		moves, seq := f.Moves(told.Last().Game)
		return seq == seen(told) && slices.Equal(moves, made(told)) && f.Last("availability") == "offline"
	})
	for _, c := range f.Contradictions() {
		t.Error(c)
	}
}
