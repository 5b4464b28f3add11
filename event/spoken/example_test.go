package spoken_test

import (
	"fmt"
	"log"

	"touchmove/event/spoken"
	"touchmove/rules"
)

// A move is announced in the words of the Laws, and recognised again.
func Example() {
	p := rules.StartPosition()
	m, err := p.ParseUCI("g1f3")
	if err != nil {
		log.Fatal(err)
	}
	said := spoken.German.Say(p, m)
	heard, err := spoken.German.Hear(p, said)
	fmt.Println(said, "is", p.SAN(heard), err)
	fmt.Println(spoken.English.Say(p, m))
	// Output:
	// Springer Felix drei is Nf3 <nil>
	// knight Felix three
}
