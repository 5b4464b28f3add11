package feeds_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/internal/livetest"
)

// tell has a board publish a game with a comment of some length.
func tell(hub *feeds.Hub, event, board string, game, comment int) {
	id := fmt.Sprintf("%s-%d", board, game)
	for topic, payload := range map[string]string{
		"game":  `{"v":1,"game":"` + id + `","seq":1,"event":"E","round":"1","white":{"name":"A"},"black":{"name":"B"}}`,
		"state": `{"v":1,"game":"` + id + `","seq":2,"phase":"playing","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","result":"*","moves":[{"uci":"e2e4","san":"e4"}]}`,
		"pgn":   "[Event \"E\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 {" + strings.Repeat("x", comment) + "} *\n",
	} {
		hub.Take(broadcast.Message{Topic: base + "/" + event + "/" + board + "/" + topic, Payload: []byte(payload)})
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
		hub.Take(broadcast.Message{Topic: base + "/event-2/board-2/game", Payload: fmt.Appendf(nil, `{"v":1,"game":"g-1","seq":%d,"annulled":["a-%d"%s]}`, n+2, n, strings.Repeat(`,"b"`, 3000))})
		hub.Take(broadcast.Message{Topic: base + "/event-3/board-3/state", Payload: fmt.Appendf(nil, `{"v":1,"game":"g-%d","seq":2,"moves":[{}%s]}`, n, strings.Repeat(`,{}`, 3000))})
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
