package feeds_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/internal/livetest"
)

// tell has a board publish a game of round 1 with a comment of some length.
func tell(hub *feeds.Hub, event, board string, game, comment int) {
	tellRound(hub, event, board, "1", game, comment)
}

func tellRound(hub *feeds.Hub, event, board, round string, game, comment int) {
	id := fmt.Sprintf("%s-%d", board, game)
	for topic, payload := range map[string]string{
		"game":  `{"v":1,"game":"` + id + `","seq":1,"event":"E","round":"` + round + `","white":{"name":"A"},"black":{"name":"B"}}`,
		"state": `{"v":1,"game":"` + id + `","seq":2,"phase":"playing","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","result":"*","moves":[{"uci":"e2e4","san":"e4"}]}`,
		"pgn":   "[Event \"E\"]\n[Round \"" + round + "\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 {" + strings.Repeat("x", comment) + "} *\n",
	} {
		hub.Receive(broadcast.Message{Topic: base + "/" + event + "/" + board + "/" + topic, Payload: []byte(payload)})
	}
}

// At a broker where everybody may publish, a stranger who names endless boards, endless games at one
// board, or endless games that do not count, takes the place of no real board, nor of its games. The
// log says so once.
func TestBoardsWithoutEnd(t *testing.T) {
	var log bytes.Buffer
	hub := feeds.NewHub(base, nil, slog.New(slog.NewTextHandler(&log, nil)))
	hub.Bound(20, 200<<10)
	for game := range 9 {
		tell(hub, "open-2026", "hall-7", game, 100)
	}
	for n := range 100 {
		tell(hub, fmt.Sprintf("event-%d", n%7), fmt.Sprintf("board-%d", n), n, 10)
	}
	now, _ := hub.Now()
	if len(now.Boards) != 20 {
		t.Errorf("%d boards are kept, of 20", len(now.Boards))
	}
	for n := range 100 { // each taking more than its share
		tell(hub, "open-2026", fmt.Sprintf("board-%d", n), n, 10)
		tell(hub, "event-1", "board-1", n, 10_000)
		hub.Receive(broadcast.Message{Topic: base + "/event-2/board-2/game", Payload: fmt.Appendf(nil, `{"v":1,"game":"g-1","seq":%d,"annulled":["a-%d"%s]}`, n+2, n, strings.Repeat(`,"b"`, 3000))})
		hub.Receive(broadcast.Message{Topic: base + "/event-3/board-3/state", Payload: fmt.Appendf(nil, `{"v":1,"game":"g-%d","seq":2,"moves":[{}%s]}`, n, strings.Repeat(`,{}`, 3000))})
	}
	now, _ = hub.Now()
	for game := range 9 {
		if id := fmt.Sprintf("hall-7-%d", game); now.Find("open-2026", id) == nil {
			t.Errorf("%s, a game of a real board, is not kept", id)
		}
	}
	if n := hub.Takes(); n > 200<<10 {
		t.Errorf("they take %d bytes", n)
	}
	for _, text := range []string{"more boards than any event", "more memory than any event"} {
		if n := strings.Count(log.String(), text); n != 1 {
			t.Errorf("the log says %d times: %s", n, text)
		}
	}
	if log.Len() > 10_000 {
		t.Errorf("the log has %d bytes", log.Len())
	}
}

