package daemon_test

import (
	"bytes"
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
		b.last.Apply(e, &b.state, broadcast.Topics{Event: "open-2026", Board: "hall-7"})
		b.state.Apply(e)
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

// leftGames plays three games to their end and begins a fourth, of which no broker has received anything.
// It returns the board, what is published of the games that were left, and a copy of the directory from
// before a broker received everything.
func leftGames(t *testing.T) (b *series, left []eventlog.Entry, unheard string) {
	t.Helper()
	b = newSeries(t)
	dice := rand.New(rand.NewPCG(1, 1))
	for i := range 3 {
		b.play(dice, 4+i)
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: []string{"1-0", "0-1", "1/2-1/2"}[i]})
		b.note()
		b.newGame()
	}
	b.play(dice, 2)
	left = b.previous()
	b.check("live")
	unheard = copyDir(t, b.dir)
	b.settle()
	b.close()
	if len(left) != 3 {
		t.Fatalf("%d games were left, want 3", len(left))
	}
	return b, left, unheard
}

// boardFiles is the directory of a board, which a test damages.
type boardFiles struct {
	t        *testing.T
	dir      string
	journals []string // names of those that are not the current game's
}

func (f boardFiles) remove(names ...string) {
	f.t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(f.dir, name)); err != nil {
			f.t.Fatal(err)
		}
	}
}

// edit changes a file, in which there must be something to change.
func (f boardFiles) edit(name string, change func(text []byte) []byte) {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	text, err := os.ReadFile(path)
	if err != nil {
		f.t.Fatal(err)
	}
	changed := change(bytes.Clone(text))
	if bytes.Equal(changed, text) {
		f.t.Fatalf("the damage to %s is none", name)
	}
	if err := os.WriteFile(path, changed, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// replace changes at most n places of previous.json, or all if n is -1.
func (f boardFiles) replace(was, is string, n int) {
	f.t.Helper()
	f.edit("previous.json", func(text []byte) []byte { return bytes.Replace(text, []byte(was), []byte(is), n) })
}

// breakPGNs puts an illegal move at the beginning of every PGN in previous.json.
func (f boardFiles) breakPGNs() {
	f.t.Helper()
	f.edit("previous.json", func(text []byte) []byte {
		return regexp.MustCompile(`1\. [A-Za-z]`).ReplaceAll(text, []byte("1. Kxe8 x"))
	})
}

func (f boardFiles) mark(journal string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, marks(journal)[0]), nil, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// marks returns the files that mark journals as not yet received by every broker.
func marks(journals ...string) (names []string) {
	for _, name := range journals {
		names = append(names, name+".untold")
	}
	return names
}

// How the games that were left are published at the next start.
const (
	asLive     = "as live"    // with the same numbers, states and PGN
	withoutPGN = noPGN        // with the same numbers and states
	renumbered = "renumbered" // with numbers above all that may have been published
)

// restartsAfterDamage are what the next start may find, file by file.
var restartsAfterDamage = []struct {
	name    string
	unheard bool   // no broker has received anything
	version string // of the program that starts
	damage  func(f boardFiles)
	games   int // are published
	told    string
}{
	{name: "as it was", version: "v1", games: 3, told: asLive},
	{name: "another program", version: "v2", games: 3, told: asLive},
	{name: "the journals are deleted", version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.remove(f.journals...) }},
	{name: "the journals are deleted, and it is another program", version: "v2", games: 3, told: asLive,
		damage: func(f boardFiles) { f.remove(f.journals...) }},
	{name: "the file is lost", version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.remove("previous.json") }},
	{name: "the file is lost, and it is another program", version: "v2", games: 3, told: renumbered,
		damage: func(f boardFiles) { f.remove("previous.json") }},
	{name: "the file is broken", version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.edit("previous.json", func(text []byte) []byte { return text[:len(text)/2] }) }},
	{name: "the file is empty", version: "v2", games: 3, told: renumbered,
		damage: func(f boardFiles) { f.edit("previous.json", func([]byte) []byte { return nil }) }},
	{name: "a program that promised less", version: "v2", games: 3, told: renumbered,
		damage: func(f boardFiles) { f.replace(`"matches":true,`, "", -1) }},
	{name: "a PGN is broken", version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.replace("1. ", "1. Kxe8 ", 1) }},
	{name: "PGNs are broken, and the journals are deleted", version: "v1", games: 3, told: withoutPGN,
		damage: func(f boardFiles) { f.breakPGNs(); f.remove(f.journals...) }},
	{name: "PGNs are broken, and so are the journals", version: "v1", games: 3, told: withoutPGN,
		damage: func(f boardFiles) {
			f.breakPGNs()
			f.edit(f.journals[0], func(text []byte) []byte { return text[100:] }) // cut in the middle of a line
			f.edit(f.journals[1], func(text []byte) []byte { return bytes.Replace(text, []byte("e"), []byte("x"), 40) })
			f.edit(f.journals[2], func([]byte) []byte { return nil })
		}},
	{name: "the file and a journal are lost", version: "v1", games: 2, told: asLive,
		damage: func(f boardFiles) { f.remove("previous.json", f.journals[1]) }},
	{name: "all is lost", version: "v1", games: 0, told: asLive,
		damage: func(f boardFiles) { f.remove("previous.json"); f.remove(f.journals...) }},
	{name: "no broker has received anything", unheard: true, version: "v1", games: 3, told: asLive},
	{name: "no broker has received anything, and it is another program", unheard: true, version: "v2", games: 3, told: renumbered},
	{name: "killed before a mark was taken away", version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.mark(f.journals[2]) }},
	{name: "neither received nor marked", unheard: true, version: "v1", games: 3, told: asLive,
		damage: func(f boardFiles) { f.remove(marks(f.journals...)...) }},
}

