package tournamenttest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"touchmove/event/entrants"
	"touchmove/eventlog/alarms"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors/trace"
)

// Options are the size of a tournament and its stories.
type Options struct {
	Rounds, Boards int
	Plies          int // most half-moves of a game; 0 plays whole games
	Seed           uint64
	Stories        []string // names of the stories; nil means all
	// Live has the boards scanned: simulated chips, the real driver and the daemon's Live.
	// Play then has to run in a bubble of testing/synctest.
	Live bool
}

// Played is a tournament that has been played.
type Played struct {
	File  string // the event file
	State string // the directory of its journals
	Event *entrants.Event
	Truth []Truth
	Rang  map[alarms.ID]int // how often each alarm began to ring
}

// EventID is the topic level of the event.
const EventID = "open-2026"

// start is when the first round begins.
var start = time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)

// Control is the time control, long enough for every game.
const Control = "40/5400+30:1800+30"

// Play plays a tournament in a directory. games are PGN files; each of their games serves
// for a different game of the tournament.
func Play(t testing.TB, dir string, games []string, o Options) *Played {
	t.Helper()
	p := &Played{File: filepath.Join(dir, EventID+".toml"), State: filepath.Join(dir, "state"), Rang: map[alarms.ID]int{}}
	if err := os.WriteFile(p.File, []byte(eventFile(o)), 0o644); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.Event, _, err = entrants.Load(p.File); err != nil {
		t.Fatal(err)
	}
	plans := read(t, games)
	all := make([][]Truth, o.Boards)
	rang := make([]map[alarms.ID]int, o.Boards)
	var boards sync.WaitGroup
	for board := range o.Boards {
		boards.Go(func() { all[board], rang[board] = p.board(t, board, plans, o) })
	}
	boards.Wait()
	for board := range all {
		p.Truth = append(p.Truth, all[board]...)
		for id, n := range rang[board] {
			p.Rang[id] += n
		}
	}
	return p
}

// board plays all rounds at one board.
func (p *Played) board(t testing.TB, board int, plans [][]rules.Move, o Options) ([]Truth, map[alarms.ID]int) {
	h := trace.DefaultHeader()
	h.Laws, h.Clock, h.TimeControl, h.WrittenBy = rules.FIDE2023, trace.ClockButtons, Control, "v1"
	h.Quickplay = true // announced beforehand
	h.ClaimsDecided = true
	id := fmt.Sprintf("hall-%d", board+1)
	began := start
	if o.Live {
		began = time.Now()
	}
	table := newTable(t, p.State, EventID, id, h, began)
	if o.Live {
		table.goLive()
	}
	var truths []Truth
	for round := range p.Event.Rounds {
		r := &p.Event.Rounds[round]
		// Rounds begin when they are due, however long the one before lasted.
		if pause := time.Duration(round)*24*time.Hour - table.at; pause > time.Minute && !o.Live {
			table.wait(pause)
		} else {
			table.wait(time.Minute)
		}
		pairing, ok := r.At(id)
		if !ok {
			t.Errorf("%s has no game in round %s", id, r.Name)
			return nil, nil
		}
		n := round*o.Boards + board
		s := deal(n, o)
		truth := Truth{Round: r.Name, Board: id, White: pairing.White.Name, Black: pairing.Black.Name, Story: s.name}
		game := &play{
			Table: table, truth: &truth, dice: rand.New(rand.NewPCG(o.Seed, uint64(n))), plan: plan(plans, n, s.name, o.Plies),
			watch: watch{left: [2]time.Duration{5430 * time.Second, 5430 * time.Second}, each: 30 * time.Second},
		}
		extra := map[string]any{"default_ms": 15 * 60 * 1000}
		truth.Control = Control
		if s.control != "" {
			c, err := chessclock.Parse(s.control)
			if err != nil {
				t.Error(err)
				return nil, nil
			}
			truth.Control, extra["time_control"] = s.control, s.control
			game.watch.left = [2]time.Duration{c.Periods[0].Time, c.Periods[0].Time}
			game.watch.each = 0
		}
		game.begin(p.Event.Pairing(r, pairing), extra)
		game.start(rules.White)
		s.tell(game)
		truths = append(truths, truth)
	}
	table.close()
	return truths, table.Rang
}

