package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func main() {
	cases := flag.Int("cases", 2000, "how many `cases`")
	first := flag.Uint64("first", 1, "`seed` of the first")
	only := flag.String("laws", "", "`editions`, with commas; all if empty")
	show := flag.String("show", "", "list what has this `outcome` (missed, wrong, invented, asked; group or name may follow after a slash) with its script")
	most := flag.Int("most", 20, "list at most so many of a row")
	one := flag.String("trace", "", "write the trace of one case, `SEED/EDITION/SENSING`; SEED+/... stops where the duty is asked for, SEEDc/... goes on to the claim")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, *cases, *first, *only, *show, *most, *one); err != nil {
		fmt.Fprintln(os.Stderr, "referee:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, cases int, first uint64, only, show string, most int, one string) error {
	if one != "" {
		return writeTrace(out, one)
	}
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	listed := map[row]int{}
	t, err := playAll(cases, first, chosen, func(f finding) {
		if show != "" && f.matches(show) && listed[f.row] < most {
			listed[f.row]++
			s := sceneOf(f.seed)
			fmt.Fprintf(out, "%s\n    %s\n    %s\n", f, s.pos.FEN(), script(s.acts))
			if f.group == duties {
				fmt.Fprintf(out, "    asked after %d acts\n", s.cut)
			}
		}
	})
	if err != nil || show != "" {
		return err
	}
	return t.print(out, cases, first, chosen)
}

// matches reports whether a finding has this outcome and, after a slash, this group or
// name.
func (f *finding) matches(show string) bool {
	what, of, _ := strings.Cut(show, "/")
	return f.outcome.String() == what && (of == "" || strings.HasPrefix(string(f.group)+", "+f.name, of) || strings.HasPrefix(f.name, of))
}

func choose(only string) ([]text, error) {
	if only == "" {
		return texts, nil
	}
	var out []text
	for _, name := range strings.Split(only, ",") {
		i := slices.IndexFunc(texts, func(t text) bool { return t.laws.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("-laws %s: no such edition", name)
		}
		out = append(out, texts[i])
	}
	return out, nil
}

var boards = []sensors.Sensing{sensors.Occupancy, sensors.Polarity}

// playAll plays cases under editions on both kinds of board, on all processors. each gets
// the findings in the order of the seeds.
func playAll(cases int, first uint64, editions []text, each func(finding)) (tally, error) {
	type done struct {
		list []finding
		err  error
	}
	results := make([]done, cases)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				s, d := sceneOf(first+uint64(i)), &results[i]
				for _, t := range editions {
					for _, sensing := range boards {
						if err := s.play(t, sensing, func(f finding) { d.list = append(d.list, f) }); err != nil {
							d.err = err
						}
					}
				}
			}
		})
	}
	for i := range results {
		next <- i
	}
	close(next)
	wait.Wait()
	t := tally{}
	for _, d := range results {
		if d.err != nil {
			return nil, d.err
		}
		for _, f := range d.list {
			t.take(f)
			each(f)
		}
	}
	return t, nil
}

// writeTrace writes the trace of a case, which is named as in the findings.
func writeTrace(out io.Writer, name string) error {
	parts := strings.Split(name, "/")
	if len(parts) != 3 {
		return fmt.Errorf("-trace %s: write SEED/EDITION/SENSING", name)
	}
	number, half := strings.CutSuffix(parts[0], "+")
	number, claimed := strings.CutSuffix(number, "c")
	seed, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return fmt.Errorf("-trace %s: %w", name, err)
	}
	laws, err := rules.ParseLaws(parts[1])
	if err != nil {
		return fmt.Errorf("-trace %s: %w", name, err)
	}
	i := slices.IndexFunc(boards, func(s sensors.Sensing) bool { return s.String() == parts[2] })
	if i < 0 {
		return fmt.Errorf("-trace %s: no sensing %s", name, parts[2])
	}
	s := sceneOf(seed)
	acts := s.acts
	if half {
		acts = acts[:s.cut]
	}
	if claimed {
		acts = append(acts, s.claim...)
	}
	w, err := trace.NewWriter(out, header(laws, s.pos, boards[i], trace.StandardPlay))
	if err != nil {
		return err
	}
	for _, r := range records(s.pos, acts, boards[i], rest) {
		if err := w.Write(r); err != nil {
			return err
		}
	}
	return nil
}
