package entrants_test

import (
	"fmt"

	"touchmove/event/entrants"
)

// A pairing list becomes an event: its rounds with boards and players.
func Example() {
	event, faults := entrants.Parse("open.csv", []byte(`Rd,Bo.,White,Black
1,1,"Öst, Bo","Ek, Di"
1,2,"Ng, Cy","Lo, Ed"
`))
	if event == nil {
		fmt.Println(faults)
		return
	}
	for _, r := range event.Rounds {
		for _, g := range r.Games {
			fmt.Printf("round %s, board %s: %s - %s\n", r.Name, g.Board, g.White.Name, g.Black.Name)
		}
	}
	// Output:
	// round 1, board 1: Öst, Bo - Ek, Di
	// round 1, board 2: Ng, Cy - Lo, Ed
}
