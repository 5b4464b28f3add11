package main

import (
	"bufio"
	"fmt"
	"sort"
	"strconv"

	"github.com/spf13/cobra"

	"touchmove/rules"
)

// perftMost is the deepest count that fits 64 bits from any position: 218 legal
// moves at most (Petrović 1964), 218^8 < 2^64.
const perftMost = 8

func newPerft(c *console) *cobra.Command {
	var divide, chess960 bool
	cmd := &cobra.Command{
		Use:   "perft [--divide] [--chess960] DEPTH [FEN]",
		Short: "Count the sequences of legal moves to a depth",
		Long: `Count the sequences of DEPTH legal half-moves (0 to 8) from a position, the usual
test of a move generator. The FEN is one argument; without it the game begins. The
count is the last line.`,
		Example: `  touchmove perft 5
  touchmove perft --divide 3 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return fmt.Errorf("DEPTH is missing")
			case len(args) > 2:
				return fmt.Errorf("%d arguments instead of DEPTH and FEN; put the FEN in quotes", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 || depth > perftMost {
				return badf("depth %q: write a whole number from 0 to %d", args[0], perftMost)
			}
			p := rules.StartPosition()
			if len(args) == 2 {
				variant := rules.Standard
				if chess960 {
					variant = rules.Chess960
				}
				if p, err = readPosition(args[1], variant); err != nil {
					return bad(err)
				}
			}
			out := bufio.NewWriter(c.out)
			if !divide || depth == 0 {
				fmt.Fprintln(out, rules.Perft(p, depth))
				return out.Flush()
			}
			var total uint64
			moves := rules.Divide(p, depth)
			sort.Slice(moves, func(i, j int) bool {
				return moves[i].Move.UCI(p.Variant()) < moves[j].Move.UCI(p.Variant())
			})
			for _, m := range moves {
				fmt.Fprintf(out, "%s: %d\n", m.Move.UCI(p.Variant()), m.Nodes)
				total += m.Nodes
			}
			fmt.Fprintln(out, total)
			return out.Flush()
		},
	}
	cmd.Flags().BoolVar(&divide, "divide", false, "first the count below each move, one a line")
	cmd.Flags().BoolVar(&chess960, "chess960", false, "castle as in Chess960; moves are written king takes rook")
	return cmd
}

// readPosition makes a position of a FEN given on a command line.
func readPosition(fen string, variant rules.Variant) (rules.Position, error) {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, fmt.Errorf("FEN: %w", err)
	}
	p, err := rules.NewPosition(setup, variant)
	if err != nil {
		return rules.Position{}, fmt.Errorf("FEN: %w", err)
	}
	return p, nil
}
