package daemon_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// series is a board on which one game follows another, and what the test knows of them.
type series struct {
	*scriptedBoard
	version string
	source  daemon.Source
	read    int
	state   eventlog.State
	last    broadcast.Previous

	game string            // the current game
	ends map[string]ending // the last state of every game
	left []string          // games in the order in which they were left
	said map[string]string // what was published, by game and number
	seqs map[string]uint64 // the highest number published, by game
}

type ending struct {
	moves              []string
	fen, phase, result string
}

func newSeries(t *testing.T) *series {
	b := &series{
		scriptedBoard: &scriptedBoard{t: t, dir: t.TempDir(), shown: setUpBoard()}, version: "v1",
		ends: map[string]ending{}, said: map[string]string{}, seqs: map[string]uint64{},
	}
	b.start()
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	b.note()
	return b
}

// start opens the session as the daemon does.
func (b *series) start() {
	b.t.Helper()
	h := header
	h.WrittenBy = b.version
	b.s = open(b.t, b.dir, h, quiet)
	b.at = max(b.at, b.s.Last)
	b.source, b.read, b.state, b.last = daemon.SourceOf(b.s), 0, eventlog.State{}, broadcast.Previous{}
}

// crash is kill -9 and another start, perhaps of another version. A start replays only five
// marked journals, so a broker acknowledges everything before there are more.
func (b *series) crash(version string) {
	b.t.Helper()
	if marks, err := filepath.Glob(filepath.Join(b.dir, "*.untold")); err != nil || len(marks) > 6 {
		b.settle()
	}
	dir := copyDir(b.t, b.dir)
	b.close()
	b.dir, b.version = dir, version
	b.start()
	b.check("started again")
}

// note stores the state of the current game.
func (b *series) note() {
	b.t.Helper()
	s := b.s.History.State()
	b.game = s.Game
	moves := []string{}
	for _, m := range s.Moves {
		moves = append(moves, m.UCI)
	}
	b.ends[s.Game] = ending{moves, s.FEN(), s.Phase.String(), s.Result.Result}
}

// leave must be called when the current game has been left.
func (b *series) leave() {
	b.left = append(slices.DeleteFunc(b.left, func(id string) bool { return id == b.game }), b.game)
}

// play makes some quiet moves.
func (b *series) play(dice *rand.Rand, n int) {
	b.t.Helper()
	for range n {
		stands := b.s.History.State()
		p := rules.MustPosition(stands.FEN(), rules.Standard)
		quiet := slices.DeleteFunc(p.LegalMoves(nil), func(m rules.Move) bool {
			after := p.After(m)
			piece := p.At(m.From())
			return p.At(m.To()) != rules.NoPiece || after.At(m.To()) != piece || piece.Kind() == rules.King || // castling
				piece.Kind() == rules.Pawn && m.From()%8 != m.To()%8 || len(after.LegalMoves(nil)) == 0
		})
		if len(quiet) == 0 {
			return
		}
		m := quiet[dice.IntN(len(quiet))]
		b.put(m.From(), sensors.Empty)
		b.put(m.To(), sensors.Occupied)
		b.wait(3 * time.Second)
		if got := made(b.s.History); got[len(got)-1] != m.UCI(rules.Standard) {
			b.t.Fatalf("the hand made %s, and told was %v", m.UCI(rules.Standard), got)
		}
	}
	b.note()
}

func (b *series) newGame() {
	b.t.Helper()
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	b.leave()
	b.setUp(rules.StartPosition())
	b.note()
}

// undo undoes the new-game that began the current game.
func (b *series) undo() bool {
	b.t.Helper()
	whole := b.s.History.State().Desk.Whole
	if whole == 0 {
		return false
	}
	extra, err := trace.NewExtra(map[string]any{"action": whole})
	if err != nil {
		b.t.Fatal(err)
	}
	wrong := b.game
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", Extra: extra})
	now := b.s.History.State()
	if now.Game == wrong {
		return false
	}
	e := b.ends[wrong]
	e.phase, e.result = "over", "*"
	b.ends[wrong] = e
	b.leave()
	b.left = slices.DeleteFunc(b.left, func(id string) bool { return id == now.Game })
	b.setUp(rules.MustPosition(now.FEN(), rules.Standard))
	b.note()
	return true
}

