package broker

import (
	"fmt"
	"testing"
)

// Filters that all screens use are not counted. The number of all other filters together is
// limited, and the client with the most of them is cut off.
func TestFilterTable(t *testing.T) {
	table := newFilterTable("touchmove/v1")
	for _, filter := range []string{"touchmove/#", "touchmove/v1/+/+/state", "touchmove/v1/+/_node/+/availability", "#", "+/+/+/+/cmd/+/result"} {
		if table.strange(filter) {
			t.Errorf("%s is strange", filter)
		}
	}
	many, few := &conn{}, &conn{}
	for range 2 {
		if excess := table.add(few, "touchmove/v1/open/hall-1/state"); excess != nil {
			t.Error("one filter is too much")
		}
	}
	if len(table.users) != 1 {
		t.Errorf("two subscriptions to one filter count as %d", len(table.users))
	}
	var excess *conn
	n := 0
	for ; excess == nil && n < 2*maxStrangeFilters; n++ {
		excess = table.add(many, fmt.Sprintf("touchmove/v1/%d/#", n))
	}
	if excess != many || n != maxStrangeFilters {
		t.Errorf("after %d filters the wrong client goes, or none", n)
	}
	if len(table.users) != 1 {
		t.Errorf("%d filters are left of one that went", len(table.users)-1)
	}
	table.remove(few, "touchmove/v1/open/hall-1/state")
	table.close(few)
	if len(table.users) != 0 || len(table.of) > 1 {
		t.Errorf("%d filters are left of nobody", len(table.users))
	}
}