// deal returns the story of the nth game: all stories in turn. A long one is told only
// once, and later replaced with a resignation.
func deal(n int, o Options) story {
	list := stories
	if o.Stories != nil {
		list = nil
		for _, name := range o.Stories {
			for _, s := range stories {
				if s.name == name {
					list = append(list, s)
				}
			}
		}
	}
	s := list[n%len(list)]
	if s.long && n >= len(list) {
		s = stories[0]
	}
	return s
}

// plan picks the moves of a game. A mate is played to its end.
func plan(plans [][]rules.Move, n int, story string, plies int) []rules.Move {
	if story == "mate" {
		var shortest []rules.Move
		for _, moves := range plans {
			p := rules.StartPosition()
			for _, m := range moves {
				p = p.After(m)
			}
			if p.InCheck() && len(p.LegalMoves(nil)) == 0 && (shortest == nil || len(moves) < len(shortest)) {
				shortest = moves
			}
		}
		return shortest
	}
	moves := plans[n%len(plans)]
	switch {
	case plies > 0 && len(moves) > plies:
		moves = moves[:plies]
	case strings.Contains(story, "repetition") && len(moves) > 30:
		moves = moves[:30] // enough pieces are left to move to and fro
	case story != "real hands":
		moves = moves[:len(moves)-4] // the story ends the game, not the moves
	}
	return moves
}

func read(t testing.TB, paths []string) (plans [][]rules.Move) {
	t.Helper()
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range pgn.NewReader(f).All() {
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if g.Start == rules.StartPosition() && len(g.MainLine()) >= 20 {
				plans = append(plans, g.MainLine())
			}
		}
		f.Close()
	}
	return plans
}

// people are the players. Nobody with these names plays in the games used.
var people = [...][3]string{
	{"Żółć, Anna", "WGM", "POL"}, {"Öst, Bo", "GM", "SWE"}, {"Ng, Cy", "", "SGP"}, {"Ek, Di", "FM", "SWE"}, {"Lo, Ed", "", "HKG"}, {"Ruiz, Fe", "IM", "ESP"},
	{"Kim, Gi", "", "KOR"}, {"Wu, Ha", "WIM", "TPE"}, {"Sá, Ia", "", "POR"}, {"Ito, Jo", "CM", "JPN"}, {"Roy, Ki", "", "IND"}, {"Adé, Lu", "", "NGR"},
	{"Paz, Mo", "", "ARG"}, {"Groß, Nu", "", "GER"}, {"O'Dea, Oz", "", "IRL"}, {"Vu, Pi", "", "VIE"},
}

// eventFile writes the event file: every player against every other by Berger's tables, for
// as many rounds as there are.
func eventFile(o Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "event = \"Open 2026\"\nsite = \"Łódź POL\"\ntime_control = %q\nfederation = \"POL\"\nsystem = \"Round robin\"\nchief_arbiter = \"IA Nowak, Ewa\"\ndeputy_arbiters = [\"FA Lis, Jan\"]\n", Control)
	n := 2 * o.Boards
	for i := range n {
		fmt.Fprintf(&b, "\n[[player]]\nno = %d\nname = %q\ntitle = %q\nrating = %d\nfide_id = %d\nfederation = %q\n", i+1, people[i][0], people[i][1], 2400-37*i, 1100200+i, people[i][2])
	}
	for round := range o.Rounds {
		fmt.Fprintf(&b, "\n[[round]]\nround = %d\ndate = %s\n", round+1, start.AddDate(0, 0, round).Format("2006-01-02"))
		for board := range o.Boards {
			// The last player keeps the seat, the others rotate (FIDE Handbook C.05, annex
			// 1).
			white, black := (round+board)%(n-1), (round+n-1-board)%(n-1)
			if board == 0 {
				black = n - 1
			}
			if board == 0 && round%2 == 1 || board > 0 && board%2 == 1 {
				white, black = black, white
			}
			fmt.Fprintf(&b, "\n[[round.game]]\nboard = %d\nwhite = %d\nblack = %d\n", board+1, white+1, black+1)
		}
	}
	return b.String()
}
