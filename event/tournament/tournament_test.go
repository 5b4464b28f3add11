package tournament_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon/store"
	"touchmove/event/entrants"
	"touchmove/event/sheets"
	"touchmove/event/tournament"
	"touchmove/event/tournament/tournamenttest"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors/trace"
)

type entrant = entrants.Entrant

var collections = []string{"../../sensors/sim/simboard/games/games.pgn", "../../sensors/sim/testdata/games-otb.pgn"}

// Nine rounds at eight boards, from an event file, in virtual time: real games with offers,
// right and wrong claims, illegal moves, a board knocked over, a power cut, an adjournment,
// defaults and fallen flags. The reports agree with what happened.
func TestTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	p := tournamenttest.Play(t, t.TempDir(), collections, tournamenttest.Options{Rounds: 9, Boards: 8, Plies: 14, Seed: 1})
	held(t, p)
	for _, id := range []alarms.ID{
		alarms.GameFinished, alarms.IllegalMove, alarms.TouchViolation, alarms.Claim, alarms.Flag, alarms.AutoDraw, alarms.ClockPaused, alarms.DefaultNear, alarms.Reconstructing,
	} {
		if p.Rang[id] == 0 {
			t.Errorf("%s never rang: %v", id, p.Rang)
		}
	}
}

