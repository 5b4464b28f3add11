package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// accusation is what the referee said against a player in a game, and whether anything had happened.
type accusation struct {
	what    string // illegal, withdrawn, a remark or the rule of a breach
	reason  bool   // something had happened that looks like it, or is it
	at      time.Duration
	subject string // the half-move
	record  string // how the record stood to what was really played
}

// accused is how often each accusation was made.
type accused struct {
	plies int
	false map[string]int // nothing had happened
	true  map[string]int // an incident of the truth explains it
}

// explains lists the incidents after which the referee may say this of a player: they happened, or they look
// the same on a board. Remarks that it does not have are not counted.
var explains = map[string][]string{
	"illegal":                  {sim.IncidentIllegal},
	"withdrawn":                {sim.IncidentIllegal},
	illegalOnBoard:             {sim.IncidentIllegal, sim.IncidentKnock, sim.IncidentTakeBack, sim.IncidentKings, sim.IncidentPostMortem, sim.IncidentSetUp},
	"clock_without_move":       {sim.IncidentStrayPress, sim.IncidentIllegal, sim.IncidentTakeBack},
	"clock_with_piece_in_hand": {sim.IncidentStrayPress, sim.IncidentIllegal},
	wrongSide:                  {sim.IncidentStrayPress, sim.IncidentIllegal, sim.IncidentTakeBack},
	"press_before_release":     {},
	"touch":                    {sim.IncidentAdjust, sim.IncidentTouch, sim.IncidentTouchBroken, sim.IncidentWiggle, sim.IncidentKnock, sim.IncidentSleeve, sim.IncidentStraighten, sim.IncidentTakeBack, sim.IncidentIllegal},
}

// ofOnesOwn lists the incidents that explain only what is said about the player who did them: what the
// other one is accused of then is said for nothing.
var ofOnesOwn = []string{sim.IncidentIllegal, sim.IncidentStrayPress, sim.IncidentTouchBroken}

// bothPress are the accusations that the other player's press can lead to: it starts or stops the clock.
var bothPress = []string{wrongSide}

// inHand is how long after a press a piece comes down that was in the hand (Options.Press, 2018: 7.5.3).
const inHand = 150 * time.Millisecond

// around is how long before an accusation what explains it may have happened.
const around = 20 * time.Second

// isExplained reports whether an incident that explains an accusation of this kind against a player lies in
// this time, or one of the last moves was made in a way that does.
func isExplained(truth *sim.Truth, kind string, by rules.Color, from, until time.Duration) bool {
	either := slices.Contains(bothPress, kind)
	if slices.ContainsFunc(lastPlies(truth, until), func(p sim.Ply) bool {
		return (either || moverOf(p) == by) && hasReason(p, kind, truth.Clock)
	}) {
		return true
	}
	return slices.ContainsFunc(truth.Incidents, func(n sim.Incident) bool {
		others := n.By != by.String() && slices.Contains(ofOnesOwn, n.Kind) && !either
		return !others && slices.Contains(explains[kind], n.Kind) && n.AtUS <= until.Microseconds() && n.UntilUS >= from.Microseconds()
	})
}

// moverOf returns who made a half-move; simulated games begin with White's.
func moverOf(p sim.Ply) rules.Color { return rules.Color((p.Ply + 1) % 2) }

// lastPlies returns the half-moves that were begun before this time, the last three of them.
func lastPlies(truth *sim.Truth, until time.Duration) []sim.Ply {
	for _, g := range slices.Backward(truth.Games) {
		n := 0
		for n < len(g.Plies) && g.Plies[n].StartUS <= until.Microseconds() {
			n++
		}
		if n > 0 {
			return g.Plies[max(0, n-3):n]
		}
	}
	return nil
}

// hasReason reports whether what is said about a half-move follows from how the hands really made it:
// they forgot the clock, or pressed it too early, a piece rested on the way, or the rook was touched first.
func hasReason(p sim.Ply, kind string, clock bool) bool {
	rests := strings.HasPrefix(p.Style, "hesitate") || strings.HasPrefix(p.Style, "promo-slow") ||
		slices.Contains([]string{"slow", "late", "slide-rest", "slide-turn", "moved-on", "wave"}, p.Style)
	switch kind {
	case wrongSide:
		return clock && p.ClockUS == 0
	case "press_before_release":
		return p.ClockUS > 0 && p.ClockUS < p.DoneUS
	case "clock_with_piece_in_hand", "clock_without_move":
		return p.ClockUS > 0 && p.ClockUS+inHand.Microseconds() < p.ContactUS // it came down, was moved on, or had not left its square, well after the press
	case "rook_first":
		return slices.Contains([]string{"rook-first", "both-hands", "both-lifted"}, p.Style)
	case "illegal", "withdrawn":
		return p.Style == "late" || p.Style == "rook-only" || p.Style == "king-only" // castling is not finished at the press
	case "released_piece", "castling_release", "promotion_release", illegalOnBoard:
		return rests
	}
	return false
}

