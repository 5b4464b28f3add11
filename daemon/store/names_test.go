package store

import (
	"slices"
	"testing"
)

// Names are in the order in which people number boards.
func TestCompareNames(t *testing.T) {
	got := []string{"hall-10", "hall-2", "b", "hall-02a", "hall-1", "hall-2b", "a10", "hall", "a9"}
	slices.SortFunc(got, compareNames)
	want := []string{"a9", "a10", "b", "hall", "hall-1", "hall-2", "hall-02a", "hall-2b", "hall-10"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
