package explain_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/reconcile"
	"touchmove/reconcile/explain"
	"touchmove/sensors/trace"
)

// read reads a trace from the test data of package reconcile.
func read(t *testing.T, name string) (trace.Header, []trace.Record) {
	t.Helper()
	f, err := os.Open(filepath.Join("../testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	r, err := trace.NewReader(in)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var records []trace.Record
	for record, err := range r.All() {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		records = append(records, record)
	}
	return r.Header(), records
}

func newGame(t *testing.T, h trace.Header) *reconcile.Game {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func explainer(t *testing.T, header trace.Header, records []trace.Record) (*explain.Explainer, *reconcile.Game) {
	t.Helper()
	g := newGame(t, header)
	x := explain.New(g)
	for _, r := range records {
		if err := x.Step(r); err != nil {
			t.Fatal(err)
		}
	}
	return x, g
}

// TestExplain checks that each explanation tells what was done at the board, how it was understood,
// and what decided it. The required words are here; the whole text is in a golden file.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		hand      string
		game, ply int
		want      []string // in this order
	}{
		{"bishop_slid_over_two_squares", 0, 3, []string{
			"Ply 3, white: Bc4 (f1c4)", "f1 empty: where the white bishop stood", "passed over or rested on e2 (0.04 s), d3 (0.04 s)",
			"Be2: much less likely", "What decided it: its squares had been still for 1."}},
		{"capture_pushed_out_and_the_clock_pressed", 0, 1, []string{
			"exd5", "d5 never read empty: the capture of the black pawn there is inferred", "no move yet", "white pressed the clock at 0:00:05.895"}},
		{"capture_pushed_out_shown_by_a_later_move", 0, 1, []string{
			"exf5", "f5 never read empty", "exd5: ", "What decided it: a later move stood on the board (Nf6, released at"}},
		{"one_victim_put_back_and_another_taken", 0, 1, []string{
			"exf5", "the black pawn was taken on f5", "Published earlier for this ply:", "exd5 (e4d5)", "changed to exf5", "by then exd5: ", "it left d4 d5 unexplained", "f5 empty"}},
		{"one_victim_put_back_and_another_taken", 0, 2, []string{
			"Nf6", "Published earlier for this ply:", "Nf6", "dropped, because ply 1 before it was changed to exf5"}},
		{"promotion_piece_fetched_late", 0, 1, []string{
			"a8=Q", "nobody had named the promoted piece: a queen is assumed", "black had lifted the king from g7"}},
		{"knight_promotion_shown_by_a_later_move", 0, 1, []string{
			"a8=N", "how it moved from there showed a knight", "Published earlier for this ply:", "a8=Q (a7a8q)", "changed to a8=N", "by then a8=Q"}},
		{"capture_on_a_square_stuck_on", 0, 2, []string{
			"Qxd5", "d5 never read empty", "because the queen that left d8 was set down nowhere else"}},
		{"sensor_stuck_off_under_a_moved_pawn", 0, 1, []string{
			"e4 (e2e4)", "e4 did not show it", "the sensor of e4 was found stuck-off at 0:00:16.665", "e3: "}},
		{"three_sensors_die_in_the_course_of_a_game", 0, 6, []string{"Bg4", "still open at publication: a2, whose sensor had not been trusted since"}},
		{"piece_leaves_a_square_stuck_on", 0, 1, nil},
		{"castling_rook_first_king_in_the_air", 0, 1, []string{
			"O-O (e1g1)", "castling: the king from e1 to g1 and the rook from h1 to f1", "Rf1: much less likely"}},
		{"en_passant_victim_last", 0, 1, []string{"exf6", "f5 empty (3 changes in 0.01 s): where the black pawn was taken", "the black pawn was taken on f5"}},
		{"hesitated_on_a_legal_square_until_it_was_told", 0, 3, []string{
			"Bc4", "rested on d3 (4.15 s)", "Bd3 (f1d3)", "changed to Bc4"}},
		{"correct_by_command", 0, 1, []string{
			"e5 (e4e5)", "a person's command, correct", "exd5 (e4d5)", "its squares had been still", "dropped by a person's command, correct"}},
		{"take_back_command_after_the_hands", 0, 3, []string{
			"Bc4", "Published earlier for this ply:", "Nf3 (g1f3)", "dropped by a person's command, take-back"}},
		{"three_plies_taken_back", 0, 4, []string{"Nf6", "Nc6 (b8c6)", "dropped, because ply 3 before it was changed to Bc4"}},
		{"illegal_move_stands_and_play_goes_on", 0, 3, []string{"white: f1f3, released", "the Laws do not allow this move; play went on from it"}},
		{"move_made_while_the_whole_board_was_unknown", 0, 3, []string{"other squares stopped giving readings, all at once", "the sensor of g1 had not been trusted since"}},
		{"row_comes_and_goes", 0, 1, []string{"e4 (e2e4)", "... "}},
	} {
		t.Run(fmt.Sprintf("%s_%d", c.hand, c.ply), func(t *testing.T) {
			header, records := read(t, "hands/"+c.hand+".jsonl")
			x, _ := explainer(t, header, records)
			got, err := x.Explain(c.game, c.ply)
			if err != nil {
				t.Fatal(err)
			}
			rest := got
			for _, words := range c.want {
				_, after, ok := strings.Cut(rest, words)
				if !ok {
					t.Errorf("%q is not in it, or too early:\n%s", words, got)
					break
				}
				rest = after
			}
			goldentest.Check(t, filepath.Join("testdata/golden", fmt.Sprintf("%s_%d.golden", c.hand, c.ply)), got)
		})
	}
}

// TestExplainNothing checks that a ply or a game that does not exist is an error that says what
// there is.
func TestExplainNothing(t *testing.T) {
	header, records := read(t, "hands/kings_in_the_centre_then_a_new_game.jsonl")
	x, g := explainer(t, header, records)
	games := g.Games()
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	for _, c := range []struct {
		game, ply int
		want      string
	}{
		{0, 99, fmt.Sprintf("no move was published for ply 99: the trace has game 1 plies 1 to %d, game 2 pl", len(games[0].Moves))},
		{1, 99, fmt.Sprintf("no move was published for ply 99: game 1 has plies 1 to %d", len(games[0].Moves))},
		{3, 1, "game 3 is not in the trace: it has games 1 to 2"},
		{-1, 1, "game -1 is not in the trace"},
		{0, 0, "no move was published for ply 0"},
	} {
		if text, err := x.Explain(c.game, c.ply); err == nil || text != "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("game %d, ply %d: %q, %v; want %q", c.game, c.ply, text, err, c.want)
		}
	}
	for game, want := range []string{"Game 1 of 2, ply 1", "Game 1 of 2, ply 1", "Game 2 of 2, ply 1"} {
		if text, err := x.Explain(game, 1); err != nil || !strings.HasPrefix(text, want) {
			t.Errorf("game %d: %v\n%s", game, err, text)
		}
	}
}

