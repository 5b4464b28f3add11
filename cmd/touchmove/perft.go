package main

import (
	"bufio"
	"fmt"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"touchmove/rules"
)

// perftMost is the largest depth at which the count fits into 64 bits from every
// position: no position has more than 218 legal moves (Petrović 1964), and 218^8 <
// 2^64.
const perftMost = 8

func newPerft(c *console) *cobra.Command {
	var divide, chess960 bool
	cmd := &cobra.Command{
		Use:   "perft [--divide] [--chess960] DEPTH [FEN]",
		Short: "Count the sequences of legal moves to a depth",
		Long: `Count the sequences of DEPTH legal half-moves (0 to 8) from a position, the usual
test of a move generator. The FEN is one argument; the default is the starting position. The
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
			total := uint64(1)
			if depth > 0 {
				total = 0
				for _, m := range countBelow(c, p, depth) {
					if divide {
						fmt.Fprintf(out, "%s: %d\n", m.UCI(p.Variant()), m.nodes)
					}
					total += m.nodes
				}
			}
			fmt.Fprintln(out, total)
			return out.Flush()
		},
	}
	cmd.Flags().BoolVar(&divide, "divide", false, "first print the count below each move, one per line")
	cmd.Flags().BoolVar(&chess960, "chess960", false, "castle as in Chess960; castling is written as king takes rook")
	return cmd
}

// counted is a legal move with the number of nodes below it.
type counted struct {
	rules.Move
	nodes uint64
}

// countBelow counts the nodes below each legal move, on all processors. The counts
// are in the order of the moves' names.
func countBelow(c *console, p rules.Position, depth int) []counted {
	moves := p.LegalMoves(nil)
	sort.Slice(moves, func(i, j int) bool { return moves[i].UCI(p.Variant()) < moves[j].UCI(p.Variant()) })
	counts := make([]counted, len(moves))
	progress := newProgress(c.err)
	defer progress.done()
	var next, finished atomic.Int32
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(moves)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(moves); i = int(next.Add(1)) - 1 {
				counts[i] = counted{moves[i], rules.Perft(p.After(moves[i]), depth-1)}
				progress.printf("perft %d: %d of %d moves", depth, finished.Add(1), len(moves))
			}
		})
	}
	wait.Wait()
	return counts
}

// readPosition parses a FEN given on the command line.
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
