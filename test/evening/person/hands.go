package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// The pace of a beginner: to put a piece on a named square and take it off again, to put one piece
// of a position, and to take one off the board or read a sentence.
const (
	square   = 2500 * time.Millisecond
	piece    = 2 * time.Second
	sentence = 3 * time.Second
)

// hands do what calibration asks for in words.
type hands struct {
	board *chips.Board
	scan  sensors.Scan
	pace  float64
	acts  int
	spent time.Duration // time that a person would have spent, independent of pace
}

var (
	ask   = regexp.MustCompile(`^\d/\d \w+: (.*)$`)
	one   = regexp.MustCompile(`^Put (?:one|a white) piece on ([a-h][1-8])\b`)
	heard = regexp.MustCompile(`^  ([a-h][1-8]) is `)
	two   = regexp.MustCompile(`^Move White to ranks (\d) and (\d) and Black to ranks (\d) and (\d)\.`)
)

// do does what a line asks for; other lines are only read. press says that Enter must be pressed
// next.
func (h *hands) do(line string) (press bool, err error) {
	if felt := heard.FindStringSubmatch(line); felt != nil {
		return false, h.lift(felt[1])
	}
	m := ask.FindStringSubmatch(line)
	if m == nil {
		return false, nil
	}
	what := m[1]
	found, ranks := one.FindStringSubmatch(what), two.FindStringSubmatch(what)
	if found == nil {
		h.wait(sentence) // of the 64 similar lines only the square is read
	}
	switch {
	case strings.HasPrefix(what, "Take everything off"), strings.HasPrefix(what, "Take the piece off"):
		h.position(map[int]bool{})
	case strings.Contains(strings.ToLower(what), "keep your hands off"):
	case found != nil:
		sq, err := rules.ParseSquare(found[1])
		if err != nil {
			return false, err
		}
		h.acts++
		h.set(sq, sensors.Occupied)
		h.wait(square / 2)
	case strings.HasPrefix(what, "Set up the starting position"):
		h.position(map[int]bool{0: true, 1: true, 6: true, 7: true})
	case strings.HasPrefix(what, "Move all pieces to ranks 3 to 6"):
		h.position(map[int]bool{2: true, 3: true, 4: true, 5: true})
	case ranks != nil:
		full := map[int]bool{}
		for _, r := range ranks[1:] {
			full[int(r[0]-'1')] = true
		}
		h.position(full)
	default:
		return false, fmt.Errorf("calibration asks what these hands do not know: %s", what)
	}
	return strings.Contains(what, "press Enter"), nil
}

// lift takes the piece off a square once it was detected.
func (h *hands) lift(name string) error {
	sq, err := rules.ParseSquare(name)
	if err != nil {
		return err
	}
	h.set(sq, sensors.Empty)
	h.wait(square / 2)
	return nil
}

// position puts a piece on every square of some ranks and takes the others off.
func (h *hands) position(full map[int]bool) {
	for sq := range rules.AllSquares.All() {
		want := sensors.Empty
		if full[sq.Rank()] {
			want = sensors.Occupied
		}
		if h.scan[sq] != want && (h.scan[sq] == sensors.Occupied || want == sensors.Occupied) {
			if h.set(sq, want); want == sensors.Occupied {
				h.acts++
				h.wait(piece)
			}
		}
	}
}

// opening sets the pieces up and plays e4 and e5.
func (h *hands) opening() error {
	h.position(map[int]bool{0: true, 1: true, 6: true, 7: true})
	h.wait(5 * time.Second)
	for _, move := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}} {
		h.acts++
		h.set(move[0], sensors.Empty)
		time.Sleep(time.Second)
		h.set(move[1], sensors.Occupied)
		h.spent += 3 * time.Second
		time.Sleep(2 * time.Second)
		fmt.Printf("evening: the hand has played %v%v\n", move[0], move[1])
	}
	return nil
}

func (h *hands) set(sq rules.Square, is sensors.State) {
	h.scan[sq] = is
	h.board.SetSquare(sq, is)
}

// wait lets a person's time pass, scaled by the pace.
func (h *hands) wait(d time.Duration) {
	h.spent += d
	time.Sleep(time.Duration(float64(d) / h.pace))
}
