package feeds_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// illegalHall is a hall with one board. Black's knight moved from b8 to b6, which is
// illegal and stood; the game went on, and White has won.
func illegalHall(t *testing.T, options ...feeds.Option) (*hall, *table) {
	t.Helper()
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	b.start()
	h := &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet, options...)}
	listen(t, h, "open-2026", b)
	b.play(t, "e4", "e5", "Nf3")
	b.playIllegal(t, "b8b6", "r1bqkbnr/pppp1ppp/1n6/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 3 3")
	b.play(t, "Nxe5", "d6", "Qh5")
	b.end("1-0")
	broadcasttest.Eventually(t, "the hub has the result", func() bool {
		now, _ := h.hub.Now()
		g := now.Find("open-2026", b.game)
		return g != nil && g.Result() == "1-0"
	})
	return h, b
}

// playIllegal makes an illegal move that stands.
func (b *table) playIllegal(t *testing.T, uci, fen string) {
	t.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	by := b.at.Turn()
	if b.at, err = rules.NewPosition(setup, b.at.Variant()); err != nil {
		t.Fatal(err)
	}
	b.moves, b.sans = append(b.moves, uci), append(b.sans, uci)
	b.tell(reconcile.Made{Ply: len(b.moves), UCI: uci, SAN: uci, FEN: fen, By: by, Confidence: 0.99, Illegal: true})
}

// reading is what one reader reads of one game.
type reading struct {
	Moves  []string
	FEN    string
	Result string
	Error  string
}

// read makes every PGN reader in readers/ read a text.
func read(t *testing.T, text string) map[string][]reading {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT TESTED: there is no node: .ci/deps node installs it")
	}
	if _, err := os.Stat("readers/node_modules/chess.js"); err != nil {
		t.Skip("NOT TESTED: the readers are not installed: make clients")
	}
	cmd := exec.Command(node, "read.mjs")
	cmd.Dir, cmd.Stdin, cmd.Stderr = "readers", strings.NewReader(text), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	readings := map[string][]reading{}
	if err := json.Unmarshal(out, &readings); err != nil || len(readings) != 4 {
		t.Fatalf("%v: %s", err, out)
	}
	return readings
}

// With GoOnAfterIllegal, common PGN readers follow a game with an illegal move to its end,
// in a second game from the real position. Without it, none does.
func TestReadersGoOnAfterAnIllegalMove(t *testing.T) {
	h, b := illegalHall(t, feeds.GoOnAfterIllegal())
	now, _ := h.hub.Now()
	text := now.Find("open-2026", b.game).PGN
	for name, got := range read(t, text) {
		if len(got) != 2 || got[0].Error != "" || got[1].Error != "" {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		if !slices.Equal(got[0].Moves, b.sans[:3]) || got[0].Result != "*" {
			t.Errorf("%s: the first game is %+v", name, got[0])
		}
		if !slices.Equal(got[1].Moves, b.sans[4:]) || got[1].Result != "1-0" || strings.Fields(got[1].FEN)[0] != strings.Fields(b.at.FEN())[0] {
			t.Errorf("%s: the second game is %+v, want to end at %s", name, got[1], b.at.FEN())
		}
	}
	h, b = illegalHall(t)
	now, _ = h.hub.Now()
	for name, got := range read(t, now.Find("open-2026", b.game).PGN) {
		if len(got) != 1 || !slices.Equal(got[0].Moves, b.sans[:3]) {
			t.Errorf("%s: without going on: %+v", name, got)
		}
	}
}

// If only certain moves are shown, that is also true of moves after an illegal one: neither
// a move nor a comment shows them before.
func TestCertainAfterAnIllegalMove(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "A", "B"), rules.StartPosition())
	b.start()
	h := &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet, feeds.GoOnAfterIllegal(), showCertain(t, reconcile.Certain))}
	listen(t, h, "open-2026", b)
	b.play(t, "e4", "e5", "Nf3")
	b.playIllegal(t, "b8b6", "r1bqkbnr/pppp1ppp/1n6/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 3 3")
	b.play(t, "Nxe5", "d6")
	shows := func(certain int, has, not string) {
		t.Helper()
		for ply := 1; ply <= certain; ply++ {
			b.certain(ply)
		}
		broadcasttest.Eventually(t, has, func() bool {
			now, _ := h.hub.Now()
			g := now.Find("open-2026", b.game)
			return g != nil && strings.Contains(g.PGN, has)
		})
		now, _ := h.hub.Now()
		if text := now.Find("open-2026", b.game).PGN; strings.Contains(text, not) {
			t.Errorf("%d moves are certain:\n%s", certain, text)
		}
	}
	shows(3, "2. Nf3", "b8b6")
	shows(5, "3. Nxe5", "d6")
}

// broadcaster is Lichess' broadcaster app: it watches a folder, and uploads games.pgn or,
// if there is none, the files of single games in the order of their numbers.
type broadcaster struct{ folder string }

