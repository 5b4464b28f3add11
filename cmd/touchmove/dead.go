package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/rules"
)

func newDead(c *console) *cobra.Command {
	var asJSON, chess960 bool
	var nodes int
	cmd := &cobra.Command{
		Use:   "dead [--json] [--nodes N] [--chess960] [FEN...]",
		Short: "Tell whether a position can still be won, and by whom",
		Long: `Tell for each colour whether it can still checkmate by some series of legal moves
(FIDE Laws 2009, 5.2b, 6.9): can, with the moves as proof; cannot; or undecided when
the search was cut off. The position is dead when neither can. Each FEN is one
argument; without any they are read from standard input, one a line.`,
		Example: `  touchmove dead "8/8/7k/8/1B4K1/8/3B3B/8 b - - 0 1"
  touchmove dead --json < positions.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			if nodes < 1 {
				return badf("--nodes %d: write 1 or more", nodes)
			}
			d := dead{out: bufio.NewWriter(c.out), json: asJSON, budget: rules.Budget{Positions: nodes}}
			if chess960 {
				d.variant = rules.Chess960
			}
			var err error
			if len(args) > 0 {
				for _, fen := range args {
					if err = d.answer(fen); err != nil {
						break
					}
				}
			} else {
				err = d.answerAll(c.in)
			}
			if flushed := d.out.Flush(); err == nil {
				err = flushed
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a FEN: fen, white, black, dead, line, line_by, nodes")
	cmd.Flags().IntVar(&nodes, "nodes", rules.FullPositions, "positions to visit for each colour before it stays undecided")
	cmd.Flags().BoolVar(&chess960, "chess960", false, "castle as in Chess960; moves are written king takes rook")
	return cmd
}

type dead struct {
	out     *bufio.Writer
	json    bool
	variant rules.Variant
	budget  rules.Budget
}

// deadAnswer is the object that --json prints.
type deadAnswer struct {
	FEN    string   `json:"fen"`
	White  string   `json:"white"`
	Black  string   `json:"black"`
	Dead   bool     `json:"dead"`
	Line   []string `json:"line"`              // to checkmate, by White if White can, else by Black
	LineBy string   `json:"line_by,omitempty"` // who checkmates at the end of it
	Nodes  int      `json:"nodes"`             // positions visited
}

func (d *dead) answerAll(in io.Reader) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		fen := strings.TrimSpace(lines.Text())
		if fen == "" {
			continue
		}
		if err := d.answer(fen); err != nil {
			return badf("standard input:%d: %w", n, err)
		}
	}
	return lines.Err()
}

func (d *dead) answer(fen string) error {
	p, err := readPosition(fen, d.variant)
	if err != nil {
		return bad(err)
	}
	white, black := rules.Winnable(p, rules.White, d.budget), rules.Winnable(p, rules.Black, d.budget)
	isDead := white.Answer == rules.Cannot && black.Answer == rules.Cannot
	if d.json {
		a := deadAnswer{
			FEN: fen, White: white.Answer.String(), Black: black.Answer.String(), Dead: isDead,
			Line: []string{}, Nodes: white.Positions + black.Positions,
		}
		if white.Answer == rules.Can {
			a.Line, a.LineBy = d.line(white), "white"
		} else if black.Answer == rules.Can {
			a.Line, a.LineBy = d.line(black), "black"
		}
		return json.NewEncoder(d.out).Encode(a)
	}
	fmt.Fprintln(d.out, fen)
	fmt.Fprintf(d.out, "  white  %s\n  black  %s\n", d.words(white), d.words(black))
	if isDead {
		fmt.Fprintln(d.out, "  a dead position: the game is drawn")
	}
	return nil
}

func (d *dead) words(v rules.Verdict) string {
	switch v.Answer {
	case rules.Can:
		if len(v.Line) == 0 {
			return "can: it is checkmate"
		}
		return "can: " + strings.Join(d.line(v), " ")
	case rules.Cannot:
		return "cannot (by " + v.Proof.String() + ")"
	}
	return fmt.Sprintf("undecided after %d positions: try a larger --nodes", v.Positions)
}

func (d *dead) line(v rules.Verdict) []string {
	line := make([]string, len(v.Line))
	for i, m := range v.Line {
		line[i] = m.UCI(d.variant)
	}
	return line
}
