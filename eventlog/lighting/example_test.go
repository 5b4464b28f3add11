package lighting_test

import (
	"fmt"

	"touchmove/eventlog"
	"touchmove/eventlog/lighting"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// While the pieces are set up, lamps show which are missing: here a knight on g1.
func Example() {
	board, err := eventlog.New(trace.DefaultHeader(), journal)
	if err != nil {
		fmt.Println(err)
		return
	}
	var scan sensors.Scan
	for sq := range scan {
		scan[sq] = sensors.Empty
		if rules.StartPosition().At(rules.Square(sq)) != rules.NoPiece && rules.Square(sq) != rules.G1 {
			scan[sq] = sensors.Occupied
		}
	}
	step, err := board.Step(trace.Record{What: trace.Scan{Board: scan}})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := lighting.New(lighting.Settings{})
	for _, e := range board.Entries() {
		l.Apply(e)
	}
	frame := l.Frame(board.Reading())
	fmt.Println(step.Keep, frame.Lit())
	// Output:
	// true {g1}
}
