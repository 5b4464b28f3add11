package daemon_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/broadcast/feeds"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// scriptedBoard is a board whose records the test writes itself.
type scriptedBoard struct {
	t     *testing.T
	dir   string
	s     *daemon.Session
	at    time.Duration
	shown sensors.Scan
	ids   int
}

var clocked = func() trace.Header {
	h := header
	h.Clock, h.TimeControl, h.Laws = trace.ClockButtons, "5400+30", rules.FIDE2018
	return h
}()

func (b *scriptedBoard) open() {
	b.t.Helper()
	b.s = open(b.t, b.dir, clocked, quiet)
	b.at = max(b.at, b.s.Last)
}

func (b *scriptedBoard) close() {
	b.t.Helper()
	if err := b.s.Store.Journal.Close(); err != nil {
		b.t.Fatal(err)
	}
}

func (b *scriptedBoard) take(w trace.What) {
	b.t.Helper()
	if err := b.s.Loop.Run(all([]trace.Record{{At: b.at, What: w}})); err != nil {
		b.t.Fatal(err)
	}
}

func (b *scriptedBoard) wait(d time.Duration) {
	b.t.Helper()
	for end := b.at + d; b.at < end; {
		b.at = min(b.at+50*time.Millisecond, end)
		b.take(trace.Scan{Board: b.shown})
	}
}

func (b *scriptedBoard) put(sq rules.Square, is sensors.State) {
	b.t.Helper()
	b.shown[sq] = is
	b.take(trace.Change{Square: sq, Is: is})
	b.wait(300 * time.Millisecond)
}

func (b *scriptedBoard) turn(by rules.Color, from, to rules.Square) {
	b.t.Helper()
	b.put(from, sensors.Empty)
	b.put(to, sensors.Occupied)
	b.wait(time.Second)
	b.take(trace.Press{By: by})
	b.wait(2 * time.Second)
}

// do gives a command and returns its id.
func (b *scriptedBoard) do(c trace.Command) string {
	b.t.Helper()
	b.ids++
	c.ID = fmt.Sprint("c", b.ids)
	b.take(c)
	b.wait(time.Second)
	return c.ID
}

func (b *scriptedBoard) setUp(p rules.Position) {
	b.t.Helper()
	for sq := range b.shown {
		want := sensors.Empty
		if p.At(rules.Square(sq)) != rules.NoPiece {
			want = sensors.Occupied
		}
		if b.shown[sq] != want {
			b.put(rules.Square(sq), want)
		}
	}
	b.wait(3 * time.Second)
}

func (b *scriptedBoard) path() string { return filepath.Base(b.s.Store.Journal.Path()) }

// toldOf returns the entries published of the latest game, from its last beginning on, as
// lines.
func toldOf(h *daemon.History) string {
	told, _ := h.From(0)
	game := told[len(told)-1].Game
	from := 0
	for i, t := range told {
		if _, opens := t.What.(eventlog.Opened); opens && t.Game == game && (i == 0 || told[i-1].Game != game) {
			from = i
		}
	}
	var text strings.Builder
	for _, t := range told[from:] {
		if t.Game == game {
			fmt.Fprintf(&text, "%d %v %s %+v\n", t.Seq, t.Time, t.What.Name(), t.AppendJSON(nil))
		}
	}
	return text.String()
}

// setUpDesktop opens the daemon of a board with the pieces in the starting position.
func setUpDesktop(t *testing.T) *scriptedBoard {
	t.Helper()
	b := &scriptedBoard{t: t, dir: t.TempDir(), shown: setUpBoard()}
	b.open()
	return b
}

// mistakenGame is a board on which a game was begun by mistake, and the game before it.
type mistakenGame struct {
	*scriptedBoard
	was, wrong    eventlog.State // the game before, and the one begun by mistake
	first, second string         // their journals
}

// newMistakenGame plays a move of each player and, after a new-game, another one.
func newMistakenGame(t *testing.T) *mistakenGame {
	t.Helper()
	b := &mistakenGame{scriptedBoard: setUpDesktop(t)}
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.White, rules.E2, rules.E4)
	b.turn(rules.Black, rules.E7, rules.E5)
	b.first, b.was = b.path(), b.s.History.State()

	extra, err := trace.NewExtra(map[string]any{"white": map[string]any{"name": "Berg, Bo"}, "round": "2", "after": "forged-1"})
	if err != nil {
		t.Fatal(err)
	}
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: extra})
	b.second = b.path()
	if b.second == b.first {
		t.Fatal("the new game has no journal of its own")
	}
	b.setUp(rules.StartPosition())
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.White, rules.D2, rules.D4)
	b.wrong = b.s.History.State()
	if len(b.wrong.Moves) != 1 || b.wrong.Opened.Pairing.White.Name != "Berg, Bo" {
		t.Fatalf("the game begun by mistake is %+v, want one move and Berg, Bo as White", b.wrong)
	}
	if whole := b.wrong.Desk.Whole; whole != 1 || b.wrong.Desk.Undoable == 1 {
		t.Errorf("the whole game is undone by %d, and the latest action by %d", whole, b.wrong.Desk.Undoable)
	}
	return b
}