// hear plays a trace and returns what the referee says against the players.
func hear(h trace.Header, records []trace.Record, truth *sim.Truth) ([]accusation, error) {
	game, err := reconcile.NewGame(h)
	if err != nil {
		return nil, err
	}
	var out []accusation
	began := map[int]time.Duration{} // when the half-move before a half-move was made
	ply, last := 0, time.Duration(0)
	for _, r := range records {
		events, err := game.Step(r)
		if err != nil {
			if _, ok := r.What.(trace.Command); ok {
				continue
			}
			return nil, err
		}
		for _, e := range events {
			kind, by, from := "", rules.White, e.At-around
			switch w := e.What.(type) {
			case reconcile.Made:
				began[w.Ply], ply, last = last, w.Ply, w.Released
			case reconcile.Amended:
				ply, last = w.Ply, w.Released
			case reconcile.IllegalMove:
				by = w.By
				if kind = "illegal"; w.Number == 0 {
					kind = "withdrawn"
				}
			case reconcile.Remark:
				by = w.By
				if kind = string(w.Remark); explains[kind] == nil {
					continue
				}
			case reconcile.Breach:
				if w.Status != "claimable" {
					continue
				}
				reason := isExplained(truth, "touch", w.By, began[ply]-time.Second, e.At) || isExplained(truth, w.Rule, w.By, e.At, e.At)
				subject := fmt.Sprintf("ply %d by %v", ply, w.By)
				if w.Duty != nil {
					subject += fmt.Sprint(", duty ", w.Duty.Kind, w.Duty.Squares)
				}
				out = append(out, accusation{w.Rule, reason, e.At, subject, recordThen(game, truth, e.At)})
				continue
			default:
				continue
			}
			if kind != "" {
				out = append(out, accusation{kind, isExplained(truth, kind, by, from, e.At), e.At, fmt.Sprint("ply ", ply), recordThen(game, truth, e.At)})
			}
		}
	}
	return out, nil
}

// recordThen says how the record of the game on the board stands to the moves that had really been made by this time.
func recordThen(game *reconcile.Game, truth *sim.Truth, at time.Duration) string {
	i := len(game.Games()) - 1
	if i >= len(truth.Games) {
		return "record of another game"
	}
	played, record := truth.Games[i], game.Playing()
	for n, m := range record.Moves {
		if n >= len(played.Moves) || m.UCI != played.Moves[n] {
			return fmt.Sprintf("record wrong from ply %d, %s", n+1, m.UCI)
		}
	}
	n := len(record.Moves)
	for n < len(played.Plies) && played.Plies[n].DoneUS <= at.Microseconds() {
		n++
	}
	if n == len(record.Moves) {
		return "record right"
	}
	return fmt.Sprintf("record right, but %d plies behind", n-len(record.Moves))
}

// fairJob is a game whose truth is known.
type fairJob struct {
	level string
	make  func() (trace.Header, []trace.Record, sim.Truth, error)
}

// fairJobs lists the recorded traces of a directory, or simulated games of these levels.
func fairJobs(games int, first uint64, levels, dir string) (jobs []fairJob, err error) {
	if dir != "" {
		files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl.gz"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			jobs = append(jobs, fairJob{filepath.Base(filepath.Dir(file)), func() (trace.Header, []trace.Record, sim.Truth, error) { return readTruth(file) }})
		}
		if len(jobs) == 0 {
			return nil, fmt.Errorf("%s: no trace LEVEL/NAME.jsonl.gz below it", dir)
		}
		return jobs, nil
	}
	played, err := readGames(otbGames)
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Split(levels, ",") {
		style, err := sim.StyleByName(name)
		if err != nil {
			return nil, err
		}
		for i := range games {
			seed := first + uint64(i)
			jobs = append(jobs, fairJob{name, func() (trace.Header, []trace.Record, sim.Truth, error) {
				return simulate(played, style, seed)
			}})
		}
	}
	return jobs, nil
}

