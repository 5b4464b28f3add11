package touchmove_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// The unit bounds what the daemon may take of a computer's memory, and the program knows
// of a limit below that: it is spared when memory is short (OOMScoreAdjust), and must not be
// what makes it short.
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
	const smallest = 512 // of a Raspberry Pi, the first and the Zero
	soft, most := megabytes("Environment=GOMEMLIMIT"), megabytes("MemoryMax")
	if soft >= most || most >= smallest {
		t.Errorf("%s: GOMEMLIMIT %d, MemoryMax %d, of %d megabytes: each is to be less than the next", path, soft, most, smallest)
	}
}
