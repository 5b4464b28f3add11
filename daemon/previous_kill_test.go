package daemon_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon/journal"
)

// quietGames makes a PGN file of two games, each over after some seconds.
func quietGames(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quiet.pgn")
	text := "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 1/2-1/2\n\n" +
		"[White \"B\"]\n[Black \"A\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 1-0\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A subscriber's connection is down while a game ends and the next begins. The daemon is killed
// just then, or later, and comes back, perhaps as another version, perhaps to a broker that has
// lost everything. Once the connection is back, the subscriber has the game exactly as it ended.
func TestKilledAsTheNextGameBegins(t *testing.T) {
	t.Parallel() // it mostly waits
	for i, c := range []struct {
		name    string
		settled bool   // the broker has had the game for a while
		next    string // the version that is started
		empty   bool   // the broker comes back empty
	}{
		{"at once", false, "v1", true},
		{"at once, and another program goes on", false, "v2", true},
		{"once it was settled", true, "v1", true},
		{"once it was settled, and another program goes on", true, "v2", true},
		{"and the broker remembers", false, "v1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && i > 1 {
				t.Skip("two of them are enough")
			}
			t.Parallel() // it mostly waits
			broker := broadcasttest.NewMosquitto(t)
			line := broadcasttest.NewLine(t, broker.URL())
			j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", PGN: quietGames(t), Speed: 20, Hold: time.Second}
			f := broadcasttest.Follow(t, line.URL(), below, "", "")
			journals := func() []string {
				list, err := journal.List(filepath.Join(j.State, "open-2026", "hall-7"))
				if err != nil {
					t.Fatal(err)
				}
				return list
			}
			cmd := j.start(t)
			first := ""
			broadcasttest.Eventually(t, "the subscriber follows the game", func() bool {
				first = j.first(t)
				moves, _ := f.Moves(first)
				return len(moves) >= 2
			})
			line.Down(true)
			for limit := time.Now().Add(time.Minute); len(journals()) < 2; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(limit) {
					t.Fatal("the next game does not begin")
				}
			}
			mark := journals()[0] + ".untold"
			if c.settled {
				broadcasttest.Eventually(t, "it is settled", func() bool { return !exists(mark) })
			}
			cmd.Process.Kill()
			cmd.Wait()
			if !c.settled && !exists(mark) {
				t.Fatal("it was killed too late")
			}
			if c.empty {
				broker.Kill(t)
				broker.Start(t)
			}
			j.Speed, j.Version = 0.1, c.next
			cmd = j.start(t)
			games := readArchive(t, j.State)[0].games
			if len(games) != 1 || games[0].Game != first {
				t.Fatalf("the first journal has %d games, want only %s: %+v", len(games), first, games)
			}
			s := games[0]
			want := uciMoves(s)
			if moves, _ := f.Moves(first); len(want) != 12 || len(moves) >= len(want) {
				t.Fatalf("the subscriber knows %v of %v", moves, want)
			}
			line.Down(false)
			broadcasttest.Eventually(t, "the subscriber has the game as it ended", func() bool { return has(f, s) })
			// Only this shows that the second daemon runs: a broker that remembers may have served
			// the subscriber alone.
			broadcasttest.Eventually(t, "the game is no longer owed", func() bool { return !exists(mark) })
			if c.empty && f.Late() == 0 { // otherwise the broker may have kept its last state
				t.Error("the subscriber did not have it from the topic previous")
			}
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