// stands checks that the game before goes on in its journal, and that the other one is annulled.
func (b *mistakenGame) stands(when string, s *daemon.Session) {
	b.t.Helper()
	now := s.History.State()
	if now.Game != b.was.Game || filepath.Base(s.Store.Journal.Path()) != b.first || now.FEN() != b.was.FEN() || len(now.Moves) != 2 || now.Phase != eventlog.Playing {
		b.t.Fatalf("%s: %s stands at %s in %s, want %s at %s in %s", when, now.Game, now.FEN(), filepath.Base(s.Store.Journal.Path()), b.was.Game, b.was.FEN(), b.first)
	}
	if now.Seq <= b.was.Seq {
		b.t.Errorf("%s: seq %d after %d", when, now.Seq, b.was.Seq)
	}
	if !slices.Equal(now.Annuls, []string{b.wrong.Game}) {
		b.t.Errorf("%s: annuls %v, want %s", when, now.Annuls, b.wrong.Game)
	}
	if got := s.History.Last().Game; got != b.was.Game {
		b.t.Errorf("%s: the last entry is of %s, want %s", when, got, b.was.Game)
	}
	pgn := now.PGN("open", "hall-7")
	if !strings.Contains(pgn, "1. e4") || strings.Contains(pgn, "Berg") || !strings.Contains(pgn, `[Clock "N/`) {
		b.t.Errorf("%s: the PGN is not that of the game before:\n%s", when, pgn)
	}
}

// undo undoes the new-game.
func (b *mistakenGame) undo() {
	b.t.Helper()
	undo, err := trace.NewExtra(map[string]any{"action": 1})
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", Extra: undo})
}

// A new-game given by mistake is undone on a running daemon: the journal of the game before
// continues, with its numbers and its retained topics, and the other journal keeps what was
// played by mistake. Play goes on, past another new game that is undone and one that counts.
func TestNewGameUndoneAcrossJournals(t *testing.T) {
	b := newMistakenGame(t)
	b.undo()
	b.stands("undone", b.s)
	told, _ := b.s.History.From(0)
	annulled := slices.IndexFunc(told, func(e eventlog.Entry) bool { return e.What.Name() == "annulled" })
	if annulled < 0 || told[annulled].Game != b.wrong.Game {
		t.Error("that the other game is annulled is not told")
	}
	b.close()

	b.open()
	b.setUp(rules.MustPosition(b.was.FEN(), rules.Standard))
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.White, rules.G1, rules.F3)
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	third := b.path()
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if got := b.s.History.State(); len(got.Moves) != 3 || len(got.Annuls) != 2 || b.path() != b.first {
		t.Errorf("after a second undo %s has %d moves and annuls %v, want 3 moves and two games in %s", b.path(), len(got.Moves), got.Annuls, b.first)
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	fourth := b.path()
	b.setUp(rules.StartPosition())
	b.turn(rules.White, rules.C2, rules.C4)
	b.close()
	b.open()
	if got := made(b.s.History); b.path() != fourth || !slices.Equal(got, []string{"c2c4"}) {
		t.Errorf("after a restart %s goes on with %v, want %s with c2c4", b.path(), got, fourth)
	}
	b.close()

	count := map[string]int{}
	for _, a := range readArchive(t, filepath.Dir(filepath.Dir(archived(t, b.dir)))) {
		count[filepath.Base(a.Path)] = len(a.games)
	}
	if count[b.first] != 1 || count[b.second] != 0 || count[third] != 0 || count[fourth] != 1 {
		t.Errorf("games that count, by journal: %v, want one each in %s and %s", count, b.first, fourth)
	}
}