// filed reads a recording and returns its games.
func filed(t *testing.T, path string) []tournament.Filed {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	tape, err := tournament.NewTape(filepath.Base(path), r.Header(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for record, err := range r.All() {
		if err == nil {
			err = tape.Step(record)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return tape.Filed()
}

// An illegal move that the arbiter has confirmed stays counted, whatever squares the piece
// passes on its way back.
func TestConfirmedIllegalMovesStay(t *testing.T) {
	filed := filed(t, "testdata/put-back.jsonl.gz")
	if len(filed) != 1 || filed[0].End.Illegal != [2]int{0, 2} || filed[0].Played.Result != "1-0" || filed[0].Played.Reason != "illegal_moves" {
		t.Errorf("filed %+v, want one game that White won by Black's two illegal moves", filed)
	}
}

// A result that the players have shown with their kings counts in reports and tables, as it does in
// the PGN, although the kings still stand there and nobody has confirmed it; not if play went on.
func TestResultShownByTheKings(t *testing.T) {
	for name, want := range map[string]string{
		"kings_to_the_centre_white_wins":                   "1-0 kings in the centre",
		"kings_back_from_the_centre_and_play_goes_on":      "* ",
		"kings_to_the_centre_where_one_stood_and_is_moved": "0-1 kings in the centre",
	} {
		filed := filed(t, "../../reconcile/testdata/hands/"+name+".jsonl")
		o := filed[len(filed)-1].Outcome()
		if got := o.String() + " " + o.Reason; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A tournament from end to end, in the time of a synctest bubble: the pieces are on the
// switches of simulated chips, and the real driver reads them scan by scan, with presses
// and commands in between.
func TestTournamentLive(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		held(t, tournamenttest.Play(t, dir, collections, tournamenttest.Options{
			Rounds: 1, Boards: 2, Plies: 8, Seed: 5, Live: true, Stories: []string{"illegal move", "knocked over"},
		}))
	})
}

// The same with every game played to its end, several times over; run by `make
// test-tournament`.
func TestTournamentOfWholeGames(t *testing.T) {
	seeds, err := strconv.ParseUint(os.Getenv("TOUCHMOVE_TOURNAMENTS"), 10, 64)
	if err != nil {
		t.Skip("takes half a minute a tournament: make test-tournament runs it")
	}
	for seed := range seeds {
		p := tournamenttest.Play(t, t.TempDir(), collections, tournamenttest.Options{Rounds: 9, Boards: 8, Seed: 2 + seed})
		held(t, p)
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			held(t, tournamenttest.Play(t, dir, collections, tournamenttest.Options{
				Rounds: 1, Boards: 8, Plies: 30, Seed: 20 + seed, Live: true,
				Stories: []string{"draw agreed", "wrong claim", "illegal move", "knocked over", "mate", "two illegal moves", "clock set right", "restored to an earlier move"},
			}))
		})
	}
}

// held compares the results and reports of a tournament with the truth.
func held(t *testing.T, p *tournamenttest.Played) {
	t.Helper()
	if t.Failed() {
		t.FailNow()
	}
	filed := file(t, p)
	results, err := tournament.Collect(p.Event, filed)
	if err != nil {
		t.Fatal(err)
	}
	if len(results.Strange) > 0 {
		t.Errorf("games that nobody was paired for: %q", results.Strange)
	}
	for _, truth := range p.Truth {
		round, err := results.Round(truth.Round)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(round.Games, func(g tournament.Game) bool { return "hall-"+g.Board == truth.Board })
		if i < 0 || round.Games[i].Filed == nil {
			t.Errorf("round %s, %s: no record", truth.Round, truth.Board)
			continue
		}
		heldGame(t, truth, &round.Games[i])
	}
	heldPGN(t, p)
	heldTable(t, p, results)
	strict(t, results)
}

// file reads the journals of a tournament, as the commands do.
func file(t *testing.T, p *tournamenttest.Played) (filed []tournament.Filed) {
	t.Helper()
	list, err := store.Archive(p.State)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		kept, err := a.Read()
		if err != nil {
			t.Fatal(err)
		}
		origin, err := a.Origin(kept)
		if err != nil {
			t.Fatal(err)
		}
		tape, err := tournament.NewTape(a.ID, kept.Header, origin)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range kept.Records {
			if err := tape.Step(r); err != nil {
				t.Fatalf("%s: %v", a.Path, err)
			}
		}
		filed = append(filed, tape.Filed()...)
		if log := sheets.Audit(tape.Game().Actions(), kept.Header.Laws, a.Began.Add, sheets.Shown); log != "" {
			if err := sheets.Verify(strings.NewReader(log)); err != nil {
				t.Errorf("%s: %v", a.Path, err)
			}
		}
	}
	return filed
}

func heldGame(t *testing.T, truth tournamenttest.Truth, g *tournament.Game) {
	t.Helper()
	f := g.Filed
	name := fmt.Sprintf("round %s, %s, %s (%s)", truth.Round, truth.Board, truth.Story, f.Journal)
	var moves []string
	for _, m := range f.Played.Moves {
		moves = append(moves, m.UCI)
	}
	if !slices.Equal(moves, truth.Moves) {
		t.Errorf("%s: the moves are\n%v, and were\n%v", name, moves, truth.Moves)
	}
	o := g.Outcome
	if f.Played.Result != truth.Result || o.Forfeit != truth.Forfeit || truth.Reason != "" && o.Reason != truth.Reason {
		t.Errorf("%s: filed as %s %s %q, and was %s %q", name, f.Played.Result, o, o.Reason, truth.Result, truth.Reason)
	}
	if len(f.Open) > 0 {
		t.Errorf("%s: unanswered: %v", name, f.Open)
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if result, _, ok := f.Played.Signature(by); ok != truth.Signed[by] || ok && result != truth.Result || f.Played.Unsigned(f.Header.Laws)[by] == (ok || truth.Forfeit) {
			t.Errorf("%s: %v's signature is under %q, and they signed: %v", name, by, result, truth.Signed)
		}
	}
	var log []string
	for _, a := range f.Actions {
		log = append(log, a.Command.Do)
	}
	if !slices.Equal(log, truth.Log) {
		t.Errorf("%s: the log has\n%v, and this was said\n%v", name, log, truth.Log)
	}
	heldTimes(t, name, truth, f)
}

// heldTimes checks that the clocks balance, and compares them with those of the script.
func heldTimes(t *testing.T, name string, truth tournamenttest.Truth, f *tournament.Filed) {
	t.Helper()
	var run time.Duration
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := f.Clock.Account(by)
		run += a.Run
		if in, out := a.Start+a.Bonuses+a.Periods+a.Adjusted-a.Forfeited, a.Main+a.Run; in != out {
			t.Errorf("%s: %v got %v and has %v: %+v", name, by, in, out, a)
		}
		if truth.Timed && f.Clock.Left(by) != truth.Left[by] {
			t.Errorf("%s: %v has %v left, and had %v", name, by, f.Clock.Left(by), truth.Left[by])
		}
	}
	if began, ok := f.Clock.Began(); !ok || run+f.Clock.Stood() != f.Clock.At()-began {
		t.Errorf("%s: since the start %v, of which %v ran and %v stood", name, f.Clock.At()-began, run, f.Clock.Stood())
	}
	for i, left := range truth.After {
		if i < len(f.Played.Moves) && f.Played.Moves[i].Timed && f.Played.Moves[i].Left != left {
			t.Errorf("%s: after half-move %d the clocks show %v, and showed %v", name, i+1, f.Played.Moves[i].Left, left)
			return
		}
	}
}

