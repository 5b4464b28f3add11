package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

func newPGNStats(c *console) *cobra.Command {
	var from string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "stats [--json] [--from LANGUAGE] FILE...",
		Aliases: []string{"statistics"},
		Short:   "Count what happens in games",
		Long: `Count results, lengths, ends on the board, repetitions and kinds of moves over all
games of the files; variations are counted but not looked into. How a game ended is
judged by its last position: checkmate, stalemate, dead_position (too little material),
or none when it was resigned, drawn by agreement, lost on time or unfinished. Broken
games are only counted and reported on standard error; the exit status is then 1.`,
		Example: `  touchmove pgn stats round4.pgn
  touchmove pgn stats --json *.pgn`,
		Args: someFiles("name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			s := newPGNStatistics()
			broken := eachWhole(c, args, from, s.add, s.addFile)
			var code status
			if broken != nil && !errors.As(broken, &code) {
				return broken
			}
			print := s.print
			if asJSON {
				print = func(out io.Writer) error { return json.NewEncoder(out).Encode(s) }
			}
			if err := print(c.out); err != nil {
				return err
			}
			return broken
		},
	}
	fromFlag(cmd, &from)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object instead of a table, lengths in half-moves")
	return cmd
}

// pgnStatistics is the object that --json prints. Except for Broken, it counts only
// intact games.
type pgnStatistics struct {
	Games    int            `json:"games"`
	Broken   int            `json:"broken"`
	Results  map[string]int `json:"results"` // by the text of the result
	Chess960 int            `json:"chess960"`
	SetUp    int            `json:"set_up"` // games that do not begin with the start position of standard chess

	Plies    int `json:"plies"`
	Shortest int `json:"shortest"`
	Longest  int `json:"longest"`

	Ends      map[string]int `json:"ends"`        // by the reason, or none
	Threefold int            `json:"threefold"`   // games in which a position occurred three times (2009: 9.2)
	Fivefold  int            `json:"fivefold"`    // five times (2014: 9.6)
	Fifty     int            `json:"fifty_moves"` // games with 50 moves by each player without pawn move or capture (2009: 9.3)

	Captures      int            `json:"captures"`
	Checks        int            `json:"checks"`
	CastlingShort int            `json:"castling_short"`
	CastlingLong  int            `json:"castling_long"`
	EnPassant     int            `json:"en_passant"`
	Promotions    map[string]int `json:"promotions"` // by the kind of piece

	Comments   int `json:"comments"`
	Variations int `json:"variations"`
	Glyphs     int `json:"glyphs"` // numeric annotation glyphs
	Clocks     int `json:"clocks"` // half-moves with a clock time

	Encodings map[string]int `json:"encodings"` // of the files
}

// Results and pieces, in the order of the table's rows.
var (
	resultRows    = []rules.Result{rules.WhiteWins, rules.BlackWins, rules.Drawn, rules.Ongoing, rules.BothLost, rules.WhiteHalf, rules.BlackHalf, rules.WhiteMore, rules.BlackMore, rules.BothWon}
	promotionRows = []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}
	endRows       = []rules.Termination{rules.Checkmate, rules.Stalemate, rules.DeadPosition, rules.NoTermination}
)

func newPGNStatistics() *pgnStatistics {
	s := &pgnStatistics{Results: map[string]int{}, Ends: map[string]int{}, Promotions: map[string]int{}, Encodings: map[string]int{}}
	for _, r := range resultRows {
		s.Results[r.String()] = 0
	}
	for _, k := range promotionRows {
		s.Promotions[k.String()] = 0
	}
	for _, e := range endRows {
		s.Ends[e.String()] = 0
	}
	return s
}

// addFile adds the statistics of a file, after all of it was read.
func (s *pgnStatistics) addFile(in *pgn.Reader, broken int) {
	s.Broken += broken
	s.Encodings[in.Encoding().String()]++
}