// settle makes a broker acknowledge everything.
func (b *series) settle() {
	b.t.Helper()
	told, _ := b.source.From(0)
	if err := b.source.Settle(len(told)); err != nil {
		b.t.Fatal(err)
	}
}

// previous returns the content of the topic, game by game: the payloads of state.
func (b *series) previous() (list []eventlog.Entry) {
	b.t.Helper()
	told, _ := b.source.From(b.read)
	for _, e := range told {
		b.last.Take(e, &b.state, broadcast.Topics{Event: "open-2026", Board: "hall-7"})
		b.state.Take(e)
	}
	b.read += len(told)
	return b.last.Games()
}

// noPGN is when check accepts games without their PGN.
const noPGN = "without a PGN"

// check compares the earlier games that are published with what the test knows of them. The last
// three games that were left must be among them, older ones may be; none is wrong, none is the
// current one, and no number ever means two things.
func (b *series) check(when string) {
	b.t.Helper()
	told := map[string]bool{}
	for _, g := range b.previous() {
		var s struct {
			Game, FEN, Phase, Result string
			Reason                   *string
			Moves                    []struct{ UCI string }
			Unseen                   []string
		}
		state := g.What.(eventlog.Left).State
		if err := json.Unmarshal(state, &s); err != nil {
			b.t.Fatal(err)
		}
		moves := []string{}
		for _, m := range s.Moves {
			moves = append(moves, m.UCI)
		}
		e, known := b.ends[s.Game]
		if !known || s.Game == b.game || s.FEN != e.fen || s.Phase != e.phase || s.Result != e.result || !slices.Equal(moves, e.moves) {
			b.t.Fatalf("%s: %s (%s is played) is told as %s %s %s %v\nand was %+v", when, s.Game, b.game, s.Phase, s.Result, s.FEN, moves, e)
		}
		key := fmt.Sprint(g.Game, " ", g.Seq)
		if before := b.said[key]; before != "" && before != string(state) {
			b.t.Fatalf("%s: %s was told as\n%s\nand as\n%s", when, key, before, state)
		}
		b.said[key] = string(state)
		text := g.What.(eventlog.Left).PGN
		if annulled := s.Reason != nil && *s.Reason == "annulled"; annulled != (text == "") && when != noPGN || !annulled && text != "" && (!strings.Contains(text, fmt.Sprintf("[GameId %q]", g.Game)) || !strings.Contains(text, fmt.Sprintf("[Result %q]", s.Result))) {
			b.t.Fatalf("%s: the PGN of %s, %s, is\n%s", when, g.Game, s.Result, text)
		}
		if before := b.said[key+" pgn"]; before != "" && before != text {
			b.t.Fatalf("%s: the PGN of %s was\n%s\nand is\n%s", when, key, before, text)
		}
		b.said[key+" pgn"] = text
		if g.Seq < b.seqs[g.Game] {
			b.t.Fatalf("%s: %s was told until %d, and is told as of %d", when, g.Game, b.seqs[g.Game], g.Seq)
		}
		b.seqs[g.Game] = g.Seq
		told[g.Game] = true
	}
	for _, id := range b.left[max(0, len(b.left)-3):] {
		if !told[id] {
			b.t.Fatalf("%s: %s is not told, of %v", when, id, b.left)
		}
	}
}

