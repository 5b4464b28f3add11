package openfiles_test

import (
	"testing"

	"touchmove/internal/openfiles"
)

// A process that may open many files has all places. One that may open few gives none of the
// files away that it needs itself, and every listener still has some places.
func TestShare(t *testing.T) {
	listeners := []int{3000, 2000, 200}
	for _, c := range []struct{ files, most int }{{1 << 20, 5200}, {65536, 5200}, {8192, 5200}, {4096, 3100}, {1024, 750}, {256, 170}, {64, 26}, {16, 6}} {
		sum := 0
		for _, most := range listeners {
			n := openfiles.Share(most, c.files)
			if n < 2 || n > most {
				t.Errorf("%d files: %d of %d places", c.files, n, most)
			}
			sum += n
		}
		if sum > c.most {
			t.Errorf("%d files: %d connections, at most %d leave enough for the rest", c.files, sum, c.most)
		}
		if c.files >= 8192 && sum != c.most {
			t.Errorf("%d files: %d connections of %d", c.files, sum, c.most)
		}
	}
}
