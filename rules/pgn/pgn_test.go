package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

// checkRoundTrip checks that what is written reads back the same and is written the same again, on
// lines of less than 80 characters.
func checkRoundTrip(t *testing.T, g *pgn.Game) {
	t.Helper()
	text := g.String()
	for _, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) > 79 && !strings.HasPrefix(line, "[") && !strings.HasPrefix(line, ";") && strings.Contains(line, " ") && !strings.Contains(line, " %") {
			t.Errorf("a line of %d letters: %s", utf8.RuneCountInString(line), line)
		}
	}
	again, err := pgn.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if !reflect.DeepEqual(again.Moves, g.Moves) || !reflect.DeepEqual(again.Comments, g.Comments) || again.Start != g.Start || again.Result != g.Result {
		t.Errorf("reads back differently:\n%s\n%s", text, again)
	}
	if again.String() != text {
		t.Errorf("is written differently the second time:\n%s\n%s", text, again)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, name := range gameFiles {
		for _, g := range readGames(t, name) {
			checkRoundTrip(t, g)
		}
	}
	for _, text := range []string{
		annotated,
		"{nothing was played}  *",
		"1. e4 ( {only a comment} ) e5 *",
		"1. e4 {a  b   c " + strings.Repeat("word %clk ", 30) + "} (1. d4 {x} (1. c4 (1. Nf3 Nf6 2. g3) c5) 1... d5) {between} 1... e5 {last} (1... c5) {end} 1-0",
		"1. e4 ;a comment with } in it\n e5 (1... c5 2. --  ) 0-1",
		"1. e4 (;with } at the beginning\n 1. d4) *",
		"1. e4 e5 (1... c5 (1... e6 (1... c6 (1... d5 (1... Nf6 {deep})))))" + strings.Repeat(" 2. Nf3 Nc6 3. Ng1 Nb8", 20) + " 1/2-1/2",
		`[FEN "8/8/8/8/8/5k2/7p/7K b - - 12 60"] 60... Kf2 *`,
		`[Result "0-0"] 1. e4 *`,
	} {
		g, err := pgn.NewReader(strings.NewReader(text)).Next()
		if err != nil {
			t.Errorf("%v: %s", err, text)
			continue
		}
		checkRoundTrip(t, g)
	}
}

const annotated = `[Event "A \"quoted\" and \\ slashed"]
[Site "here"]
[Annotator "someone"]
% an escape line with [brackets] and (parentheses
[Custom "kept"]

{Before the first move} 1. e4! $14 {[%clk 1:30:58.5] [%eval 0.25,18] a comment
on two lines} e5 ; to the end
2.Nf3 (2.f4 exf4 (2...d5!? {Falkbeer}) 3.Nf3) ({other} 2.Bc4) 2...Nc6?! {[%emt 0:01:12]}
3. Bb5 a6 4. Bxc6 (=) <reserved> dxc6 {[%eval #-3]} 1/2-1/2
`

func TestAnnotations(t *testing.T) {
	g, err := pgn.NewReader(strings.NewReader(annotated)).Next()
	if err != nil {
		t.Fatal(err)
	}
	if want := (pgn.Tags{{"Event", `A "quoted" and \ slashed`}, {"Site", "here"}, {"Annotator", "someone"}, {"Custom", "kept"}}); !reflect.DeepEqual(g.Tags, want) {
		t.Errorf("tags %q, want %q", g.Tags, want)
	}
	e4, e5, nf3, nc6, bxc6 := &g.Moves[0], &g.Moves[1], &g.Moves[2], &g.Moves[3], &g.Moves[6]
	if !reflect.DeepEqual(e4.Before, []string{"Before the first move"}) || !reflect.DeepEqual(e4.NAGs, []pgn.NAG{pgn.GoodMove, 14}) {
		t.Errorf("1. e4: %+v", e4)
	}
	if want := []string{"[%clk 1:30:58.5] [%eval 0.25,18] a comment on two lines"}; !reflect.DeepEqual(e4.Comments, want) {
		t.Errorf("1. e4: comments %q, want %q", e4.Comments, want)
	}
	if d, ok := e4.Clock(); !ok || d != time.Hour+30*time.Minute+58*time.Second+500*time.Millisecond {
		t.Errorf("clock %v, %v", d, ok)
	}
	if !reflect.DeepEqual(e5.Comments, []string{"to the end"}) {
		t.Errorf("1... e5: %+v", e5)
	}
	if len(nf3.Variations) != 2 || len(nf3.Variations[0]) != 3 || len(nf3.Variations[0][1].Variations) != 1 ||
		nf3.Variations[0][1].Variations[0][0].NAGs[0] != pgn.InterestingMove || nf3.Variations[1][0].Before[0] != "other" {
		t.Errorf("2. Nf3: %+v", nf3)
	}
	if d, ok := nc6.Elapsed(); !ok || d != 72*time.Second || nc6.NAGs[0] != pgn.DubiousMove {
		t.Errorf("2... Nc6: %+v", nc6)
	}
	if !reflect.DeepEqual(bxc6.Comments, []string{rules.DrawOffer}) {
		t.Errorf("4. Bxc6: %+v", bxc6)
	}
	if g.Result != rules.Drawn || len(g.Moves) != 8 {
		t.Errorf("%v after %d half-moves", g.Result, len(g.Moves))
	}
}

