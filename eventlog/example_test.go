package eventlog_test

import (
	"fmt"
	"strings"
	"time"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// Records of a trace go in one by one; the entries that come out add up to a state.
func Example() {
	const text = `{"trace":1,"board":"hall-7","sensing":"occupancy","variant":"standard","laws":"fide-2009"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":5755000,"square":"e2","is":"empty"}
{"at_us":6515000,"square":"e4","is":"occupied"}
{"at_us":9490000,"square":"e7","is":"empty"}
{"at_us":10040000,"square":"e5","is":"occupied"}
{"at_us":27470000,"end":true}
`
	in, err := trace.NewReader(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	began := time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)
	board, err := eventlog.New(in.Header(), eventlog.Journal{ID: "hall-7-20261121t182200000z", Began: began})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range eventlog.Replay(board, in.All()) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	var state eventlog.State
	for _, e := range board.Entries() {
		state.Apply(e)
	}
	for _, m := range state.Moves {
		fmt.Println(m.Ply, m.SAN)
	}
	fmt.Println(state.Game, state.Phase, state.FEN())
	// Output:
	// 1 e4
	// 2 e5
	// hall-7-20261121t182200000z-1 playing rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}
