package broker

import (
	"slices"
	"strings"
	"sync"

	"touchmove/broadcast/contract"
)

// maxStrangeFilters is how many different filters all clients without a name may have
// together, except those that every screen uses. Each level of a filter takes some hundred
// bytes in the MQTT library's index; a filter that many screens share takes them only once.
const maxStrangeFilters = 5000

// filterTable counts the filters of clients without a name, by filter and by client.
type filterTable struct {
	common map[string]bool // levels that the filters of many clients have

	mu    sync.Mutex
	users map[string]int // number of clients by filter
	of    map[*conn][]string
}

func newFilterTable(bases ...string) *filterTable {
	t := &filterTable{common: map[string]bool{"+": true, "#": true}, users: map[string]int{}, of: map[*conn][]string{}}
	for _, base := range bases {
		for _, level := range strings.Split(base, "/") {
			t.common[level] = true
		}
	}
	t.common[contract.Node] = true
	for _, channel := range contract.Channels() {
		for level := range strings.SplitSeq(channel.Name, "/") {
			t.common[level] = true
		}
	}
	return t
}

func (t *filterTable) strange(filter string) bool {
	for level := range strings.SplitSeq(filter, "/") {
		if !t.common[level] {
			return true
		}
	}
	return false
}

// add counts a filter for a client. If there are too many, it returns the client with the
// most strange filters, which must be cut off; its filters are not counted any more.
func (t *filterTable) add(c *conn, filter string) (excess *conn) {
	if !t.strange(filter) {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if slices.Contains(t.of[c], filter) {
		return nil
	}
	t.of[c] = append(t.of[c], filter)
	t.users[filter]++
	if len(t.users) <= maxStrangeFilters {
		return nil
	}
	for other, list := range t.of {
		if excess == nil || len(list) > len(t.of[excess]) {
			excess = other
		}
	}
	t.forget(excess)
	return excess
}

// remove removes a filter of a client.
func (t *filterTable) remove(c *conn, filter string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.of[c], filter); i >= 0 {
		t.of[c] = slices.Delete(t.of[c], i, i+1)
		t.release(filter)
	}
}

// close removes all filters of a client.
func (t *filterTable) close(c *conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(c)
}

func (t *filterTable) forget(c *conn) {
	for _, filter := range t.of[c] {
		t.release(filter)
	}
	delete(t.of, c)
}

func (t *filterTable) release(filter string) {
	if t.users[filter]--; t.users[filter] == 0 {
		delete(t.users, filter)
	}
}
