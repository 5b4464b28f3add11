package broadcast_test

import (
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/rules"
)

// A sender with named boards may act only for those, and the refusal names them. A sender
// without may act for every board. A role that the table does not allow is refused on any
// board.
func TestRequestByBoard(t *testing.T) {
	for _, c := range []struct {
		name    string
		sender  broadcast.Sender
		board   string
		allowed bool
		says    string
	}{
		{"assistant of this board", broadcast.Sender{Name: "bea", Role: broadcast.Assistant, Boards: []string{"hall-6", "hall-7"}}, "hall-7", true, ""},
		{"assistant of others", broadcast.Sender{Name: "bea", Role: broadcast.Assistant, Boards: []string{"hall-6", "hall-8"}}, "hall-7", false, "bea is assistant of hall-6, hall-8, and this is board hall-7"},
		{"assistant of none", broadcast.Sender{Name: "bea", Role: broadcast.Assistant, Boards: []string{}}, "hall-7", false, "and this is board hall-7"},
		{"assistant of all", broadcast.Sender{Name: "bea", Role: broadcast.Assistant}, "hall-7", true, ""},
		{"a chief with boards", broadcast.Sender{Name: "ann", Role: broadcast.Arbiter, Boards: []string{"hall-1"}}, "hall-7", false, "of hall-1"},
		{"a login without a name", broadcast.Sender{Role: broadcast.Assistant, Boards: []string{"hall-1"}}, "hall-7", false, "this login is"},
		{"player here", broadcast.Sender{Name: "white-7", Role: broadcast.Seat, Side: rules.White, Boards: []string{"hall-7"}}, "hall-7", false, ""},
		{"reader", broadcast.Sender{Name: "rea", Role: broadcast.Reader}, "hall-7", false, ""},
	} {
		for _, do := range []string{"stop-clocks", "raw"} {
			payload := `{"id":"a","by":"arbiter"}`
			if do == "raw" {
				payload = `{"id":"a"}`
			}
			said, err := broadcast.ReadPayload([]byte(payload))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.sender.Request(said, do, c.board)
			if (err == nil) != c.allowed || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s, %s: allowed %v (%v), want %v and %q", c.name, do, err == nil, err, c.allowed, c.says)
			}
		}
	}
}
