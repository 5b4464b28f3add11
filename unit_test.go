package touchmove_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// The systemd unit limits the daemon's memory to less than the smallest computer has, and
// GOMEMLIMIT is lower still: since OOMScoreAdjust spares the daemon when memory runs short,
// it must not be the cause of the shortage.
func TestUnitBoundsMemory(t *testing.T) {
	const path = "packaging/touchmove.service"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	megabytes := func(setting string) int {
		m := regexp.MustCompile(`(?m)^` + setting + `=(\d+)M(?:iB)?$`).FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s has no %s in megabytes", path, setting)
		}
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const smallest = 512 // memory of the first Raspberry Pi and of the Zero
	soft, most := megabytes("Environment=GOMEMLIMIT"), megabytes("MemoryMax")
	if soft >= most || most >= smallest {
		t.Errorf("%s: GOMEMLIMIT %d, MemoryMax %d, of %d megabytes: each is to be less than the next", path, soft, most, smallest)
	}
}