func TestCommands(t *testing.T) {
	var ply pgn.Ply
	if _, ok := ply.Clock(); ok {
		t.Error("a clock without a comment")
	}
	ply.Comments = []string{"fine"}
	ply.SetClock(90*time.Minute + 250*time.Millisecond)
	if want := "[%clk 1:30:00.25] fine"; ply.Comments[0] != want {
		t.Errorf("%q, want %q", ply.Comments[0], want)
	}
	ply.Comments = []string{"[%eval #4] [%emt 0:00:03] [%clk 1:30:00.25] fine"}
	if d, ok := ply.Elapsed(); !ok || d != 3*time.Second {
		t.Errorf("elapsed %v, %v, want 3 s", d, ok)
	}
	ply.SetClock(59 * time.Second)
	if want := "[%eval #4] [%emt 0:00:03] [%clk 0:00:59] fine"; ply.Comments[0] != want {
		t.Errorf("%q, want %q", ply.Comments[0], want)
	}
	for _, bad := range []string{"[%clk 1:x:00]", "[%clk ]", "[%clk 1:2:3:4]", "[%clk 1.5:00]", "[%clocks 1:00:00]", "[%clk 0:00:01", "[%clk -1:00]"} {
		ply.Comments = []string{bad}
		if d, ok := ply.Clock(); ok {
			t.Errorf("%s is read as %v", bad, d)
		}
	}
}

// TestCommandsUnbroken checks that a line ends before a command of a comment, not within it: other
// programs' readers look for [%clk with a space behind it.
func TestCommandsUnbroken(t *testing.T) {
	g := readGames(t, gameFiles[0])[0]
	for i := range g.Moves {
		g.Moves[i].SetClock(90*time.Minute - time.Duration(i)*7*time.Second)
		g.Moves[i].Comments[0] = fmt.Sprintf("[%%emt 0:00:%02d] ", i%60) + g.Moves[i].Comments[0]
	}
	text := g.String()
	if regexp.MustCompile(`\[%\w+\n`).MatchString(text) || !strings.Contains(text, "]\n[%clk ") {
		t.Errorf("want lines that end between commands:\n%s", text)
	}
	checkRoundTrip(t, g)
	// What is too long for a line is broken at its spaces all the same.
	g.Moves[0].Comments = []string{"[%csl " + strings.Repeat("Ga1 ", 30) + "]"}
	checkRoundTrip(t, g)
}

