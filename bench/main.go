// Command bench measures the whole way from readings to moves, level by level:
// how many games are rebuilt exactly, how many moves are shown that were not
// played, and how long after the hand let go a move is told. It reads recorded
// traces with the truth beside them, and plays new games by simulated hands.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

func main() {
	seeds := flag.Int("seeds", 20, "new games of each level")
	first := flag.Uint64("first", 1000, "seed of the first of them")
	samples := flag.String("traces", "", "`directory` of recorded traces, NAME.jsonl.gz beside NAME.truth.json, in folders by level")
	pgn := flag.String("games", "sensors/sim/testdata/games-otb.pgn,sensors/sim/testdata/games-chess960.pgn", "PGN `files`, with commas, of the games that are played anew")
	only := flag.String("levels", "", "levels to measure, with commas; all if empty")
	quick := flag.Bool("quick", false, "publish quickly instead of surely")
	why := flag.Bool("why", false, "also how the plies were carried out at which games first went wrong")
	flag.Parse()
	if flag.NArg() > 0 || *seeds < 0 {
		flag.Usage()
		os.Exit(2)
	}
	b := bench{levels: splitList(*only), publish: reconcile.Sure, why: *why, games: splitList(*pgn)}
	if *quick {
		b.publish = reconcile.Quick
	}
	if err := b.run(os.Stdout, *samples, *seeds, *first); err != nil {
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

type bench struct {
	levels  []string
	publish reconcile.Publish
	why     bool
	games   []string // PGN files
}

func (b bench) wants(level string) bool {
	return len(b.levels) == 0 || slices.Contains(b.levels, level)
}

// run measures the recorded traces, then new games.
func (b bench) run(out io.Writer, samples string, seeds int, first uint64) error {
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
		if err := b.table(out, "recorded traces", jobs); err != nil {
			return err
		}
	}
	if seeds == 0 {
		return nil
	}
	var games []sim.Game
	for _, file := range b.games {
		more, err := readGames(file)
		if err != nil {
			return err
		}
		games = append(games, more...)
	}
	jobs, err := played(games, seeds, first, b.wants)
	if err != nil {
		return err
	}
	return b.table(out, fmt.Sprintf("simulated play, seeds %d to %d", first, first+uint64(seeds)-1), jobs)
}

// job is one trace to be rebuilt and judged.
type job struct {
	level string
	make  func() (readings, sim.Truth, error)
}

// table does all jobs, on every processor, and prints a line a level.
func (b bench) table(out io.Writer, title string, jobs []job) error {
	type level struct {
		name  string
		tally score.Tally
		spent time.Duration
		span  time.Duration // of the traces' own time
	}
	var levels []*level
	byName := map[string]*level{}
	for _, j := range jobs {
		if byName[j.level] == nil {
			byName[j.level] = &level{name: j.level}
			levels = append(levels, byName[j.level])
		}
	}
	var mu sync.Mutex
	var failed error
	each(jobs, func(j job) {
		r, truth, err := j.make()
		var m measured
		if err == nil {
			m, err = rebuild(r, b.publish)
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = cmp.Or(failed, fmt.Errorf("%s: %w", j.level, err))
			return
		}
		l := byName[j.level]
		l.tally.Add(score.Compare(truth, m.rebuilt))
		l.spent += m.spent
		l.span += m.span
	})
	if failed != nil {
		return failed
	}
	fmt.Fprintf(out, "%s\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tgames\texact\t%\tright plies %\twrong per 100\tdelay median ms\t95 % ms\tnever told\ttimes real time\t")
	for _, l := range levels {
		t := &l.tally
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.1f\t%.2f\t%d\t%d\t%d\t%.0f\t\n", l.name, t.Games, t.Exact, t.ExactPercent(), t.RightPercent(), t.WrongPer100(),
			t.DelayUS(50)/1000, t.DelayUS(95)/1000, t.Untold, l.span.Seconds()/max(l.spent.Seconds(), 1e-9))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if b.why {
		for _, l := range levels {
			for _, list := range [][]score.Count{l.tally.Styles(), l.tally.Incidents()} {
				for _, c := range list {
					fmt.Fprintf(out, "%s: %s %d\n", l.name, c.Name, c.N)
				}
			}
		}
	}
	_, err := fmt.Fprintln(out)
	return err
}

// suiting gives the games that can be played in a style; that there is none is
// a mistake.
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

// readGames reads the games that hands are to play.
func readGames(file string) ([]sim.Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var games []sim.Game
	for g, err := range rules.NewPGNReader(f).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		games = append(games, sim.Game{Start: g.Start, Moves: g.MainLine(), Result: g.Result.String()})
	}
	return games, nil
}
