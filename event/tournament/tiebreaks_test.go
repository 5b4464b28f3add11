package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
)

// standings returns the lines of an event with the given number of players, rated 2100,
// 2200 and so on.
func standings(t *testing.T, players int, text string) []tournament.Line {
	t.Helper()
	var b strings.Builder
	b.WriteString("event = \"Ties\"\n" + text[:strings.Index(text, "[[")])
	for no := 1; no <= players; no++ {
		fmt.Fprintf(&b, "[[player]]\nno = %d\nname = \"P%d\"\nrating = %d\n", no, no, 2000+100*no)
	}
	event, faults := entrants.Parse("ties.toml", []byte(b.String()+text[strings.Index(text, "[["):]))
	if event == nil {
		t.Fatal(faults)
	}
	results, err := tournament.Collect(event, nil)
	if err != nil {
		t.Fatal(err)
	}
	return results.Standings(0)
}

const everyTieBreak = `tie_breaks = ["DE", "BH-C1", "BH", "SB", "WIN", "WON", "BPG", "BWG", "PS", "ARO"]
`

// A Swiss tournament of five players and three rounds with every kind of unplayed round,
// calculated by hand from C.07. Points: 1 has 3 (one by default), 2 has 1½ (with a
// half-point bye at the end), 3 has 1 (a pairing-allocated bye), 4 has 1½, 5 has ½ (a loss
// by default, then absent).
func TestTieBreaksOfASwiss(t *testing.T) {
	lines := standings(t, 5, everyTieBreak+`[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "1-0" }, { board = 2, white = 4, black = 5, result = "1/2-1/2" }]
bye = [{ player = 3, kind = "pairing" }]
[[round]]
round = 2
game = [{ board = 1, white = 1, black = 5, result = "1-0 F" }, { board = 2, white = 3, black = 2, result = "0-1" }]
bye = [{ player = 4, kind = "half" }]
[[round]]
round = 3
game = [{ board = 1, white = 3, black = 1, result = "0-1" }]
bye = [{ player = 2, kind = "half" }, { player = 4, kind = "half" }, { player = 5, kind = "zero" }]`)
	// For their opponents, 2's bye at the end counts as a draw, which it was worth. 5's
	// zero-point bye at the end counts as a draw too, so that 5 has 1.
	want := map[int]string{
		// 1: 2 (1½), a dummy for 5 of min(3, 1) = 1, and 3 (1).
		1: "BH 3.5, BH-C1 2.5, SB 3.5, WIN 3, WON 2, BPG 1, BWG 1, PS 6, ARO 2250",
		// 2: 1 (3), 3 (1), and a dummy of min(1½, 1½), which is cut although 3 has less.
		2: "BH 5.5, BH-C1 4, SB 1.75, WIN 1, WON 1, BPG 2, BWG 1, PS 2.5, ARO 2200",
		// 3: a dummy of min(1, 1½), 2 (1½), 1 (3); the bye was not requested.
		3: "BH 5.5, BH-C1 4.5, SB 1, WIN 1, WON 0, BPG 0, BWG 0, PS 3, ARO 2150",
		// 4: 5 (1), and two dummies of 1½ for byes, of which one is cut.
		4: "BH 4, BH-C1 2.5, SB 2, WIN 0, WON 0, BPG 0, BWG 0, PS 3, ARO 2500",
		// 5: 4, whose byes last to the end: each counts as a draw, which it was worth (1½);
		// a dummy for 1 of ½, lost by default; a dummy of ½.
		5: "BH 2.5, BH-C1 2, SB 0.75, WIN 0, WON 0, BPG 1, BWG 0, PS 1.5, ARO 2400",
	}
	codes := []tournament.TieBreak{"BH", "BH-C1", "SB", "WIN", "WON", "BPG", "BWG", "PS", "ARO"}
	for _, l := range lines {
		var got []string
		for _, b := range codes {
			got = append(got, string(b)+" "+l.Tie(b).Text())
		}
		if strings.Join(got, ", ") != want[l.Player.No] {
			t.Errorf("player %d:\n%s, and not\n%s", l.Player.No, strings.Join(got, ", "), want[l.Player.No])
		}
	}
}

