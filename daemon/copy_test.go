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
)

// The card is lost in the middle of a game, and the computer with it. Another computer
// continues from the second copy. It has every completed move that the copy had, what it
// publishes contradicts nothing, and it plays on.
func TestCardGoneAndAnotherComputerGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	t.Run("USB stick", func(t *testing.T) {
		t.Parallel()
		cardGone(t, configs.Copy{Dir: t.TempDir()})
	})
	t.Run("NATS", func(t *testing.T) {
		t.Parallel()
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
		before := count(inCopy(t, from))
		cmd := j.start(t)
		var acknowledged map[string][]string
		broadcasttest.Eventually(t, "the copy has more moves", func() bool {
			acknowledged = inCopy(t, from)
			return count(acknowledged) >= before+6
		})
		cmd.Process.Kill()
		cmd.Wait()
		broadcasttest.Eventually(t, "its will", func() bool { return f.Last("availability") == "offline" })
		played := count(movesBelow(t, j.State))
		if err := os.RemoveAll(j.State); err != nil {
			t.Fatal(err)
		}
		j.State = filepath.Join(t.TempDir(), "another")
		if _, err := copies.Restore(t.Context(), from, j.State); err != nil {
			t.Fatal(err)
		}
		restored := movesBelow(t, j.State)
		behind = append(behind, played-count(restored))
		missing := 0
		for game, moves := range acknowledged {
			for i, move := range moves {
				if i >= len(restored[game]) || restored[game][i] != move {
					missing++
				}
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

// inCopy returns the moves of every game in a copy, as another computer would find them.
func inCopy(t *testing.T, from copies.Store) map[string][]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "look")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := copies.Restore(ctx, from, dir); err != nil {
		t.Fatal(err)
	}
	return movesBelow(t, dir)
}

// movesBelow returns the moves of every game below a daemon's state folder, in UCI, by the
// game's id.
func movesBelow(t *testing.T, dir string) map[string][]string {
	t.Helper()
	games := map[string][]string{}
	if !exists(dir) {
		return games
	}
	for _, a := range readArchive(t, dir) {
		for _, s := range a.games {
			games[s.Game] = uciMoves(s)
		}
	}
	return games
}

func count(games map[string][]string) (n int) {
	for _, moves := range games {
		n += len(moves)
	}
	return n
}
