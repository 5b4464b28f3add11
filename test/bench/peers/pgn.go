package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"touchmove/rules/pgn"
)

// reader is a contestant in reading PGN: every move checked against the rules.
type reader struct {
	name string
	read func(io.Reader) (games, plies int, err error)
}

func ourRead(in io.Reader) (games, plies int, err error) {
	for g, err := range pgn.NewReader(in).All() {
		if err != nil {
			return games, plies, err
		}
		games, plies = games+1, plies+len(g.Moves)
	}
	return games, plies, nil
}

// readingPGN prints how many games a second each reader takes from memory.
func readingPGN(out io.Writer, file string, games, rounds int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text = append(bytes.TrimRight(text, "\n"), "\n\n"...)
	single, plies, err := ourRead(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Fprintf(out, "reading PGN, real games, %d half-moves on average\n", plies/single)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tgames\tgames/s\tratio\t")
	first := 0.0
	for i, r := range append([]reader{{"touchmove", ourRead}}, readers...) {
		copies := max(games/single, 1)
		if i > 0 {
			copies = max(copies/10, 1)
		}
		best := time.Duration(0)
		input := bytes.Repeat(text, copies)
		for range rounds {
			took, err := spent("self", func() error {
				g, p, err := r.read(bytes.NewReader(input))
				if err == nil && (g != copies*single || p != copies*plies) {
					err = fmt.Errorf("reads %d games and %d half-moves, not %d and %d", g, p, copies*single, copies*plies)
				}
				if err != nil {
					return fmt.Errorf("%s: %s: %w", r.name, file, err)
				}
				return nil
			})
			if err != nil {
				return err
			}
			if best == 0 || took < best {
				best = took
			}
		}
		speed := float64(copies*single) / best.Seconds()
		if i == 0 {
			first = speed
		}
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.2f\t\n", r.name, copies*single, speed, first/speed)
	}
	return w.Flush()
}