// heldPGN writes the games as PGN, reads them back and compares them with the truth.
func heldPGN(t *testing.T, p *tournamenttest.Played) {
	t.Helper()
	list, err := store.Archive(p.State)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*pgn.Game{}
	for _, a := range list {
		kept, err := a.Read()
		if err != nil {
			t.Fatal(err)
		}
		states, err := a.States(kept)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range states {
			for g, err := range pgn.NewReader(strings.NewReader(s.PGN(a.Event, a.Board))).All() {
				if err != nil {
					t.Fatalf("%s: %v", a.ID, err)
				}
				found[g.Tags.Get("Round")+" "+a.Board] = g
			}
		}
	}
	for _, truth := range p.Truth {
		name := truth.Round + " " + truth.Board
		g := found[name]
		if g == nil {
			t.Errorf("%s, %s: no PGN", name, truth.Story)
			continue
		}
		var moves []string
		for _, m := range g.MainLine() {
			moves = append(moves, m.UCI(rules.Standard))
		}
		if !slices.Equal(moves, truth.Moves) || g.Tags.Get("White") != truth.White || g.Tags.Get("Black") != truth.Black || g.Tags.Get("Event") != "Open 2026" {
			t.Errorf("%s, %s: the PGN is %v %v", name, truth.Story, g.Tags, moves)
		}
		if want := truth.Result; g.Tags.Get("Result") != want {
			t.Errorf("%s, %s: the PGN says %s, and it was %s", name, truth.Story, g.Tags.Get("Result"), want)
		}
		if want, ok := terminations[truth.Story]; ok && g.Tags.Get("Termination") != want || g.Tags.Get("TimeControl") != truth.Control {
			t.Errorf("%s, %s: %v", name, truth.Story, g.Tags)
		}
		if !truth.Timed {
			continue
		}
		for by, tag := range []string{"WhiteClock", "BlackClock"} {
			if want := pgnTime(truth.Left[by]); g.Tags.Get(tag) != want {
				t.Errorf("%s, %s: %s is %s and not %s", name, truth.Story, tag, g.Tags.Get(tag), want)
			}
		}
		for i, left := range truth.After {
			if is, ok := g.Moves[i].Clock(); ok && is != left[i%2].Truncate(time.Second) {
				t.Errorf("%s, %s: half-move %d has %v, and %v was left", name, truth.Story, i+1, is, left[i%2])
				break
			}
		}
	}
}

// terminations are the values of the PGN tag Termination, by story.
var terminations = map[string]string{
	"resigned": "normal", "draw agreed": "normal", "mate": "normal", "repetition claimed": "normal", "fivefold repetition": "normal", "fifty moves claimed": "normal", "quickplay finish": "normal", "increment asked for": "normal", "new game by mistake": "normal", "two illegal moves": "rules infraction",
	"black absent": "unplayed", "nobody came": "unplayed", "flag fell": "time forfeit", "both lose": "rules infraction",
}

func pgnTime(d time.Duration) string {
	n := int(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}

// heldTable calculates the crosstable from the truth alone, and compares it.
func heldTable(t *testing.T, p *tournamenttest.Played, results *tournament.Results) {
	t.Helper()
	points := map[string]float64{}
	for _, truth := range p.Truth {
		switch truth.Result {
		case "1-0":
			points[truth.White]++
		case "0-1":
			points[truth.Black]++
		case "1/2-1/2":
			points[truth.White] += 0.5
			points[truth.Black] += 0.5
		}
	}
	last := 1e9
	for _, line := range results.Standings(0) {
		if got := float64(line.Points) / 2; got != points[line.Player.Name] {
			t.Errorf("%s has %v points, and made %v", line.Player.Name, got, points[line.Player.Name])
		} else if got > last {
			t.Errorf("%s stands too low", line.Player.Name)
		} else {
			last = got
		}
		for i, c := range line.Results {
			k := slices.IndexFunc(p.Truth, func(x tournamenttest.Truth) bool {
				return x.Round == fmt.Sprint(i+1) && (x.White == line.Player.Name || x.Black == line.Player.Name)
			})
			truth := p.Truth[k]
			want := [2]byte{'0', '0'}
			switch truth.Result {
			case "1-0":
				want[0] = '1'
			case "0-1":
				want[1] = '1'
			case "1/2-1/2":
				want = [2]byte{'=', '='}
			}
			if truth.Forfeit {
				for side := range want {
					want[side] = map[byte]byte{'0': '-', '1': '+'}[want[side]]
				}
			}
			colour, opponent := rules.White, truth.Black
			if truth.Black == line.Player.Name {
				colour, opponent = rules.Black, truth.White
			}
			other := p.Event.Players[slices.IndexFunc(p.Event.Players, func(e entrant) bool { return e.Name == opponent })]
			if c.Result != want[colour] || c.Colour != colour || c.Opponent != other.No {
				t.Errorf("%s, round %d: %d %v %c, and was %d %v %c", line.Player.Name, i+1, c.Opponent, c.Colour, c.Result, other.No, colour, want[colour])
			}
		}
	}
}