// Wherever the machine stops while a new-game is undone, the next start has the same result,
// and so has the one after it: the journal is as written, or what was added to it is cut off
// at any byte, or none of it was kept.
func TestNewGameUndoneAndTheMachineStops(t *testing.T) {
	b := newMistakenGame(t)
	kept := copyDir(t, b.dir) // as a power cut before the undo leaves it
	b.undo()
	live := toldOf(b.s.History)
	b.close()
	text, err := os.ReadFile(filepath.Join(b.dir, b.first))
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(kept, b.first))
	if err != nil || !bytes.HasPrefix(text, before) {
		t.Fatalf("the first journal was changed, and not only continued: %v", err)
	}
	for _, n := range []int{len(text), len(before), len(before) + 7, len(text) - 2, (len(before) + len(text)) / 2} {
		dir := copyDir(t, b.dir)
		if err := os.WriteFile(filepath.Join(dir, b.first), text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		again := open(t, dir, clocked, quiet)
		b.stands(fmt.Sprintf("%d of %d bytes", n-len(before), len(text)-len(before)), again)
		if got := toldOf(again.History); n == len(text) && got != live {
			t.Errorf("a restart tells\n%s\nand live it was\n%s", got, live)
		}
		again.Store.Journal.Close()
		once := toldOf(again.History)
		twice := open(t, dir, clocked, quiet)
		if got := toldOf(twice.History); got != once {
			t.Errorf("cut at %d: the second start tells\n%s\nthe first told\n%s", n, got, once)
		}
		twice.Store.Journal.Close()
	}
	again := open(t, kept, clocked, quiet) // the undo was not kept: the other game goes on
	if got := again.History.State(); got.Game != b.wrong.Game || got.Annulled {
		t.Errorf("without the undo %s goes on, annulled %v, want %s", got.Game, got.Annulled, b.wrong.Game)
	}
	again.Store.Journal.Close()
}

// A game that began because pieces were set up by mistake is undone in the same way.
func TestGameBegunByHandUndone(t *testing.T) {
	b := setUpDesktop(t)
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.White, rules.E2, rules.E4)
	b.turn(rules.Black, rules.E7, rules.E5)
	b.turn(rules.White, rules.G1, rules.F3)
	first, was := b.path(), b.s.History.State()
	p := rules.MustPosition(was.FEN(), rules.Standard)
	for sq := range rules.Square(64) { // a game is shown to somebody
		if b.shown[sq] != sensors.Empty {
			b.put(sq, sensors.Empty)
		}
	}
	b.setUp(rules.StartPosition())
	b.wait(20 * time.Second)
	if b.path() == first {
		t.Fatal("no game began")
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	now := b.s.History.State()
	if now.Game != was.Game || len(now.Moves) != len(was.Moves) || b.path() != first {
		t.Fatalf("%s stands with %d moves in %s", now.Game, len(now.Moves), b.path())
	}
	b.setUp(p)
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.Black, rules.B8, rules.C6)
	live := toldOf(b.s.History)
	if got := made(b.s.History); !slices.Equal(got, []string{"e2e4", "e7e5", "g1f3", "b8c6"}) {
		t.Errorf("play goes on: %v", got)
	}
	b.close()
	b.open()
	if got := toldOf(b.s.History); !strings.HasPrefix(got, live) {
		t.Errorf("a restart tells\n%s\nlive it was\n%s", got, live)
	}
	b.close()
}

