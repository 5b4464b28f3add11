package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon/copies"
	"touchmove/daemon/store"
	"touchmove/eventlog"
)

// The card is lost in the middle of a game, and the computer with it. Another computer
// continues from the second copy. It has every completed move that the copy had, what it
// publishes contradicts nothing, and it plays on.
func TestCardGoneAndAnotherComputerGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Run("USB stick", func(t *testing.T) { cardGone(t, configs.Copy{Dir: t.TempDir()}) })
	t.Run("NATS", func(t *testing.T) {
		cardGone(t, configs.Copy{URL: "nats://" + broadcasttest.NewNATS(t).Address + "/chess/hall"})
	})
}

func cardGone(t *testing.T, copied configs.Copy) {
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: oneGame(t), Speed: 50, Copy: copied}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	var lost, behind []int
	for range 3 { // three cards
		from, err := copies.Open(copied, "")
		if err != nil {
			t.Fatal(err)
		}
		before := len(inCopy(t, from).Moves)
		cmd := j.start(t)
		var acknowledged eventlog.State
		broadcasttest.Eventually(t, "the copy has more moves", func() bool {
			acknowledged = inCopy(t, from)
			return len(acknowledged.Moves) >= before+6
		})
		cmd.Process.Kill()
		cmd.Wait()
		broadcasttest.Eventually(t, "its will", func() bool { return f.Last("availability") == "offline" })
		played := len(j.kept(t).State().Moves)
		if err := os.RemoveAll(j.State); err != nil {
			t.Fatal(err)
		}
		j.State = filepath.Join(t.TempDir(), "another")
		if _, err := copies.Restore(t.Context(), from, j.State); err != nil {
			t.Fatal(err)
		}
		restored := j.kept(t).State()
		behind = append(behind, played-len(restored.Moves))
		missing := len(acknowledged.Moves)
		for i, m := range restored.Moves {
			if i < len(acknowledged.Moves) && m.UCI == acknowledged.Moves[i].UCI {
				missing--
			}
		}
		lost = append(lost, missing)
	}
	t.Logf("of the moves that the copy had, lost: %d; moves that it did not have yet: %d", lost, behind)
	if slices.Max(lost) > 0 {
		t.Errorf("moves that the copy had are lost: %d", lost)
	}
	cmd := j.start(t)
	broadcasttest.Eventually(t, "the game goes on", func() bool { return f.Last("availability") == "online" })
	for _, c := range f.Contradictions() {
		t.Error(c)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// inCopy returns the latest game in a copy, as another computer would find it.
func inCopy(t *testing.T, from copies.Store) eventlog.State {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "look")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := copies.Restore(ctx, from, dir); err != nil {
		t.Fatal(err)
	}
	archive, err := store.Archive(dir)
	if os.IsNotExist(err) || len(archive) == 0 {
		return eventlog.State{}
	}
	if err != nil {
		t.Fatal(err)
	}
	kept, err := archive[0].Read()
	if err != nil {
		t.Fatal(err)
	}
	states, err := archive[0].States(kept)
	if err != nil {
		t.Fatal(err)
	}
	if len(states) == 0 {
		return eventlog.State{}
	}
	return states[len(states)-1]
}
