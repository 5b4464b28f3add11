package main

import (
	"errors"
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
	one := flag.String("trace", "", "write the trace of one case, `SEED/EDITION/SENSING`, with a t before the seed of a tale, and an x before that of a trial; SEED+/... stops where the duty is asked for, SEEDc/... goes on to the claim, xSEEDr/... to the reply to a piece moved on; LEVEL/SEED is a game of -fair")
	levels := flag.String("fair", "", "count instead what is said against players of simulated games of these `levels`, with commas, for nothing; -cases games of each, with -show fair listed")
	dir := flag.String("traces", "", "the same for the recorded traces, NAME.jsonl.gz beside NAME.truth.json, in folders by level of this `directory`")
	flag.Parse()
	if *levels != "" || *dir != "" {
		if err := fair(os.Stdout, *cases, *first, *levels, *dir, *show == "fair"); err != nil {
			fmt.Fprintln(os.Stderr, "referee:", err)
			os.Exit(1)
		}
		return
	}
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
			fmt.Fprint(out, f, "\n", describe(f))
		}
	})
	if err != nil || show != "" {
		return err
	}
	return t.print(out, cases, first, chosen)
}

// describe writes the script of a finding.
func describe(f finding) string {
	if f.seed >= trials {
		x := trialOf(f.seed - trials)
		if x.as == offending {
			return describeTale(f, x.again)
		}
		out := fmt.Sprintf("    %s\n    %s\n", x.pos.FEN(), script(x.acts))
		if b := x.on.stuck; b != nil {
			out += fmt.Sprintf("    stuck: %+v\n", *b)
		}
		if x.as == onto {
			out += "  or:\n" + describeTale(f, x.again)
		}
		return out
	}
	if f.seed >= tales {
		return describeTale(f, taleOf(f.seed-tales))
	}
	s := sceneOf(f.seed)
	out := fmt.Sprintf("    %s\n    %s\n", s.pos.FEN(), script(s.acts))
	if f.group == duties {
		out += fmt.Sprintf("    asked after %d acts\n", s.cut)
	}
	return out
}

func describeTale(f finding, s tale) string {
	out := ""
	for _, p := range s.parts {
		out += fmt.Sprintf("    %s%s: %s\n    %s\n", p.tries, p.how, p.pos.FEN(), script(p.acts))
	}
	if s.answer != nil {
		out += "    " + script(s.answer) + "\n"
	}
	if f.group == duties {
		out += fmt.Sprintf("    asked after %d acts of the last turn\n", s.cut)
	}
	return out
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
				s, story, x, d := sceneOf(first+uint64(i)), taleOf(first+uint64(i)), trialOf(first+uint64(i)), &results[i]
				take := func(f finding) { d.list = append(d.list, f) }
				for _, t := range editions {
					for _, sensing := range boards {
						d.err = errors.Join(d.err, s.play(t, sensing, take), story.play(t, sensing, take), x.play(t, sensing, take))
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
			t.add(f)
			each(f)
		}
	}
	return t, nil
}

// writeTrace writes the trace of a case, which is named as in the findings.
func writeTrace(out io.Writer, name string) error {
	parts := strings.Split(name, "/")
	if len(parts) == 2 {
		seed, err := strconv.ParseUint(parts[1], 10, 64)
		if err != nil {
			return fmt.Errorf("-trace %s: %w", name, err)
		}
		return writeFair(out, parts[0], seed)
	}
	if len(parts) != 3 {
		return fmt.Errorf("-trace %s: write SEED/EDITION/SENSING", name)
	}
	number, half := strings.CutSuffix(parts[0], "+")
	number, claimed := strings.CutSuffix(number, "c")
	number, further := strings.CutSuffix(number, "r")
	number, tale := strings.CutPrefix(number, "t")
	number, odd := strings.CutPrefix(number, "x")
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
	var acts []act
	var pos rules.Position
	var on terms
	switch s, story := sceneOf(seed), taleOf(seed); {
	case odd && (trialOf(seed).as == offending || trialOf(seed).as == onto && further):
		x := trialOf(seed)
		pos, acts = x.again.parts[0].pos, x.again.all()
	case odd:
		x := trialOf(seed)
		pos, acts, on = x.pos, x.acts, x.on
		if half {
			acts = acts[:x.cut]
		}
		if claimed {
			acts = append(acts, x.claim...)
		}
	case tale && half:
		n := len(story.parts) - 1
		pos, acts = story.parts[0].pos, story.acts(n, story.cut)
	case tale:
		pos, acts = story.parts[0].pos, story.all()
	case half:
		pos, acts = s.pos, s.acts[:s.cut]
	case claimed:
		pos, acts = s.pos, append(s.acts, s.claim...)
	default:
		pos, acts = s.pos, s.acts
	}
	w, err := trace.NewWriter(out, header(laws, pos, boards[i], on))
	if err != nil {
		return err
	}
	for _, r := range records(pos, acts, boards[i], rest, on.stuck) {
		if err := w.Write(r); err != nil {
			return err
		}
	}
	return nil
}