// Only boards that speak take places: those of saved games of earlier events take none, one whose
// topics are cleared gives its place up, and so does one that has been silent since a connection
// before the last.
func TestPlacesOfBoards(t *testing.T) {
	earlier := feeds.NewHub(base, nil, quiet)
	dir := t.TempDir()
	for n := range 30 {
		tell(earlier, fmt.Sprintf("event-%d", n%3), fmt.Sprintf("board-%d", n), n, 10)
	}
	hub := feeds.NewHub(base, savedGames(t, dir, earlier), quiet)
	hub.Bound(2, 1<<20)
	has := func(what string, want ...string) {
		t.Helper()
		now, _ := hub.Now()
		var names []string
		for _, b := range now.Boards {
			names = append(names, b.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: %v have places, want %v", what, names, want)
		}
	}
	hub.Connect(true)
	tell(hub, "open-2027", "hall-1", 1, 10)
	tell(hub, "open-2027", "hall-2", 1, 10)
	tell(hub, "open-2027", "hall-3", 1, 10)
	has("a new event", "hall-1", "hall-2")
	for _, topic := range []string{"game", "state", "pgn"} {
		hub.Receive(broadcast.Message{Topic: base + "/open-2027/hall-1/" + topic})
	}
	tell(hub, "open-2027", "hall-3", 1, 10)
	has("a board is cleared", "hall-2", "hall-3")
	for range 2 {
		hub.Connect(true)
		tell(hub, "open-2027", "hall-3", 1, 10)
	}
	tell(hub, "open-2027", "hall-4", 1, 10)
	has("a board was silent", "hall-3", "hall-4")
	if now, _ := hub.Now(); now.Find("event-1", "board-1-1") == nil || now.Find("open-2027", "hall-1-1") == nil {
		t.Error("games are lost with their boards")
	}
}

// savedGames writes the games of a hub to a directory, and returns them as a new start reads them.
func savedGames(t *testing.T, dir string, hub *feeds.Hub) []*feeds.Game {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	keeper, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	keeper.Run(ctx, hub)
	games, err := keeper.Load()
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// Files keep the games that a hub has no more room for, after another start too.
func TestFilesOfForgottenGames(t *testing.T) {
	dir := t.TempDir()
	keeper, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	count := func(path string) int {
		text, _ := os.ReadFile(filepath.Join(dir, "open-2026", path))
		return strings.Count(string(text), "[Event ")
	}
	complete := func(when string) {
		t.Helper()
		for round := 1; round <= 9; round++ {
			if n := count(fmt.Sprintf("round-%d/games.pgn", round)); n != 3 {
				t.Errorf("%s: round %d has %d games, want 3", when, round, n)
			}
		}
		if n := count("games.pgn"); n != 3 {
			t.Errorf("%s: %d games are current, want 3", when, n)
		}
	}
	hub := feeds.NewHub(base, nil, quiet)
	hub.Bound(50, 30<<10)
	for round := 1; round <= 9; round++ {
		for board := range 3 {
			tellRound(hub, "open-2026", fmt.Sprintf("hall-%d", board+1), strconv.Itoa(round), round, 1000)
			keeper.Run(stopped, hub)
		}
	}
	if now, _ := hub.Now(); now.Find("open-2026", "hall-1-1") != nil {
		t.Fatal("the hub has room for everything")
	}
	complete("at the end")
	again, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	games, err := again.Load()
	if err != nil {
		t.Fatal(err)
	}
	hub = feeds.NewHub(base, games, quiet)
	hub.Bound(50, 30<<10)
	tellRound(hub, "open-2026", "hall-2", "9", 9, 1200) // corrected
	again.Run(stopped, hub)
	complete("after another start")
	if text, _ := os.ReadFile(filepath.Join(dir, "open-2026/round-9/games.pgn")); !strings.Contains(string(text), strings.Repeat("x", 1200)) {
		t.Error("the correction is not in the file of the round")
	}
}

// Nor does such a stranger fill the disk of those who keep games as files: the log says so once, and
// what is there stays up to date.
func TestGamesWithoutEnd(t *testing.T) {
	var log livetest.Output
	dir := t.TempDir()
	keeper, err := feeds.NewPGNFiles(dir, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	keeper.Bound(20, 1<<20)
	hub := feeds.NewHub(base, nil, quiet)
	hub.Bound(50, 1<<20)
	tell(hub, "open-2026", "hall-7", 1, 10)
	background(t, func(ctx context.Context) { keeper.Run(ctx, hub) })
	game := filepath.Join(dir, "open-2026/boards/hall-7/hall-7-1.pgn")
	has := func(n int) func() bool {
		return func() bool {
			text, _ := os.ReadFile(game)
			return strings.Contains(string(text), strings.Repeat("x", n))
		}
	}
	broadcasttest.Eventually(t, "a game is written", has(10))
	for n := range 300 {
		tell(hub, fmt.Sprintf("event-%d", n%7), fmt.Sprintf("board-%d", n), n, 10)
	}
	tell(hub, "open-2026", "hall-7", 1, 50)
	broadcasttest.Eventually(t, "the game is written again", has(50))
	files := 0
	fs.WalkDir(os.DirFS(dir), ".", func(_ string, d fs.DirEntry, err error) error { //nolint:errcheck // a name may be going
		if err == nil && !d.IsDir() && strings.HasSuffix(d.Name(), ".pgn") {
			files++
		}
		return nil
	})
	if files > 20 {
		t.Errorf("%d files, of 20", files)
	}
	said := func() int { return strings.Count(log.String(), "more games than at any event") }
	broadcasttest.Eventually(t, "the log says so", func() bool { return said() > 0 })
	if n := said(); n != 1 {
		t.Errorf("the log says so %d times: %s", n, log.String())
	}
}