func (s *pgnStatistics) add(g *pgn.Game) error {
	s.Games++
	s.Results[g.Result.String()]++
	if g.Start.Variant() == rules.Chess960 {
		s.Chess960++
	}
	if g.Start != rules.StartPosition() {
		s.SetUp++
	}
	n := len(g.Moves)
	s.Plies += n
	s.Longest = max(s.Longest, n)
	if s.Games == 1 || n < s.Shortest {
		s.Shortest = n
	}
	s.Comments += len(g.Comments)
	s.annotations(g.Moves)

	h := rules.NewHistory(g.Start)
	repeated, fifty := 1, false
	for i := range g.Moves {
		m := g.Moves[i].Move
		s.move(h.Position(), m)
		if err := h.Play(m); err != nil {
			return err
		}
		p := h.Position()
		if p.InCheck() {
			s.Checks++
		}
		repeated = max(repeated, h.Repetitions())
		fifty = fifty || p.HalfmoveClock() >= 100
	}
	s.Threefold += count(repeated >= 3)
	s.Fivefold += count(repeated >= 5)
	s.Fifty += count(fifty)
	end, _ := h.Position().Outcome(rules.FIDE2009)
	s.Ends[end.Termination.String()]++
	return nil
}

func (s *pgnStatistics) move(p rules.Position, m rules.Move) {
	s.Captures += count(p.Captured(m) != rules.NoSquare)
	s.EnPassant += count(m.IsEnPassant())
	s.CastlingShort += count(m.IsCastling() && m.To() > m.From())
	s.CastlingLong += count(m.IsCastling() && m.To() < m.From())
	if k := m.Promotion(); k != rules.NoKind {
		s.Promotions[k.String()]++
	}
}

// annotations counts the annotations of moves, including those in variations.
func (s *pgnStatistics) annotations(line pgn.Line) {
	for i := range line {
		ply := &line[i]
		s.Comments += len(ply.Before) + len(ply.Comments)
		s.Glyphs += len(ply.NAGs)
		s.Variations += len(ply.Variations)
		if _, ok := ply.Clock(); ok {
			s.Clocks++
		}
		for _, v := range ply.Variations {
			s.annotations(v)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// print prints the statistics as a table.
func (s *pgnStatistics) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name string, n int) { fmt.Fprintf(w, "%s\t%d\n", name, n) }
	share := func(name string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "  %s\t%d\t%.1f %%\n", name, n, 100*float64(n)/float64(s.Games))
		}
	}
	row("games", s.Games)
	for _, r := range resultRows {
		share(r.String(), s.Results[r.String()])
	}
	row("broken games", s.Broken)
	row("Chess960", s.Chess960)
	row("from a set-up position", s.SetUp)
	row("half-moves", s.Plies)
	if s.Games > 0 {
		fmt.Fprintf(w, "  a game\t%.1f\t%d to %d\n", float64(s.Plies)/float64(s.Games), s.Shortest, s.Longest)
	}
	fmt.Fprintln(w, "ends on the board")
	for _, e := range endRows {
		share(strings.ReplaceAll(e.String(), "_", " "), s.Ends[e.String()])
	}
	row("threefold repetition", s.Threefold)
	row("fivefold repetition", s.Fivefold)
	row("fifty moves", s.Fifty)
	row("captures", s.Captures)
	row("checks", s.Checks)
	row("castling short", s.CastlingShort)
	row("castling long", s.CastlingLong)
	row("en passant", s.EnPassant)
	for _, k := range promotionRows {
		row("promotions to "+k.String(), s.Promotions[k.String()])
	}
	row("comments", s.Comments)
	row("variations", s.Variations)
	row("annotation glyphs", s.Glyphs)
	row("half-moves with clock times", s.Clocks)
	var encodings []string
	for e := pgn.ASCII; e <= pgn.UTF16BE; e++ {
		if n := s.Encodings[e.String()]; n > 0 {
			encodings = append(encodings, strconv.Itoa(n)+" "+e.String())
		}
	}
	fmt.Fprintf(w, "files\t%s\n", strings.Join(encodings, ", "))
	return w.Flush()
}
