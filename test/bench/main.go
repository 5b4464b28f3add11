// Command bench measures the whole way from readings to moves, level by level: how many games
// are reconstructed exactly, how many moves are shown and then withdrawn, how long after the
// release or the press of the clock a move is published, in which ways of moving and near which
// incidents there are errors, and what it costs. It also ends games in many ways, and makes a
// chip of the board stop answering in the middle of games. It reads recorded traces with their
// truth, and plays new games with simulated hands.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"touchmove/reconcile/decoder"
	"touchmove/rules/pgn"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

func main() {
	seeds := flag.Int("seeds", 200, "new games of each level")
	first := flag.Uint64("first", score.HeldOut.First, "`seed` of the first of them")
	samples := flag.String("traces", "", "`directory` of recorded traces, NAME.jsonl.gz beside NAME.truth.json, in folders by level")
	files := flag.String("games", "sensors/sim/testdata/games-otb.pgn,sensors/sim/testdata/games-chess960.pgn", "PGN `files` of the games to play again, separated by commas")
	only := flag.String("levels", "", "levels to measure, separated by commas; all if empty")
	ends := flag.Int("endings", 0, "new games of each level that are cut and ended in every way")
	outages := flag.Int("outages", 0, "new games of each level in which a chip stops answering")
	questions := flag.Int("questions", 0, "new games of each level in which questions to a person are counted, without an outage and with one")
	publish := flag.String("publish", "sure,quick", "ways of publishing, separated by commas")
	risks := flag.Int("risk", 0, "new games of each level in which the risk of publishing early is compared with the delay")
	fit := flag.String("fit", "", "fit the certainty of moves to new games, and to -traces, and write the weights to this `file`")
	releases := flag.String("fit-release", "", "fit how likely hands are to continue with a piece to new games, and to -traces, and write the numbers to this `file`; - only judges them")
	policies := flag.String("fit-policy", "", "fit which moves players choose to -games, and write the weights to this `file`")
	costs := flag.String("fit-costs", "", "search for costs and times of the decoder under which new games, and -traces, are likeliest, and write the table to this `file`")
	parameters := flag.String("parameters", "", "parameters that -fit-costs changes, separated by commas; all if empty")
	set := flag.String("set", "", "measure with other values of parameters of docs/reconstruction.md: `NAME=VALUE`, separated by commas, times in seconds")
	flag.Parse()
	b := bench{levels: splitList(*only), games: splitList(*files)}
	if err := b.set(splitList(*set)); err != nil {
		fmt.Fprintf(os.Stderr, "bench: -set: %v\n", err)
		os.Exit(2)
	}
	for _, name := range splitList(*publish) {
		w, ok := wayByName(name)
		if !ok {
			fmt.Fprintf(os.Stderr, "bench: -publish %s: write sure, quick or both with a comma\n", name)
			os.Exit(2)
		}
		b.ways = append(b.ways, w)
	}
	b.parameters = splitList(*parameters)
	b.ends, b.outages, b.risks, b.questions = *ends, *outages, *risks, *questions
	if flag.NArg() > 0 || *seeds < 0 || *ends < 0 || *outages < 0 || *risks < 0 || *questions < 0 || len(b.ways) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	switch {
	case *fit != "":
		err = b.fitTo(*fit, os.Stdout, *samples, *seeds, *first)
	case *releases != "":
		err = b.fitReleaseTo(*releases, os.Stdout, *samples, *seeds, *first)
	case *costs != "":
		err = b.fitCosts(*costs, os.Stdout, *samples, *seeds, *first)
	case *policies != "":
		err = b.fitPolicyTo(*policies, os.Stdout)
	default:
		err = b.runUntilStopped(os.Stdout, *samples, *seeds, *first)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func splitList(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// set takes values of parameters, written as NAME=VALUE.
func (b *bench) set(list []string) error {
	if len(list) > 0 {
		b.values = decoder.DefaultParameters()
	}
	for _, text := range list {
		name, value, _ := strings.Cut(text, "=")
		p, ok := decoder.ParameterByName(name)
		if !ok {
			return fmt.Errorf("%s: no such parameter; docs/reconstruction.md lists them", name)
		}
		f, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is no number", name, value)
		}
		b.values[p] = f
	}
	return nil
}

// way is a way of publishing: sure or quick.
type way struct {
	name    string
	publish trace.Publish
}

// ways are both ways of publishing.
var ways = [...]way{{"sure", trace.Sure}, {"quick", trace.Quick}}

func wayByName(name string) (way, bool) {
	for _, w := range ways {
		if w.name == name {
			return w, true
		}
	}
	return way{}, false
}

type bench struct {
	levels []string
	ways   []way
	games  []string // PGN files

	parameters []string            // to search better values for
	values     *decoder.Parameters // nil for the usual ones

	ends, outages, risks, questions int // new games per level for these
}

func (b bench) wants(level string) bool {
	return len(b.levels) == 0 || slices.Contains(b.levels, level)
}

const legend = `shown wrong    published, and later amended or retracted; not what hands really made and took back
never played   published, and not played at that time
delay          until first published right: without a clock after the hand let go, with one after the
               press (or the release, if that is later or the press was forgotten)
ms per 80      processor time that a game of 80 moves costs, the median
colourless     the same hands on a board that does not tell white from black

`

// runUntilStopped is run, until the program is told to stop: then games that were begun are played to
// their end, and the report is of those. A second signal ends it at once.
func (b bench) runUntilStopped(out io.Writer, samples string, seeds int, first uint64) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return b.run(ctx, out, samples, seeds, first)
}

// run measures the recorded traces, then new games. When ctx is done it prints what has been measured.
func (b bench) run(ctx context.Context, out io.Writer, samples string, seeds int, first uint64) error {
	fmt.Fprint(out, legend)
	if n := max(seeds, b.ends, b.outages, b.questions); n > 0 && !score.HeldOut.Holds(first, n) {
		fmt.Fprintf(out, "seeds %d to %d are not all held out: something may have been fitted to them\n\n", first, first+uint64(n)-1)
	}
	for _, level := range b.levels {
		if _, err := sim.StyleByName(level); err != nil {
			return err
		}
	}
	if samples != "" {
		jobs, err := recorded(samples, b.wants)
		if err != nil {
			return err
		}
		if err := b.report(ctx, out, "recorded traces", jobs); err != nil {
			return err
		}
		if b.risks > 0 {
			if err := b.measureRisk(ctx, out, "recorded traces", jobs); err != nil {
				return err
			}
		}
	}
	if max(seeds, b.ends, b.outages, b.risks, b.questions) == 0 {
		return nil
	}
	games, err := b.allGames()
	if err != nil {
		return err
	}
	if seeds > 0 && ctx.Err() == nil {
		jobs, err := played(games, seeds, first, b.wants)
		if err != nil {
			return err
		}
		if err := b.report(ctx, out, fmt.Sprintf("simulated play, seeds %d to %d", first, first+uint64(seeds)-1), jobs); err != nil {
			return err
		}
	}
	if b.risks > 0 && ctx.Err() == nil {
		jobs, err := played(games, b.risks, first, b.wants)
		if err != nil {
			return err
		}
		if err := b.measureRisk(ctx, out, fmt.Sprintf("seeds %d to %d of each level", first, first+uint64(b.risks)-1), jobs); err != nil {
			return err
		}
	}
	return b.ended(ctx, out, samples, games, first)
}

// ended measures how games end, and games with an outage.
func (b bench) ended(ctx context.Context, out io.Writer, samples string, games []sim.Game, first uint64) error {
	seeds := func(n int) string { return fmt.Sprintf("seeds %d to %d of each level", first, first+uint64(n)-1) }
	if b.ends > 0 && samples != "" && ctx.Err() == nil {
		jobs, err := recorded(samples, b.wantsEnding)
		if err != nil {
			return err
		}
		if err := measureEndings(ctx, out, "recorded traces", jobs, cutsOfAGame); err != nil {
			return err
		}
	}
	if b.ends > 0 && ctx.Err() == nil {
		jobs, err := played(games, b.ends, first, b.wantsEnding)
		if err != nil {
			return err
		}
		if err := measureEndings(ctx, out, "simulated play, "+seeds(b.ends), jobs, cutsOfAGame); err != nil {
			return err
		}
	}
	if b.outages > 0 && ctx.Err() == nil {
		jobs, err := played(games, b.outages, first, b.wantsOutage)
		if err != nil {
			return err
		}
		if err := measureOutages(ctx, out, seeds(b.outages), jobs); err != nil {
			return err
		}
	}
	if b.questions > 0 && ctx.Err() == nil {
		return b.measureQuestions(ctx, out, seeds(b.questions), games, first)
	}
	return nil
}

// cutsOfAGame is the number of moments at which a game is cut.
const cutsOfAGame = 3

// wantsEnding leaves out levels whose accidents and broken sensors would hide how a game ends.
func (b bench) wantsEnding(level string) bool {
	return b.wants(level) && slices.Contains([]string{"clean", "club", "blitz", "noisy", "polarity", "chess960", "promotion"}, level)
}

func (b bench) wantsOutage(level string) bool {
	return b.wants(level) && slices.Contains([]string{"clean", "club", "noisy"}, level)
}

// report runs all jobs, in every way of publishing, and prints the results.
func (b bench) report(ctx context.Context, out io.Writer, title string, jobs []job) error {
	all := make([]results, len(b.ways))
	for i := range all {
		all[i] = newResults(jobs)
	}
	done, err := each(ctx, jobs, func(k int, r readings, truth sim.Truth) (func(), error) {
		seen, blind := make([]measured, len(b.ways)), make([]measured, len(b.ways))
		polarity := r.header.Sensing == sensors.Polarity
		for i, w := range b.ways {
			var err error
			if seen[i], err = rebuild(r, w.publish, b.values); err != nil {
				return nil, err
			}
			if !polarity {
				continue
			}
			if blind[i], err = rebuild(r.colourless(), w.publish, b.values); err != nil {
				return nil, err
			}
		}
		return func() {
			for i := range all {
				all[i].add(jobs[k].level, truth, seen[i])
				if polarity {
					all[i].addColourless(jobs[k].level, truth, blind[i])
				}
			}
		}, nil
	})
	if err != nil {
		return err
	}
	for i, w := range b.ways {
		fmt.Fprintf(out, "%s, published %s\n", title, adverb[w.name])
		early(out, done, jobs)
		if err := all[i].print(out, w.publish == trace.Sure); err != nil {
			return err
		}
	}
	return nil
}

var adverb = map[string]string{"sure": "once sure", "quick": "early"}

// suiting returns the games that can be played in a style. It is an error if there are none.
func suiting(games []sim.Game, s sim.Style) ([]sim.Game, error) {
	var fit []sim.Game
	for _, g := range games {
		if s.Suits(g) {
			fit = append(fit, g)
		}
	}
	if len(fit) == 0 {
		return nil, fmt.Errorf("no game suits the level %s", s.Name)
	}
	return fit, nil
}

// allGames reads the games for the hands to play, of all files.
func (b bench) allGames() (games []sim.Game, err error) {
	for _, file := range b.games {
		more, err := readGames(file)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	return games, nil
}

// readGames reads the games of a file.
func readGames(file string) ([]sim.Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var games []sim.Game
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		games = append(games, sim.Game{Start: g.Start, Moves: g.MainLine(), Result: g.Result.String()})
	}
	return games, nil
}