// TestErrors checks that a broken game reports its place and does not stop the next one.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text              string
		ply, line, column int
		err               error // or nil
	}{
		{"1. e4 e5\n2. Nf3 Ke6 3. Bc4 *", 4, 2, 8, rules.ErrIllegalMove},
		{"1. e4 e5 2. Qe9 *", 3, 1, 13, rules.ErrInvalidMove},
		{"1. Nf3 Nf6 2. c3 c6 3. Na3 Na6 4. Nb1 Nb8 5. Nd4 d5 6. Nc2 d4 7. Na3 *", 13, 1, 66, rules.ErrAmbiguousMove},
		{"1. e4 {not closed\n\n", 2, 1, 7, nil},
		{"1. e4 (1. d4 d5\n\n", 2, 0, 0, nil},
		{"1. e4 ) e5 *", 2, 1, 7, nil},
		{"(1. e4) *", 1, 1, 1, nil},
		{"$1 1. e4 *", 1, 1, 1, nil},
		{"1. e4 $300 *", 2, 1, 7, nil},
		{"1. e4 -- *", 2, 1, 7, nil},
		{"1. e4 } e5 *", 2, 1, 7, nil},
		{"1. e4?!? e5 *", 1, 1, 4, nil},
		{"[Event \"x]\n\n1. e4 *", 0, 1, 11, nil},
		{"[Event x]\n\n1. e4 *", 0, 1, 8, nil},
		{"[Event \"x\"\n[Site \"y\"]\n\n1. e4 *", 0, 1, 11, nil},
		{"[]\n\n1. e4 *", 0, 1, 2, nil},
		{"[Event \"é\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *", 0, 2, 1, nil},
		{"[Variant \"Atomic\"]\n\n1. e4 *", 0, 3, 1, nil},
		{"1. e4 é5 *", 2, 1, 7, rules.ErrInvalidMove},
		{"1. " + strings.Repeat("e4 (", 1000) + " *", 2, 0, 0, nil},
	} {
		text := "1. d4 *\n\n" + c.text + "\n\n[Event \"next\"]\n\n1. c4 1-0\n"
		r := pgn.NewReader(strings.NewReader(text))
		if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
			t.Fatalf("%q: the game before: %v", c.text, err)
		}
		g, err := r.Next()
		var e *pgn.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: no *Error but %v", c.text, err)
			continue
		}
		if g == nil || e.Game != 2 || e.Ply != c.ply || c.line > 0 && (e.Line != c.line+2 || e.Column != c.column) {
			t.Errorf("%q: game %d, ply %d, line %d, column %d, want 2, %d, %d, %d: %v", c.text, e.Game, e.Ply, e.Line, e.Column, c.ply, c.line+2, c.column, err)
		}
		if c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%q: %v, want %v", c.text, err, c.err)
		}
		if strings.Contains(c.text, "{not closed") {
			continue // it swallows everything that follows
		}
		if g, err = r.Next(); err != nil || g.Tags.Get("Event") != "next" || len(g.Moves) != 1 || g.Result != rules.WhiteWins {
			t.Errorf("%q: the game after: %v, %v", c.text, g, err)
		}
		if g, err = r.Next(); g != nil || err != io.EOF {
			t.Errorf("%q: after the last game: %v, %v", c.text, g, err)
		}
	}
}

func TestLayouts(t *testing.T) {
	for _, c := range []struct{ text, moves string }{
		{"1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3"},
		{"1.e4 e5 2.Nf3 *", "e2e4 e7e5 g1f3"},
		{"1 e4 e5 2 Nf3 1/2", "e2e4 e7e5 g1f3"},
		{"e4 e5\n\n\nNf3 *", "e2e4 e7e5 g1f3"},
		{"1.e4e5*", ""}, // not two moves but one that does not exist
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 1-0", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6"},
		{"1. e4 Nf6 2. e5 d5 3. exd6 e.p. exd6 *", "e2e4 g8f6 e4e5 d7d5 e5d6 e7d6"},
		{"1. e4 a6 2. e5 d5 3. exd6 a.p. + ! *", ""},
		{"1. d4 e5 2. d5 e4 3. d6 e3 4. dxc7 exf2+ 5. Kd2 fxg1(Q) 6. cxb8=Q *", "d2d4 e7e5 d4d5 e5e4 d5d6 e4e3 d6c7 e3f2 e1d2 f2g1q c7b8q"},
		{"[FEN \"4k3/8/8/8/8/8/8/RK6 w A - 0 1\"]\n1. O-O-O *", "b1a1"},
	} {
		g, err := pgn.NewReader(strings.NewReader(c.text)).Next()
		if c.moves == "" {
			if strings.Contains(c.text, "a.p.") {
				if err != nil || g.Moves[4].NAGs[0] != pgn.GoodMove {
					t.Errorf("%q: %v", c.text, err)
				}
			} else if err == nil {
				t.Errorf("%q: no error", c.text)
			}
			continue
		}
		var moves []string
		for _, m := range g.MainLine() {
			moves = append(moves, m.String())
		}
		if got := strings.Join(moves, " "); err != nil || got != c.moves {
			t.Errorf("%q: %s, %v, want %s", c.text, got, err, c.moves)
		}
	}
}

