package alarms_test

import (
	"fmt"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// An alarm rings until its cause has ended; its text is in the reader's language.
func Example() {
	set := alarms.NewSet(trace.StandardPlay)
	set.Raise(alarms.Alarm{ID: alarms.Flag, Player: rules.White, Name: "Réti", Moves: 38, Needed: 40}, time.Minute)
	for _, a := range set.Ringing() {
		fmt.Println(a.Text(rules.English, time.Minute))
		fmt.Println(a.Text(rules.Spanish, time.Minute))
	}
	// Output:
	// Réti's flag has fallen: 38 of 40 moves
	// Ha caído la bandera de Réti: 38 de 40 jugadas
}