// Whatever happens to games and the daemon, in any order: the last games before the current one
// are published as they were left, also after a restart at any moment, and with numbers whose
// meaning never changes.
func TestPreviousWhateverHappens(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(seed, 11))
			b := newSeries(t)
			defer b.close()
			versions := 1
			for range 40 {
				what := ""
				switch dice.IntN(9) {
				case 0, 1:
					what = "new game"
					if len(b.ends[b.game].moves) > 0 {
						b.newGame()
					}
				case 2:
					what = "undone"
					b.undo()
				case 3:
					what = "result"
					if b.ends[b.game].phase == "playing" && len(b.ends[b.game].moves) > 0 {
						b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
						b.note()
					}
				case 4:
					what = "settled"
					b.settle()
				case 5:
					b.crash(b.version)
				case 6:
					if dice.IntN(3) == 0 {
						versions++
						b.crash(fmt.Sprint("v", versions))
					}
				default:
					what = "play"
					if b.ends[b.game].phase == "playing" {
						b.play(dice, 1+dice.IntN(3))
					}
				}
				b.check(what)
			}
		})
	}
}

// What the next start finds, file by file.
func TestPreviousAfterARestart(t *testing.T) {
	b := newSeries(t)
	dice := rand.New(rand.NewPCG(1, 1))
	for i := range 3 {
		b.play(dice, 4+i)
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: []string{"1-0", "0-1", "1/2-1/2"}[i]})
		b.note()
		b.newGame()
	}
	b.play(dice, 2)
	told := b.previous()
	b.check("live")
	marked := copyDir(t, b.dir) // no broker has received anything
	b.settle()
	b.close()
	if len(told) != 3 {
		t.Fatalf("%d games were left", len(told))
	}
	paths, err := journal.List(b.dir)
	if err != nil || len(paths) != 4 {
		t.Fatalf("journals %v, %v", paths, err)
	}
	for i, p := range paths {
		if exists(p+".untold") != (i == 3) {
			t.Errorf("%s is marked: %v", p, i != 3)
		}
	}
	file := func(dir string) string { return filepath.Join(dir, "previous.json") }
	edit := func(change func(text string) string) func(string) {
		return func(dir string) {
			text, err := os.ReadFile(file(dir))
			if err == nil {
				err = os.WriteFile(file(dir), []byte(change(string(text))), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(names ...string) func(string) {
		return func(dir string) {
			for _, name := range names {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	journals := []string{filepath.Base(paths[0]), filepath.Base(paths[1]), filepath.Base(paths[2])}
	var marks []string
	for _, name := range journals {
		marks = append(marks, name+".untold")
	}
	place := func(g eventlog.Entry) int {
		return slices.IndexFunc(told, func(l eventlog.Entry) bool { return l.Game == g.Game })
	}
	breakPGN := edit(func(text string) string {
		return regexp.MustCompile(`1\. [A-Za-z]`).ReplaceAllString(text, "1. Kxe8 x")
	})
	const word, leap = "word for word", "under numbers of its own"
	for _, c := range []struct {
		name, dir, version string
		change             func(dir string)
		games              int
		told               string
	}{
		{"as it was", b.dir, "v1", nil, 3, word},
		{"another program", b.dir, "v2", nil, 3, word},
		{"the journals are deleted", b.dir, "v1", remove(journals...), 3, word},
		{"the journals are deleted, and it is another program", b.dir, "v2", remove(journals...), 3, word},
		{"the file is lost", b.dir, "v1", remove("previous.json"), 3, word},
		{"the file is lost, and it is another program", b.dir, "v2", remove("previous.json"), 3, leap},
		{"the file is broken", b.dir, "v1", edit(func(text string) string { return text[:len(text)/2] }), 3, word},
		{"the file is empty", b.dir, "v2", edit(func(string) string { return "" }), 3, leap},
		{"a program that promised less", b.dir, "v2", edit(func(text string) string { return strings.ReplaceAll(text, `"matches":true,`, "") }), 3, leap},
		{"a PGN is broken", b.dir, "v1", edit(func(text string) string { return strings.Replace(text, "1. ", "1. Kxe8 ", 1) }), 3, word},
		{"a PGN is broken, and the journals are deleted", b.dir, "v1", func(dir string) {
			breakPGN(dir)
			remove(journals...)(dir)
		}, 3, noPGN},
		{"a PGN is broken, and so are the journals", b.dir, "v1", func(dir string) {
			breakPGN(dir)
			for i, name := range journals { // cut in the middle of a line, changed, not to be read
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err == nil {
					text = [][]byte{text[100:], bytes.Replace(text, []byte("e"), []byte("x"), 40), nil}[i]
					err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}, 3, noPGN},
		{"the file and a journal are lost", b.dir, "v1", remove("previous.json", journals[1]), 2, word},
		{"all is lost", b.dir, "v1", remove("previous.json", journals[0], journals[1], journals[2]), 0, word},
		{"nobody had heard", marked, "v1", nil, 3, word},
		{"nobody had heard, and it is another program", marked, "v2", nil, 3, leap},
		{"killed before a mark was taken away", b.dir, "v1", func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, marks[2]), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}, 3, word},
		{"neither heard nor marked", marked, "v1", remove(marks...), 3, word},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := copyDir(t, c.dir)
			if c.change != nil {
				c.change(dir)
			}
			var before []eventlog.Entry
			for again := range 2 { // the start after that publishes the same
				n := *b
				n.scriptedBoard = &scriptedBoard{t: t, dir: dir, shown: b.shown}
				n.said, n.seqs = map[string]string{}, map[string]uint64{}
				if c.games < 3 {
					n.left = nil
				}
				n.version = c.version
				n.start()
				n.check(cmp.Or(map[string]string{noPGN: noPGN}[c.told], c.name))
				list := n.previous()
				if len(list) != c.games {
					t.Fatalf("%d games, want %d", len(list), c.games)
				}
				for i, g := range list {
					live := told[place(g)]
					if same := g.Seq == live.Seq && string(g.What.(eventlog.Left).State) == string(live.What.(eventlog.Left).State) && g.What.(eventlog.Left).PGN == live.What.(eventlog.Left).PGN; same != (c.told == word) {
						t.Errorf("%s was told as of %d, and is told as of %d, and is to be %s", g.Game, live.Seq, g.Seq, c.told)
					}
					if c.told == leap && g.Seq != live.Seq+eventlog.Leap+1 && g.Seq != live.Seq+eventlog.Leap {
						t.Errorf("%s was told as of %d, and is told as of %d", g.Game, live.Seq, g.Seq)
					}
					if again > 0 && (before[i].Game != g.Game || before[i].Seq != g.Seq) {
						t.Errorf("%s is told as of %d at the second start", g.Game, g.Seq)
					}
				}
				if !slices.IsSortedFunc(list, func(a, b eventlog.Entry) int { return place(a) - place(b) }) {
					t.Error("they are told in another order than they were left")
				}
				before = list
				if again == 0 {
					n.settle()
				}
				n.close()
			}
		})
	}
}

// If a journal cannot be marked, the file previous.json does not replace the mark.
func TestPreviousWithoutAMark(t *testing.T) {
	b := newSeries(t)
	dice := rand.New(rand.NewPCG(2, 2))
	b.play(dice, 3)
	b.newGame()
	b.settle()
	b.play(dice, 3)
	for ms := range 3 { // the mark of the next journal cannot be written
		name := journal.Name(b.s.Store.Began.Add(b.at + time.Duration(ms)*time.Millisecond))
		if err := os.Mkdir(filepath.Join(b.dir, name+".untold"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b.newGame() // not marked
	if exists(filepath.Join(b.dir, "previous.json")) {
		t.Error("the file is still there")
	}
	b.play(dice, 2)
	if err := os.Remove(strings.TrimSuffix(b.s.Store.Journal.Path(), "") + ".untold"); err != nil {
		t.Fatal(err)
	}
	b.newGame()
	b.crash("v1")
	b.crash("v2")
	b.close()
}
