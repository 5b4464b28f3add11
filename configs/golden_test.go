package configs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/configs"
	"touchmove/internal/goldentest"
	"touchmove/internal/strict"
	"touchmove/internal/strict/stricttest"
	"touchmove/sensors/wiring"
)

// Each faulty file gives exactly the faults in its golden file: the place, the text at that
// place, what is wrong, and what to write.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/faulty/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no faulty files: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c, faults := configs.Parse(path, text)
			if c != nil {
				t.Error("a configuration came of a faulty file")
			}
			got := withoutLists(stricttest.Describe(faults))
			goldentest.Check(t, strings.TrimSuffix(path, ".toml")+".golden", got)
		})
	}
}

// withoutLists replaces the lists of all drivers with a word, so that a new driver does not
// change the golden files.
func withoutLists(text string) string {
	text = strings.ReplaceAll(text, strict.OneOf(append(wiring.Words(), "simulated")), "{drivers}")
	return strings.ReplaceAll(text, strict.OneOf(configs.Chips()), "{chips}")
}
