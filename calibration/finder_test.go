package calibration_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"touchmove/calibration"
	"touchmove/rules"
)

// obey puts a piece on each square that the finder asks for, on a board with the real
// wiring, until it asks for no more. It returns how often the piece was put down.
func obey(t *testing.T, f *calibration.Finder, real calibration.Wiring) (put int) {
	t.Helper()
	for f.Next() != rules.NoSquare {
		if put++; put > 400 {
			t.Fatalf("asked for %v for ever", f.Next())
		}
		f.Assign(real.Channel(f.Next()))
	}
	return put
}

// exchange exchanges pairs of squares in a wiring.
func exchange(w calibration.Wiring, pairs ...rules.Square) calibration.Wiring {
	w = slices.Clone(w)
	for i := 0; i < len(pairs); i += 2 {
		a, b := w.Channel(pairs[i]), w.Channel(pairs[i+1])
		w[a], w[b] = w[b], w[a]
	}
	return w
}

// mirrorRank mirrors one rank.
func mirrorRank(w calibration.Wiring, rank int) calibration.Wiring {
	for file := range 4 {
		w = exchange(w, rules.SquareAt(file, rank), rules.SquareAt(7-file, rank))
	}
	return w
}

func exchangeRanks(w calibration.Wiring, a, b int) calibration.Wiring {
	for file := range 8 {
		w = exchange(w, rules.SquareAt(file, a), rules.SquareAt(file, b))
	}
	return w
}

func exchangeFiles(w calibration.Wiring, a, b int) calibration.Wiring {
	for rank := range 8 {
		w = exchange(w, rules.SquareAt(a, rank), rules.SquareAt(b, rank))
	}
	return w
}

// Every wiring is found if the piece is always put where the finder asks. If the wiring
// follows an order, it takes little more than one placing per square; and Compare describes
// it in words.
func TestFinderFinds(t *testing.T) {
	w := calibration.RowMajor()
	for _, c := range []struct {
		name string
		real calibration.Wiring
		most int // limit of placings
		says string
	}{
		{"as configured", w, 64, ""},
		{"quarter", w.Turned(1), 66, "The board is turned by a quarter clockwise."},
		{"half", w.Turned(2), 66, "The board is turned by half."},
		{"three quarters", w.Turned(3), 66, "The board is turned by a quarter anticlockwise."},
		{"mirrored", w.Mirrored(), 66, "The board comes in mirrored, left for right."},
		{"upside down", w.Mirrored().Turned(2), 66, "The board comes in mirrored, top for bottom."},
		{"diagonal", w.Mirrored().Turned(1), 66, "The board comes in mirrored along the long diagonal from a1 to h8."},
		{"other diagonal", w.Mirrored().Turned(3), 66, "The board comes in mirrored along the long diagonal from a8 to h1."},
		{"one rank mirrored", mirrorRank(w, 2), 66, "Rank 3 comes in mirrored (h3 where a3 was expected)."},
		{"serpentine", calibration.Serpentine(), 72, "Rank 2 comes in mirrored (h2 where a2 was expected).|Rank 4 comes in mirrored (h4 where a4 was expected).|Rank 6 comes in mirrored (h6 where a6 was expected).|Rank 8 comes in mirrored (h8 where a8 was expected)."},
		{"ranks exchanged", exchangeRanks(w, 2, 5), 67, "Rank 3 and rank 6 are exchanged."},
		{"files exchanged", exchangeFiles(w, 1, 6), 80, "File b and file g are exchanged."},
		{"two wires", exchange(w, rules.D4, rules.E4), 66, "d4 and e4 are exchanged."},
		{"two wires far apart", exchange(w, rules.A1, rules.G7), 66, "a1 and g7 are exchanged."},
		{"turned, two wires", exchange(w.Turned(2), rules.D4, rules.E4), 70, "The board is turned by half.|d4 and e4 are exchanged."},
		{"three wires", exchange(w, rules.A1, rules.C3, rules.C3, rules.F6), 68, "These come in for each other: a1 for c3, c3 for f6, f6 for a1."},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := calibration.NewFinder(w)
			if put := obey(t, f, c.real); put > c.most {
				t.Errorf("%d placings, want at most %d", put, c.most)
			}
			found, unwired := f.Wiring()
			if !slices.Equal(found, c.real) || unwired != 0 {
				t.Errorf("found\n%v, unwired %v, want\n%v", found, unwired, c.real)
			}
			says := strings.Join(calibration.Compare(found, w), "|")
			if says != c.says {
				t.Errorf("says\n%s\nwant\n%s", says, c.says)
			}
		})
	}
}