func TestSigns(t *testing.T) {
	g, err := pgn.NewReader(strings.NewReader("1. e4! e5?! 2. Nf3!? Nc6 ± 3. Bb5 += a6 N 4. Ba4□ Nf6?? = 5. O-O‼ +- Be7 -+ 6. Re1⁉ ∞ b5 =+ -/+ ½-½")).Next()
	if err != nil || g.Result != rules.Drawn {
		t.Fatalf("read %v, %v, want a draw", g, err)
	}
	for i, want := range [][]pgn.NAG{{pgn.GoodMove}, {pgn.DubiousMove}, {pgn.InterestingMove}, {16}, {14}, {146}, {7},
		{pgn.Blunder, 10}, {pgn.BrilliantMove, 18}, {19}, {pgn.InterestingMove, 13}, {15, 17}} {
		if got := g.Moves[i].NAGs; !reflect.DeepEqual(got, want) {
			t.Errorf("half-move %d: %v, want %v", i+1, got, want)
		}
	}
	for text, want := range map[string]rules.Result{"1. e4 1–0": rules.WhiteWins, "1. e4 0–1": rules.BlackWins, "1. e4 1/2": rules.Drawn,
		"[Result \"0-1\"]\n\n1. e4": rules.BlackWins, "[Result \"0-1\"]\n\n1. e4 *": rules.Ongoing, "1. e4 (1. d4 1-0) 0-1": rules.BlackWins} {
		if g, err := pgn.NewReader(strings.NewReader(text)).Next(); err != nil || g.Result != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// TestLongLine checks that an endless line is refused before it fills the memory.
func TestLongLine(t *testing.T) {
	r := pgn.NewReader(io.MultiReader(strings.NewReader("1. e4 *\n"), strings.NewReader("{"+strings.Repeat("x", 17<<20))))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if g, err := r.Next(); g != nil || err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("the second game is %v, %v, want an error of line 2", g, err)
	}
}

// TestWritesNothingObeyed checks that no written game holds characters that a terminal or a page
// would act on.
func TestWritesNothingObeyed(t *testing.T) {
	const bad = "a\x00b\x1b[2J\u202ec\u009bd\x7f"
	g := &pgn.Game{Start: rules.StartPosition()}
	g.Tags.Set("White", bad)
	g.Comments = []string{bad}
	var b strings.Builder
	if err := pgn.NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	const want = "a b [2J c d"
	if text := b.String(); !strings.Contains(text, `[White "`+want) || !strings.Contains(text, "{"+want+"}") {
		t.Errorf("%q", text)
	}
}

// TestGameWithoutEnd checks that a game of megabytes is refused where it becomes longer than any
// game can be, whatever it consists of, that it takes bounded memory, and that the game after it is
// read.
func TestGameWithoutEnd(t *testing.T) {
	for _, piece := range []string{
		"Nf3 Nf6 Ng1 Ng8\n", "(d4 d5 c4 e6 Nc3 Nf6)\n", "(d4)(c4)(Nf3)(g3)\n", "{a}{b} $1 $2\n", "{" + strings.Repeat("long ", 1000) + "}\n", "[T \"v\"]\n", "1.\n",
	} {
		begin, end := "1. e4\n", ""
		switch piece[0] {
		case 'N':
			begin = ""
		case '[':
			begin, end = "", "\n1. e4 *\n"
		}
		r := pgn.NewReader(io.MultiReader(strings.NewReader(begin), strings.NewReader(strings.Repeat(piece, 20_000_000/len(piece))), strings.NewReader(end+"\n\n[White \"A\"]\n\n1. e4 e5 1-0\n")))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		g, err := r.Next()
		runtime.GC()
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "more than") {
			t.Errorf("20 MB of %.20q: %v", piece, err)
		}
		if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 40<<20 {
			t.Errorf("20 MB of %.20q hold %d bytes", piece, held)
		}
		runtime.KeepAlive(g)
		if g, err := r.Next(); err != nil || g.Tags.Get("White") != "A" || len(g.Moves) != 2 {
			t.Errorf("after 20 MB of %.20q the next game is %v, %v", piece, g, err)
		}
	}
}

