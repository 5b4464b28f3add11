package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"touchmove/rules"
)

// position is one of the six of the Chess Programming Wiki ("Perft Results")
// with its counts by depth.
type position struct {
	fen   string
	nodes []uint64 // from depth 0
	full  int      // the depth to which generators are usually compared
}

// within is the deepest depth of at most that many nodes.
func (p position) within(most uint64) int {
	depth := 1
	for depth < p.full && p.nodes[depth+1] <= most {
		depth++
	}
	return depth
}

func readPositions(file string) ([]position, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	var all []position
	for i, full := range [...]int{6, 5, 7, 5, 5, 5} {
		if i >= len(lines) {
			return nil, fmt.Errorf("%s: position %d is missing", file, i+1)
		}
		fields := strings.Split(lines[i], ";")
		p := position{fen: strings.TrimSpace(fields[0]), nodes: []uint64{1}, full: full}
		for _, field := range fields[1:] {
			count, ok := strings.CutPrefix(strings.TrimSpace(field), fmt.Sprintf("D%d ", len(p.nodes)))
			n, err := strconv.ParseUint(count, 10, 64)
			if !ok || err != nil {
				return nil, fmt.Errorf("%s:%d: %q is not the count of depth %d", file, i+1, field, len(p.nodes))
			}
			p.nodes = append(p.nodes, n)
		}
		if len(p.nodes) <= full {
			return nil, fmt.Errorf("%s:%d: the count of depth %d is missing", file, i+1, full)
		}
		all = append(all, p)
	}
	return all, nil
}

// generator is a contestant: how it counts a position, the last half-move
// generated but not played.
type generator struct {
	name    string
	process string // whose processor time counts
	count   func(fen string, depth int) (uint64, error)
}

var ours = generator{"touchmove", "self", func(fen string, depth int) (uint64, error) {
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return 0, err
	}
	p, err := rules.NewPosition(s, rules.Standard)
	if err != nil {
		return 0, err
	}
	return rules.Perft(p, depth), nil
}}

// speeds lets the generators take turns, and gives for each its best time.
func speeds(p position, depth, rounds int, generators []generator) ([]time.Duration, error) {
	best := make([]time.Duration, len(generators))
	for range rounds {
		for i, g := range generators {
			took, err := spent(g.process, func() error {
				n, err := g.count(p.fen, depth)
				if err == nil && n != p.nodes[depth] {
					err = fmt.Errorf("counts %d, not %d", n, p.nodes[depth])
				}
				if err != nil {
					return fmt.Errorf("%s: %s, depth %d: %w", g.name, p.fen, depth, err)
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			if best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best, nil
}

func againstStockfish(out io.Writer, positions []position, file string, rounds int) error {
	engine, err := startStockfish(file)
	if err != nil {
		return err
	}
	defer engine.close()
	deepest := func(p position) int { return p.full }
	return perftTable(out, positions, rounds, deepest, []generator{ours, {engine.name, engine.process, engine.perft}})
}

func againstLibraries(out io.Writer, positions []position, rounds int, most uint64) error {
	shallow := func(p position) int { return p.within(most) }
	return perftTable(out, positions, rounds, shallow, append([]generator{ours}, libraries...))
}

// perftTable prints a line a position, and how many times as fast as each of the
// others the first is.
func perftTable(out io.Writer, positions []position, rounds int, depth func(position) int, generators []generator) error {
	fmt.Fprintf(out, "perft, million nodes a second of processor time, best of %d rounds; ratio: how many times as fast is %s\n", rounds, generators[0].name)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "position\tdepth\tnodes\t")
	for i, g := range generators {
		fmt.Fprintf(w, "%s\t", g.name)
		if i > 0 {
			fmt.Fprint(w, "ratio\t")
		}
	}
	fmt.Fprintln(w)
	line := func(nodes uint64, times []time.Duration) {
		for i, t := range times {
			fmt.Fprintf(w, "%.1f\t", float64(nodes)/t.Seconds()/1e6)
			if i > 0 {
				fmt.Fprintf(w, "%.2f\t", t.Seconds()/times[0].Seconds())
			}
		}
		fmt.Fprintln(w)
	}
	total := make([]time.Duration, len(generators))
	var nodes uint64
	for i, p := range positions {
		d := depth(p)
		times, err := speeds(p, d, rounds, generators)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%d\t%d\t", i+1, d, p.nodes[d])
		line(p.nodes[d], times)
		nodes += p.nodes[d]
		for i, t := range times {
			total[i] += t
		}
	}
	fmt.Fprintf(w, "all\t\t%d\t", nodes)
	line(nodes, total)
	fmt.Fprintln(w)
	return w.Flush()
}
