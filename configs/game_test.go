package configs_test

import (
	"testing"

	"touchmove/configs"
	"touchmove/sensors/trace"
)

// How soon moves are published goes from the file into the header of every journal, so
// that a recording says how its moves were published.
func TestPublishInHeader(t *testing.T) {
	for _, c := range []struct {
		text string
		want trace.Publish
	}{
		{"", trace.Sure},
		{"[game]\npublish = \"sure\"\n", trace.Sure},
		{"[game]\npublish = \"quick\"\n", trace.Quick},
	} {
		config, faults := configs.Parse("x.toml", []byte(c.text+oneBoard))
		if config == nil || len(faults) > 0 {
			t.Errorf("%q: %v", c.text, faults)
			continue
		}
		if got := config.Header(config.Boards[0]).Publish; got != c.want {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}