func TestEncodings(t *testing.T) {
	const text = "[White \"Müller, Zoë\"]\r\n[Black \"Ñandú\"]\r\n\r\n1. e4 {très fort} e5 *\r\n\r\n[White \"second\"]\r\n\r\n1. d4 *\r\n"
	const wide = "[White \"Ċapablanca ♔ \U0001F600 Ԋ਀\"]\n\n1. e4 {x} *\n"
	latin := make([]byte, 0, len(text))
	for _, r := range text {
		latin = append(latin, byte(r))
	}
	utf16Of := func(text string, little, mark bool) []byte {
		if mark {
			text = "\ufeff" + text
		}
		var b []byte
		for _, u := range utf16.Encode([]rune(text)) {
			if little {
				b = append(b, byte(u), byte(u>>8))
			} else {
				b = append(b, byte(u>>8), byte(u))
			}
		}
		return b
	}
	for _, c := range []struct {
		name  string
		data  []byte
		want  pgn.Encoding
		white string
		games int
	}{
		{"UTF-8", []byte(text), pgn.UTF8, "Müller, Zoë", 2},
		{"mark", []byte("\ufeff" + text), pgn.UTF8BOM, "Müller, Zoë", 2},
		{"Latin-1", latin, pgn.Latin1, "Müller, Zoë", 2},
		{"Windows", []byte("[White \"\x8a\x80\"]\n\n*\n"), pgn.Latin1, "Š€", 1},
		{"ASCII", []byte("[White \"x\"]\n\n*\n"), pgn.ASCII, "x", 1},
		{"16LE", utf16Of(text, true, true), pgn.UTF16LE, "Müller, Zoë", 2},
		{"16BE", utf16Of(text, false, true), pgn.UTF16BE, "Müller, Zoë", 2},
		{"16LE without mark", utf16Of(text, true, false), pgn.UTF16LE, "Müller, Zoë", 2},
		{"16BE without mark", utf16Of(text, false, false), pgn.UTF16BE, "Müller, Zoë", 2},
		{"16LE wide", utf16Of(wide, true, true), pgn.UTF16LE, "Ċapablanca ♔ \U0001F600 Ԋ਀", 1},
		{"16BE wide", utf16Of(wide, false, true), pgn.UTF16BE, "Ċapablanca ♔ \U0001F600 Ԋ਀", 1},
	} {
		r := pgn.NewReader(bytes.NewReader(c.data))
		games := 0
		for g, err := range r.All() {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				break
			}
			if games++; games == 1 && g.Tags.Get("White") != c.white {
				t.Errorf("%s: White %q, want %q", c.name, g.Tags.Get("White"), c.white)
			}
		}
		if r.Encoding().String() == "" || games != c.games || r.Encoding() != c.want {
			t.Errorf("%s: %d games in %v, want %d in %v", c.name, games, r.Encoding(), c.games, c.want)
		}
	}
}

type brokenReader struct{ io.Reader }

func (b brokenReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestReadFailure(t *testing.T) {
	r := pgn.NewReader(brokenReader{strings.NewReader("1. e4 *\n\n1. e4 e5")})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if g, err := r.Next(); g != nil || err != io.ErrUnexpectedEOF {
			t.Errorf("%v, %v, want the reader's own error", g, err)
		}
	}
}

func TestNewGame(t *testing.T) {
	start := rules.MustPosition("4k3/8/8/8/8/8/8/RK6 w A - 0 1", rules.Chess960)
	castle, err := start.ParseUCI("b1a1")
	if err != nil {
		t.Fatal(err)
	}
	g, err := pgn.NewGame(pgn.Tags{{"White", "A"}}, start, []rules.Move{castle}, rules.WhiteWins)
	if err != nil {
		t.Fatal(err)
	}
	g.Moves[0].SetClock(time.Minute)
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1-0"]
[FEN "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"]
[SetUp "1"]
[Variant "Chess960"]

1. O-O-O {[%clk 0:01:00]} 1-0

`
	if g.String() != want {
		t.Errorf("%s\nwant\n%s", g, want)
	}
	if _, err := pgn.NewGame(nil, start, []rules.Move{castle, castle}, rules.Ongoing); !errors.Is(err, rules.ErrIllegalMove) {
		t.Errorf("castling twice: %v", err)
	}
	if err := pgn.NewWriter(io.Discard).Write(&pgn.Game{Tags: pgn.Tags{{"no name", ""}}, Start: start}); err == nil {
		t.Error("a tag without a name was written")
	}
}

func BenchmarkReader(b *testing.B) {
	data, err := os.ReadFile("../testdata/games-otb.pgn")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	games := 0
	for b.Loop() {
		for _, err := range pgn.NewReader(bytes.NewReader(data)).All() {
			if err != nil {
				b.Fatal(err)
			}
			games++
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkWriter(b *testing.B) {
	games := readGames(b, "games-otb")
	w := pgn.NewWriter(io.Discard)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, g := range games {
			if err := w.Write(g); err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}
