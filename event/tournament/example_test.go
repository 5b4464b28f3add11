package tournament_test

import (
	"fmt"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
	"touchmove/rules"
)

// The standings of an event whose file gives its results. Games recorded by boards would be
// the second argument of Collect.
func Example() {
	event, faults := entrants.Parse("club.toml", []byte(`event = "Club night"

[[player]]
no = 1
name = "Öst, Bo"

[[player]]
no = 2
name = "Ek, Di"

[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "1/2-1/2" }]

[[round]]
round = 2
game = [{ board = 1, white = 2, black = 1, result = "1-0" }]
`))
	if event == nil {
		fmt.Println(faults)
		return
	}
	results, err := tournament.Collect(event, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, line := range results.Standings(0) {
		fmt.Println(i+1, line.Player.Name, line.Points)
	}
	report, err := results.Report("2", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range report.Games {
		fmt.Println(g.White, "-", g.Black, g.Result)
	}
	_, err = report.Text(rules.Spanish)
	fmt.Println(err)
	// Output:
	// 1 Ek, Di 1½
	// 2 Öst, Bo ½
	// Ek, Di - Öst, Bo 1-0
	// <nil>
}