// files lists all files below the folder.
func (b broadcaster) files(t *testing.T) (list []string) {
	t.Helper()
	err := filepath.WalkDir(b.folder, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// selected returns what the app says when the folder is selected.
func (b broadcaster) selected(t *testing.T) string {
	t.Helper()
	n := 0
	for _, path := range b.files(t) {
		if strings.HasSuffix(path, "games.pgn") {
			n++
		}
	}
	if n > 1 {
		return "Multiple games.pgn files were found within the selected folder"
	}
	return ""
}

// upload returns what the app pushes.
func (b broadcaster) upload(t *testing.T) string {
	t.Helper()
	var text bytes.Buffer
	for _, path := range b.files(t) {
		if strings.HasSuffix(path, "games.pgn") {
			one, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return string(one)
		}
	}
	for _, path := range b.files(t) {
		if strings.HasSuffix(path, ".pgn") {
			one, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(one)
			text.WriteString("\n\n")
		}
	}
	return text.String()
}

// relay is a broadcast round of Lichess. It matches a pushed game with a chapter by GameId,
// if both have one, and otherwise by event, round, board and players.
type relay struct{ chapters []*pgn.Game }

func (r *relay) push(t *testing.T, text string) {
	t.Helper()
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		i := slices.IndexFunc(r.chapters, func(c *pgn.Game) bool { return sameChapter(c.Tags, g.Tags) })
		if i < 0 {
			r.chapters = append(r.chapters, g)
			continue
		}
		if was := r.chapters[i]; was.Start != g.Start {
			t.Errorf("a chapter's first position changes from %s to %s", was.Start.FEN(), g.Start.FEN())
		}
		r.chapters[i] = g
	}
}

func sameChapter(a, b pgn.Tags) bool {
	if x, y := a.Get("GameId"), b.Get("GameId"); x != "" && y != "" {
		return x == y
	}
	for _, name := range []string{"Event", "Site", "Round", "Board", "White", "Black"} {
		if a.Get(name) != b.Get(name) {
			return false
		}
	}
	return true
}

// At every moment the folder contains what Lichess' app accepts, and the broadcast shows
// every game to its end, also one with an illegal move.
func TestFolder(t *testing.T) {
	h, b := illegalHall(t, feeds.GoOnAfterIllegal())
	other := newTable("hall-10")
	other.open(pairing("3", "Ng, Cy", "Ek, Di"), rules.StartPosition())
	other.start()
	publish(t, h.broker, "open-2026", other)
	h.until(t, "open-2026", other)
	app := broadcaster{filepath.Join(t.TempDir(), "round-3")}
	clock := &timers{}
	f := &feeds.Folder{Dir: app.folder, After: clock.After, Log: quiet}
	if err := f.Open(); err != nil {
		t.Fatal(err)
	}
	background(t, func(ctx context.Context) { f.Run(ctx, h.hub) })
	if wait := clock.fire(t, 0); wait != 2*time.Second {
		t.Errorf("the folder waits %v for the boards", wait)
	}
	var round relay
	shown := func(games ...string) {
		t.Helper()
		broadcasttest.Eventually(t, strings.Join(games, "; "), func() bool {
			if len(app.files(t)) == 0 {
				return false
			}
			round.push(t, app.upload(t))
			var got []string
			for _, c := range round.chapters {
				line := c.Tags.Get("Board") + ":"
				at := c.Start
				for _, m := range c.MainLine() {
					line, at = line+" "+at.SAN(m), at.After(m)
				}
				got = append(got, line+" "+c.Result.String())
			}
			return slices.Equal(got, games)
		})
		if refused := app.selected(t); refused != "" {
			t.Error(refused)
		}
	}
	shown("7: e4 e5 Nf3 *", "7: Nxe5 d6 Qh5 1-0", "10: *")
	other.play(t, "d4", "d5")
	shown("7: e4 e5 Nf3 *", "7: Nxe5 d6 Qh5 1-0", "10: d4 d5 *")
	if err := os.Remove(filepath.Join(app.folder, "games.pgn")); err != nil { // as older versions of the app require
		t.Fatal(err)
	}
	var singly relay
	singly.push(t, app.upload(t))
	if len(singly.chapters) != 3 {
		t.Errorf("%d chapters of the single files, want 3", len(singly.chapters))
	}
	b.open(pairing("4", "Öst, Bo", "Żółć, Anna"), rules.StartPosition())
	b.start()
	h.until(t, "open-2026", b)
}

// A folder with other files of the same name below it is refused before anything is
// written: the app would refuse it too.
func TestFolderWithOthers(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "round-1"), 0o755); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "round-1", "games.pgn")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f := &feeds.Folder{Dir: dir, Log: quiet}
	if err := f.Open(); err == nil || !strings.Contains(err.Error(), other) {
		t.Errorf("opened with %v, want an error that names %s", err, other)
	}
	f.Dir = filepath.Join(dir, "round-1")
	if err := f.Open(); err != nil {
		t.Error(err)
	}
}