// The games that were left are published at the next start, and again at the one after it, in the order
// in which they were left, whatever that start finds.
func TestPreviousAfterARestart(t *testing.T) {
	b, left, unheard := leftGames(t)
	paths, err := journal.List(b.dir)
	if err != nil || len(paths) != 4 {
		t.Fatalf("journals %v, %v, want 4", paths, err)
	}
	var journals []string
	for i, p := range paths {
		if want := i == 3; exists(p+".untold") != want {
			t.Errorf("%s is marked %v, want %v", p, !want, want)
		}
		if i < 3 {
			journals = append(journals, filepath.Base(p))
		}
	}
	for _, c := range restartsAfterDamage {
		t.Run(c.name, func(t *testing.T) {
			f := boardFiles{t, copyDir(t, b.dir), journals}
			if c.unheard {
				f.dir = copyDir(t, unheard)
			}
			if c.damage != nil {
				c.damage(f)
			}
			n := *b
			n.scriptedBoard = &scriptedBoard{t: t, dir: f.dir, shown: b.shown}
			n.said, n.seqs, n.version = map[string]string{}, map[string]uint64{}, c.version
			if c.games < 3 {
				n.left = nil
			}
			when := c.name
			if c.told == withoutPGN {
				when = noPGN
			}
			list := n.published(when)
			if len(list) != c.games {
				t.Fatalf("%d games are published, want %d", len(list), c.games)
			}
			checkLeft(t, list, left, c.told)
			again := n.published(when)
			if !slices.EqualFunc(again, list, func(a, b eventlog.Entry) bool { return a.Game == b.Game && a.Seq == b.Seq }) {
				t.Errorf("the second start publishes %v, the first one published %v", numbers(again), numbers(list))
			}
			checkLeft(t, again, left, c.told)
		})
	}
}

// published starts the board, returns what is published of earlier games, lets a broker
// receive it, and stops the board.
func (b *series) published(when string) []eventlog.Entry {
	b.t.Helper()
	clear(b.said)
	clear(b.seqs)
	b.start()
	defer b.close()
	b.check(when)
	list := b.previous()
	b.settle()
	return list
}

// numbers says which games there are, each with its number.
func numbers(list []eventlog.Entry) (text []string) {
	for _, g := range list {
		text = append(text, fmt.Sprint(g.Game, " ", g.Seq))
	}
	return text
}

// checkLeft compares what is published of earlier games with what was published live.
func checkLeft(t *testing.T, list, left []eventlog.Entry, told string) {
	t.Helper()
	place := func(g eventlog.Entry) int {
		return slices.IndexFunc(left, func(l eventlog.Entry) bool { return l.Game == g.Game })
	}
	for _, g := range list {
		live := left[place(g)]
		is, was := g.What.(eventlog.Left), live.What.(eventlog.Left)
		if same := string(is.State) == string(was.State); same != (told != renumbered) {
			t.Errorf("%s is published as\n%s\nand was as\n%s\nwant %s", g.Game, is.State, was.State, told)
		}
		wantPGN := was.PGN
		if told == withoutPGN {
			wantPGN = ""
		}
		if is.PGN != wantPGN {
			t.Errorf("%s has the PGN\n%s\nwant %s:\n%s", g.Game, is.PGN, told, wantPGN)
		}
		leap := g.Seq == live.Seq+eventlog.Leap || g.Seq == live.Seq+eventlog.Leap+1
		if told == renumbered && !leap || told != renumbered && g.Seq != live.Seq {
			t.Errorf("%s has number %d and had %d, want %s", g.Game, g.Seq, live.Seq, told)
		}
	}
	if !slices.IsSortedFunc(list, func(a, b eventlog.Entry) int { return place(a) - place(b) }) {
		t.Errorf("the games are published in the order %v, and were left in the order %v", numbers(list), numbers(left))
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