// countFair counts what the referee says against the players of these games, by level. each gets what is
// said for nothing.
func countFair(jobs []fairJob, each func(level string, truth *sim.Truth, x accusation)) (map[string]*accused, error) {
	all := map[string]*accused{}
	var lock sync.Mutex
	var failed error
	next := make(chan fairJob)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for j := range next {
				h, records, truth, err := j.make()
				var list []accusation
				if err == nil {
					list, err = hear(h, records, &truth)
				}
				lock.Lock()
				if err != nil {
					failed = cmp.Or(failed, fmt.Errorf("%s: %w", j.level, err))
				}
				a := all[j.level]
				if a == nil {
					a = &accused{false: map[string]int{}, true: map[string]int{}}
					all[j.level] = a
				}
				for _, g := range truth.Games {
					a.plies += len(g.Moves)
				}
				for _, x := range list {
					if x.reason {
						a.true[x.what]++
						continue
					}
					a.false[x.what]++
					each(j.level, &truth, x)
				}
				lock.Unlock()
			}
		})
	}
	for _, j := range jobs {
		next <- j
	}
	close(next)
	wait.Wait()
	return all, failed
}

// fair prints how often the referee accuses players of what did not happen.
func fair(out io.Writer, games int, first uint64, levels, dir string, show bool) error {
	jobs, err := fairJobs(games, first, levels, dir)
	if err != nil {
		return err
	}
	all, err := countFair(jobs, func(level string, truth *sim.Truth, x accusation) {
		if show {
			fmt.Fprintf(out, "%s %s seed %d, %s, at %s: %s; %s\n", level, truth.Trace, truth.Seed, x.subject, x.at, x.what, x.record)
			for _, p := range lastPlies(truth, x.at) {
				fmt.Fprintln(out, "   ", describePly(p))
			}
		}
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tplies\tsaid of a player\tfor nothing\tper 1,000 plies\twith a reason\t")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := all[name]
		kinds := map[string]bool{}
		for k := range a.false {
			kinds[k] = true
		}
		for k := range a.true {
			kinds[k] = true
		}
		fmt.Fprintf(w, "%s\t%d\t\t\t\t\t\n", name, a.plies)
		for _, k := range slices.Sorted(maps.Keys(kinds)) {
			fmt.Fprintf(w, "\t\t%s\t%d\t%.2f\t%d\t\n", k, a.false[k], 1000*float64(a.false[k])/float64(max(1, a.plies)), a.true[k])
		}
	}
	return w.Flush()
}

// describePly says how the hands really made a half-move.
func describePly(p sim.Ply) string {
	at := func(us int64) time.Duration { return time.Duration(us) * time.Microsecond }
	pressed := "not pressed"
	if p.ClockUS > 0 {
		pressed = "pressed " + at(p.ClockUS).String()
	}
	return fmt.Sprintf("%d. %s, %s %v: touched %v, last contact %v, released %v, %s", p.Ply, p.UCI, p.Style, p.Flags, at(p.StartUS), at(p.ContactUS), at(p.DoneUS), pressed)
}

// simulate plays one of the games, by its seed.
func simulate(games []sim.Game, style sim.Style, seed uint64) (trace.Header, []trace.Record, sim.Truth, error) {
	p, err := sim.Perform([]sim.Game{games[seed%uint64(len(games))]}, style, seed)
	if err != nil {
		return trace.Header{}, nil, sim.Truth{}, err
	}
	return p.Header(), slices.Collect(p.Records()), p.Truth(), nil
}

// writeFair writes the trace of the game of a level and a seed.
func writeFair(out io.Writer, level string, seed uint64) error {
	games, err := readGames(otbGames)
	if err != nil {
		return err
	}
	style, err := sim.StyleByName(level)
	if err != nil {
		return err
	}
	h, records, _, err := simulate(games, style, seed)
	if err != nil {
		return err
	}
	w, err := trace.NewWriter(out, h)
	for _, r := range records {
		if err == nil {
			err = w.Write(r)
		}
	}
	return err
}

// otbGames are the games that simulated hands play, from the root of the module.
const otbGames = "sensors/sim/testdata/games-otb.pgn"

// readTruth reads a recorded trace and what was really played.
func readTruth(file string) (h trace.Header, records []trace.Record, truth sim.Truth, err error) {
	f, err := os.Open(strings.TrimSuffix(file, ".jsonl.gz") + ".truth.json")
	if err != nil {
		return h, nil, truth, err
	}
	defer f.Close()
	if truth, err = sim.ReadTruth(f); err != nil {
		return h, nil, truth, fmt.Errorf("%s: %w", f.Name(), err)
	}
	in, err := os.Open(file)
	if err != nil {
		return h, nil, truth, err
	}
	defer in.Close()
	r, err := trace.NewReader(in)
	if err != nil {
		return h, nil, truth, fmt.Errorf("%s: %w", file, err)
	}
	for record, err := range r.All() {
		if err != nil {
			return h, nil, truth, fmt.Errorf("%s: %w", file, err)
		}
		records = append(records, record)
	}
	return r.Header(), records, truth, nil
}

// readGames reads the games of a PGN file.
func readGames(file string) (games []sim.Game, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		games = append(games, sim.FromPGN(g))
	}
	return games, nil
}
