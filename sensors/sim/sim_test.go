package sim_test

import (
	"bytes"
	"os"
	"sync"
	"testing"

	"touchmove/rules/pgn"
	"touchmove/sensors/sim"
)

// games reads the games of a PGN file in testdata.
func games(t testing.TB, name string) (list []sim.Game) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sim.FromPGN(g))
	}
	if len(list) == 0 {
		t.Fatalf("%s holds no game", name)
	}
	return list
}

// suited returns the games of testdata that suit a level.
func suited(t testing.TB, s sim.Style) (list []sim.Game) {
	t.Helper()
	for _, g := range append(games(t, "games-otb.pgn"), games(t, "games-chess960.pgn")...) {
		if s.Suits(g) {
			list = append(list, g)
		}
	}
	return list
}

// perform plays suited games of a level, chosen by the seed.
func perform(t testing.TB, s sim.Style, from []sim.Game, seed uint64) *sim.Performance {
	t.Helper()
	var play []sim.Game
	for i := range s.Games {
		play = append(play, from[(int(seed)+i)%len(from)])
	}
	p, err := sim.Perform(play, s, seed)
	if err != nil {
		t.Fatalf("level %s, seed %d: %v", s.Name, seed, err)
	}
	return p
}

// played is what perform returns for a level as it is, and the games that suit it. Each performance is
// computed once for all tests, which only read it: boards with physics take a while.
func played(t testing.TB, s sim.Style, seed uint64) *sim.Performance {
	t.Helper()
	key := performed{s.Name, seed}
	if p, ok := performances.Load(key); ok {
		return p.(*sim.Performance)
	}
	p := perform(t, s, suited(t, s), seed)
	performances.Store(key, p)
	return p
}

// performances are those played, by performed.
var performances sync.Map

type performed struct {
	style string
	seed  uint64
}

func TestOneSeedGivesTheSameBytes(t *testing.T) {
	for _, s := range sim.Styles() {
		from := suited(t, s)
		var a, b, c bytes.Buffer
		for seed, w := range map[*bytes.Buffer]uint64{&a: 7, &b: 7, &c: 8} {
			p := perform(t, s, from[:s.Games], w)
			if err := p.Trace(seed); err != nil {
				t.Fatal(err)
			}
			if err := p.Truth().WriteJSON(seed); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("level %s: one seed gave two recordings", s.Name)
		}
		if bytes.Equal(a.Bytes(), c.Bytes()) {
			t.Errorf("level %s: two seeds gave one recording", s.Name)
		}
	}
}

// Every performance checks itself against the truth whenever the board is at rest,
// and most plies must have been seen at rest.
func TestBoardShowsTheTruthAtRest(t *testing.T) {
	for _, s := range sim.Styles() {
		checked, plies := 0, 0
		for seed := range uint64(12) {
			truth := played(t, s, seed).Truth()
			checked += truth.Checked
			for _, g := range truth.Games {
				plies += len(g.Plies)
			}
		}
		if checked < plies*6/10 {
			t.Errorf("level %s: only %d of %d plies were seen at rest", s.Name, checked, plies)
		}
	}
}