// An undo that is not possible is refused, and changes nothing.
func TestNewGameNotUndone(t *testing.T) {
	b := setUpDesktop(t)
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.turn(rules.White, rules.E2, rules.E4)
	first := b.s.Store.Journal.Path()
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	second := b.s.History.State().Game
	if err := os.Remove(first); err != nil {
		t.Fatal(err)
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if got := b.s.History.State(); got.Game != second || got.Annulled {
		t.Errorf("%s, annulled %v", got.Game, got.Annulled)
	}
	b.close()
}

func copyDir(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// archived copies a board's directory into a state directory.
func archived(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "open", "hall-7")
	if err := atomicfile.MakeDir(filepath.Dir(to)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// Subscribers see the game before again, with higher numbers, and learn which game does not
// count; the feeds and the PGN files drop that one.
func TestNewGameUndoneOnTopics(t *testing.T) {
	b := setUpDesktop(t)
	broker, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []broker.User{{Name: "rea", Password: "x", Role: broadcast.Reader}}}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer broker.Close()
	topics := broadcast.Topics{Base: "touchmove/v1", Event: "open", Board: "hall-7", Node: "pi"}
	p, err := broadcast.NewPublisher(broker.Broker(), topics, broadcast.Info{Version: "v1", Hardware: "mcp23017", Sensing: "occupancy", ScanHz: 200}, b.s.History, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	hub := feeds.NewHub("touchmove/v1", nil, quiet)
	files := t.TempDir()
	keeper, err := feeds.NewPGNFiles(files, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for _, run := range []func(){func() { p.Run(ctx) }, func() { hub.Run(ctx, broker.Broker()) }, func() { keeper.Run(ctx, hub) }} {
		running.Go(run)
	}
	f := broadcasttest.Follow(t, "tcp://"+broker.Addr(), "touchmove/v1/open/hall-7/", "rea", "x")
	type standing struct {
		Game, Phase, Result, FEN, Reason string
		Seq                              uint64
		Annulled                         []string
	}
	retained := func(topic string) (s standing) {
		if err := json.Unmarshal([]byte(f.Last(topic)), &s); err != nil && f.Last(topic) != "" {
			t.Fatal(err)
		}
		return s
	}
	shows := func(what string, game string, moves int) {
		t.Helper()
		broadcasttest.Eventually(t, what, func() bool {
			now, _ := hub.Now()
			games, state := now.Current("open"), b.s.History.State()
			return retained("state").FEN == state.FEN() && retained("state").Game == game && retained("game").Game == game && len(games) == 1 && games[0].ID == game && len(games[0].Parsed.Moves) == moves && games[0].Live
		})
	}
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	b.turn(rules.White, rules.E2, rules.E4)
	b.turn(rules.Black, rules.E7, rules.E5)
	right := b.s.History.State()
	shows("the game", right.Game, 2)
	before := retained("state")
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	b.setUp(rules.StartPosition())
	b.turn(rules.White, rules.D2, rules.D4)
	wrong := b.s.History.State()
	shows("the game begun by mistake", wrong.Game, 1)
	file := filepath.Join(files, "open", "boards", "hall-7", wrong.Game+".pgn")
	broadcasttest.Eventually(t, "its file", func() bool { return exists(file) })
	undo, err := trace.NewExtra(map[string]any{"action": 1})
	if err != nil {
		t.Fatal(err)
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", Extra: undo})
	shows("the game again", right.Game, 2)
	now := retained("state")
	if now.Seq <= before.Seq || now.FEN != before.FEN || now.Phase != "playing" {
		t.Errorf("state %+v, before it was %+v", now, before)
	}
	if g := retained("game"); g.Game != right.Game || !slices.Equal(g.Annulled, []string{wrong.Game}) || g.Result != "*" {
		t.Errorf("game %+v", g)
	}
	broadcasttest.Eventually(t, "the desk", func() bool { return strings.Contains(f.Last("desk"), `"do":"undo"`) })
	broadcasttest.Eventually(t, "position and PGN", func() bool {
		return f.Last("position") == now.FEN && strings.Contains(f.Last("pgn"), "1. e4")
	})
	broadcasttest.Eventually(t, "no file", func() bool { return !exists(file) })
	for name, game := range map[string]string{"annulled": wrong.Game, "resumed": right.Game} {
		broadcasttest.Eventually(t, name, func() bool {
			return slices.ContainsFunc(f.Messages("event"), func(e string) bool {
				return strings.Contains(e, `"event":"`+name+`"`) && strings.Contains(e, `"game":"`+game+`"`)
			})
		})
	}
	snapshot, _ := hub.Now()
	if snapshot.Find("open", wrong.Game) != nil || snapshot.Find("open", right.Game) == nil {
		t.Error("the feeds count the wrong game")
	}
	b.close()
}

// Without a press of the clock, the last move of a game is decided some seconds after it was
// made. A new-game that comes before any other record neither loses this move nor takes it
// into the new game.
func TestLastMoveBeforeNewGame(t *testing.T) {
	records := shortGame(t)
	for len(records) > 0 {
		if _, ok := records[len(records)-1].What.(trace.Change); ok {
			break
		}
		records = records[:len(records)-1]
	}
	last := records[len(records)-1].At
	dir := filepath.Join(t.TempDir(), "open-2026", "hall-7")
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	if n := len(made(s.History)); n != 11 {
		t.Fatalf("%d moves are told before the last one falls due, want 11", n)
	}
	if err := s.Loop.Run(all([]trace.Record{{At: last + 20*time.Second, What: trace.Command{Do: trace.DoNewGame}}})); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	list := readArchive(t, filepath.Dir(filepath.Dir(dir)))
	if len(list) != 2 {
		t.Fatalf("%d journals, want 2", len(list))
	}
	if games := list[0].games; len(games) != 1 || len(games[0].Moves) != 12 {
		t.Errorf("the first journal has %d games, want one of 12 moves: %+v", len(games), games)
	}
	told, _ := s.History.From(0)
	moves := 0
	for _, e := range told {
		if _, ok := e.What.(reconcile.Made); ok {
			moves++
		}
	}
	if moves != 12 {
		t.Errorf("%d moves were told, want 12", moves)
	}
}