// In a round robin, a game decided by default counts as one against the opponent who was
// paired (article 15). The free round of an odd number of players does not count.
func TestTieBreaksOfARoundRobin(t *testing.T) {
	lines := standings(t, 3, everyTieBreak+`[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "1-0 F" }]
bye = [{ player = 3, kind = "zero" }]
[[round]]
round = 2
game = [{ board = 1, white = 2, black = 3, result = "1-0" }]
bye = [{ player = 1, kind = "zero" }]
[[round]]
round = 3
game = [{ board = 1, white = 3, black = 1, result = "1/2-1/2" }]
bye = [{ player = 2, kind = "zero" }]`)
	want := map[int]string{1: "1½: BH 1.5, SB 1.25", 2: "1: BH 2, SB 0.5", 3: "½: BH 2.5, SB 0.75"}
	for _, l := range lines {
		if got := fmt.Sprintf("%s: BH %s, SB %s", l.Points, l.Tie("BH").Text(), l.Tie("SB").Text()); got != want[l.Player.No] {
			t.Errorf("player %d: %s, and not %s", l.Player.No, got, want[l.Player.No])
		}
	}
}

// A match of two players is no round robin, although each has met every other: for a game decided
// by default, the opponent is a dummy with no more points than the player's own (article 16.4).
func TestTieBreaksOfAMatch(t *testing.T) {
	lines := standings(t, 2, everyTieBreak+`[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "1-0" }]
[[round]]
round = 2
game = [{ board = 1, white = 2, black = 1, result = "0-1 F" }]`)
	want := map[int]string{1: "2: BH 0, SB 0", 2: "0: BH 2, SB 0"}
	for _, l := range lines {
		if got := fmt.Sprintf("%s: BH %s, SB %s", l.Points, l.Tie("BH").Text(), l.Tie("SB").Text()); got != want[l.Player.No] {
			t.Errorf("player %d: %s, and not %s", l.Player.No, got, want[l.Player.No])
		}
	}
}

// Each tie-break is applied only among players whom those before it left tied, the direct
// encounter too.
func TestTieBreaksOneAfterTheOther(t *testing.T) {
	const games = `[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "0-1" }, { board = 2, white = 3, black = 4, result = "1/2-1/2" }, { board = 3, white = 5, black = 6, result = "1-0" }]
[[round]]
round = 2
game = [{ board = 1, white = 2, black = 5, result = "0-1" }, { board = 2, white = 4, black = 1, result = "0-1" }, { board = 3, white = 6, black = 3, result = "1/2-1/2" }]`
	for order, want := range map[string][]int{
		`["BH"]`:        {5, 2, 1, 3, 6, 4}, // 2 met 1 and 5 (3), 1 met 2 and 4 (1½), 3 met 4 and 6 (1); 6 met 5 and 3 (3), 4 met 3 and 1 (2)
		`["WON", "DE"]`: {5, 2, 1, 3, 4, 6}, // 1 and 2 won a game, and 2 beat 1
		`["DE"]`:        {5, 1, 2, 3, 4, 6}, // 3 has met neither 1 nor 2: it does not apply
	} {
		var got []int
		for _, l := range standings(t, 6, "tie_breaks = "+order+"\n"+games) {
			got = append(got, l.Player.No)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, and not %v", order, got, want)
		}
	}
}

// The codes that an event file may name are those that this package computes.
func TestTieBreakCodes(t *testing.T) {
	for _, b := range append(slices.Clone(tournament.TieBreaks), "BH-C9") {
		_, faults := entrants.Parse("e.toml", []byte(fmt.Sprintf("event = \"E\"\ntie_breaks = [%q]\n[[round]]\nround = 1\ngame = [{ board = 1, white = \"A\", black = \"B\" }]", b)))
		if known := slices.Contains(tournament.TieBreaks, b); faults.Broken() == known {
			t.Errorf("%s: %v", b, faults)
		}
	}
	_, faults := entrants.Parse("e.toml", []byte("event = \"E\"\ntie_breaks = [\"SB\", \"SB\"]\n[[round]]\nround = 1\ngame = [{ board = 1, white = \"A\", black = \"B\" }]"))
	if !faults.Broken() {
		t.Error("a tie-break that is there twice is taken")
	}
}
