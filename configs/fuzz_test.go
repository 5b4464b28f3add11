package configs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/configs"
	"touchmove/internal/topic"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Every file gives either a configuration whose boards can all be opened, or faults that
// have a place in the file and say what to do.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"*.toml", "testdata/faulty/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Add([]byte("0\n"))
	f.Add([]byte("0\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, faults := configs.Parse("x.toml", text)
		if (c == nil) != faults.Broken() {
			t.Fatalf("configuration %v with faults %v", c, faults)
		}
		lines := strings.Split(string(text), "\n")
		for _, fault := range faults {
			if fault.What == "" || fault.Remedy == "" || strings.Contains(fault.Error(), "\n") {
				t.Errorf("fault %+v", fault)
			}
			if fault.Line == 0 {
				continue
			}
			if fault.Line > len(lines) || strings.TrimSuffix(lines[fault.Line-1], "\r") != fault.Source {
				t.Errorf("fault %+v is not on its line", fault)
			}
			pastEnd := fault.Column == len(fault.Source)+1 && fault.Width == 1 // the fault is that something is missing there
			if fault.Column < 0 || !pastEnd && fault.Column+fault.Width-1 > len(fault.Source) {
				t.Errorf("fault %+v points outside its line", fault)
			}
		}
		if c == nil {
			return
		}
		for _, b := range c.Boards {
			if _, simulated := b.Wiring.(configs.Simulated); simulated {
				continue
			}
			squares := wiring.Served(b.Wiring)
			var seen rules.Squares
			for _, s := range squares {
				if s != rules.NoSquare {
					seen |= 1 << s
				}
			}
			if seen != ^rules.Squares(0) || !topic.IsLevel(b.ID) || !topic.IsLevel(b.Event) {
				t.Errorf("board %+v passed", b)
			}
		}
	})
}