// Any wiring at all is found if the piece is always put where the finder asks.
func TestFinderFindsAny(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		expected := shuffled(r, r.IntN(10))
		real := slices.Clone(expected)
		r.Shuffle(len(real), func(i, j int) { real[i], real[j] = real[j], real[i] })
		f := calibration.NewFinder(expected)
		obey(t, f, real)
		if found, unwired := f.Wiring(); !slices.Equal(found, real) || unwired != 0 {
			t.Fatalf("found\n%v, want\n%v", found, real)
		}
	}
}

// On a board wired as configured, the squares may be used in any order.
func TestFinderAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 40 {
		w := shuffled(r, r.IntN(10))
		f := calibration.NewFinder(w)
		order := r.Perm(64)
		if order[0] != int(rules.A1) {
			if sq, sure := f.Assign(w.Channel(rules.Square(order[0]))); sure || sq != rules.Square(order[0]) {
				t.Fatalf("%v was understood as %v", rules.Square(order[0]), sq)
			}
		}
		for _, sq := range order {
			if f.Channel(rules.Square(sq)) < 0 {
				f.Assign(w.Channel(rules.Square(sq)))
			}
		}
		if found, _ := f.Wiring(); !slices.Equal(found, w) || f.Done() != 64 {
			t.Fatalf("%d done, found\n%v, want\n%v", f.Done(), found, w)
		}
	}
}

// Undo undoes the last input, and the finder is in the state before it.
func TestFinderUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	w := calibration.RowMajor()
	real := exchange(w.Turned(1), rules.B2, rules.G5)
	f := calibration.NewFinder(w)
	if f.Undo() {
		t.Error("there was nothing to undo")
	}
	var trail []string
	for f.Next() != rules.NoSquare {
		trail = append(trail, picture(f))
		switch {
		case r.IntN(10) == 0:
			f.Skip()
		default:
			f.Assign(real.Channel(f.Next()))
		}
	}
	for i := len(trail) - 1; i >= 0; i-- {
		if !f.Undo() || picture(f) != trail[i] {
			t.Fatalf("undone to\n%s\nwant\n%s", picture(f), trail[i])
		}
	}
}

func picture(f *calibration.Finder) string {
	s := fmt.Sprint(f.Next(), f.Done(), f.Skipped(), f.Orderless())
	for sq := range rules.AllSquares.All() {
		s += fmt.Sprint(" ", f.Channel(sq))
	}
	return s
}

// A square on which nothing responds is skipped. It gets the expected channel: the
// configured one, the one that fits the turned board, or the only one that is left.
func TestFinderSkips(t *testing.T) {
	w := calibration.RowMajor()
	r := rand.New(rand.NewPCG(2, 8))
	random := slices.Clone(w)
	r.Shuffle(64, func(i, j int) { random[i], random[j] = random[j], random[i] })
	for name, real := range map[string]calibration.Wiring{"as configured": w, "turned": w.Turned(3), "any": random} {
		f := calibration.NewFinder(w)
		for f.Next() != rules.NoSquare {
			if f.Next() == rules.F6 {
				f.Skip()
			} else {
				f.Assign(real.Channel(f.Next()))
			}
		}
		found, unwired := f.Wiring()
		if !slices.Equal(found, real) || unwired != 0 || f.Skipped() != rules.SquaresOf(rules.F6) {
			t.Errorf("%s: found\n%v, unwired %v, skipped %v", name, found, unwired, f.Skipped())
		}
	}
}

// A channel that responds a second time, for another square, is doubted once and then
// believed: the first square was wrong.
func TestFinderDoubtsOnce(t *testing.T) {
	w := calibration.RowMajor()
	f := calibration.NewFinder(w)
	f.Assign(0)
	if sq, sure := f.Assign(0); sure || sq != rules.A1 || f.Next() != rules.B1 {
		t.Errorf("understood as %v, sure %v; asks %v", sq, sure, f.Next())
	}
	if sq, sure := f.Assign(0); !sure || sq != rules.B1 || f.Next() != rules.A1 {
		t.Errorf("insisted: understood as %v, sure %v; asks %v", sq, sure, f.Next())
	}
	if sq, _ := f.Assign(99); sq != rules.NoSquare {
		t.Error("a channel that the board does not have")
	}
}