// TestExplainWatchesOnly checks that watching changes nothing: games come out as without an
// Explainer, and every ply of them can be explained.
func TestExplainWatchesOnly(t *testing.T) {
	files, err := filepath.Glob("../testdata/hands/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no small traces: %v", err)
	}
	files = append(files, "../testdata/traces/faulty-02.jsonl.gz")
	for i, name := range files {
		if i%4 != 0 && i != len(files)-1 {
			continue // a sample is enough
		}
		header, records := read(t, strings.TrimPrefix(name, "../testdata/"))
		plain := newGame(t, header)
		watched := newGame(t, header)
		x := explain.New(watched)
		for _, r := range records {
			_, refused := plain.Step(r)
			if err := x.Step(r); (err == nil) != (refused == nil) {
				t.Fatalf("%s: at %v: %v, watched %v", name, r.At, refused, err)
			}
		}
		if len(plain.Games()) != len(watched.Games()) {
			t.Fatalf("%s: %d games, watched %d", name, len(plain.Games()), len(watched.Games()))
		}
		for i, p := range plain.Games() {
			w := watched.Games()[i]
			if len(p.Moves) != len(w.Moves) || p.Result != w.Result {
				t.Fatalf("%s, game %d: %d plies %s, watched %d %s", name, i+1, len(p.Moves), p.Result, len(w.Moves), w.Result)
			}
			for j, m := range w.Moves {
				if m.UCI != p.Moves[j].UCI || m.Published != p.Moves[j].Published {
					t.Fatalf("%s, game %d, ply %d: %s at %v, watched %s at %v", name, i+1, p.Ply+j+1, p.Moves[j].UCI, p.Moves[j].Published, m.UCI, m.Published)
				}
				text, err := x.Explain(i+1, p.Ply+j+1)
				if err != nil || !strings.Contains(text, m.SAN) || !strings.Contains(text, "What decided it: ") {
					t.Fatalf("%s, game %d, ply %d: %v\n%s", name, i+1, p.Ply+j+1, err, text)
				}
			}
		}
	}
}
