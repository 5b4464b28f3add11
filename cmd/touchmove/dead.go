package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
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
		Short: "Say whether a position can still be won, and by whom",
		Long: `Say for each colour whether it can still checkmate by some series of legal moves
(FIDE Laws 2009, 5.2b, 6.9): can, with the moves as proof; cannot; or undecided when
the search was cut off. The position is dead when neither can. Each FEN is one
argument; without any they are read from standard input, one per line.

After the answer come the kind of proof and the number of positions visited:

  line      the moves printed end in checkmate
  material  with these pieces no position can be checkmate
  closure   wherever the pieces can go, it is never checkmate
  search    no position that can be reached is checkmate

An interrupt (Ctrl-C) ends the search at once: what was found so far is printed,
and the exit status is 1.`,
		Example: `  touchmove dead "8/8/7k/8/1B4K1/8/3B3B/8 b - - 0 1"
  touchmove dead --json < positions.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 1 {
				return badf("--nodes %d: write 1 or more", nodes)
			}
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			d := dead{ctx: ctx, out: bufio.NewWriter(c.out), json: asJSON, budget: rules.Budget{Positions: nodes, Done: ctx.Done()}}
			if chess960 {
				d.variant = rules.Chess960
			}
			if len(args) == 0 {
				c.waits("positions in FEN, one a line,")
				return d.answerAll(c.in)
			}
			if len(args) > 1 {
				if _, err := readPosition(strings.Join(args, " "), d.variant); err == nil {
					return badf("%d arguments that together are one FEN; put it in quotes", len(args))
				}
			}
			for _, fen := range args {
				if err := d.answer(fen); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per FEN: fen, white, black, dead, line, line_by, white_proof, black_proof, nodes")
	cmd.Flags().IntVar(&nodes, "nodes", rules.FullPositions, "`NUMBER` of positions to visit for each colour before giving up as undecided")
	cmd.Flags().BoolVar(&chess960, "chess960", false, "castle as in Chess960; castling is written as king takes rook")
	return cmd
}

type dead struct {
	ctx     context.Context // done when interrupted
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
	LineBy string   `json:"line_by,omitempty"` // who gives checkmate at its end
	// The kinds of proof, as rules.Proof.String writes them; "none" if undecided.
	WhiteProof string `json:"white_proof"`
	BlackProof string `json:"black_proof"`
	Nodes      int    `json:"nodes"` // positions visited, both searches together
}

// errInterrupted ends the command, between two positions or during the search of one.
var errInterrupted = errors.New("interrupted")

// answerAll answers each line as it arrives. A separate goroutine reads, because an interrupt
// does not end a read from a terminal.
func (d *dead) answerAll(in io.Reader) error {
	lines := make(chan string)
	var failed error
	go func() {
		defer close(lines)
		s := bufio.NewScanner(in)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-d.ctx.Done():
				return
			}
		}
		failed = s.Err()
	}()
	for n := 1; ; n++ {
		select {
		case <-d.ctx.Done():
			return errInterrupted
		case line, more := <-lines:
			if !more {
				if failed != nil {
					return badf("standard input:%d: %w", n, failed)
				}
				return nil
			}
			fen := strings.TrimSpace(line)
			if fen == "" {
				continue
			}
			var wrong badInput
			switch err := d.answer(fen); {
			case errors.As(err, &wrong):
				return badf("standard input:%d: %w", n, err)
			case err != nil:
				return err
			}
		}
	}
}

// answer prints one answer and flushes it: another program may be waiting for it before it
// asks again.
func (d *dead) answer(fen string) error {
	if d.ctx.Err() != nil {
		return errInterrupted
	}
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
			WhiteProof: white.Proof.String(), BlackProof: black.Proof.String(),
		}
		if white.Answer == rules.Can {
			a.Line, a.LineBy = d.line(white), "white"
		} else if black.Answer == rules.Can {
			a.Line, a.LineBy = d.line(black), "black"
		}
		if err := json.NewEncoder(d.out).Encode(a); err != nil {
			return err
		}
		return d.flush()
	}
	fmt.Fprintln(d.out, fen)
	fmt.Fprintf(d.out, "  white  %s\n  black  %s\n", d.words(white), d.words(black))
	if isDead {
		fmt.Fprintln(d.out, "  a dead position: the game is drawn")
	}
	return d.flush()
}

func (d *dead) flush() error {
	if err := d.out.Flush(); err != nil {
		return err
	}
	if d.ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

func (d *dead) words(v rules.Verdict) string {
	switch v.Answer {
	case rules.Can:
		if len(v.Line) == 0 {
			return "can: it is checkmate"
		}
		return fmt.Sprintf("can: %s (%s)", strings.Join(d.line(v), " "), plural(v.Positions, "position"))
	case rules.Cannot:
		if v.Positions == 0 {
			return "cannot (by " + v.Proof.String() + ")"
		}
		return fmt.Sprintf("cannot (by %v, %s)", v.Proof, plural(v.Positions, "position"))
	}
	if d.ctx.Err() != nil {
		return fmt.Sprintf("undecided: interrupted after %s", plural(v.Positions, "position"))
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
