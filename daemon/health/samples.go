package health

import (
	"io"
	"slices"
	"strconv"
	"time"
)

// samples are lines in Prometheus' text format, in any order. Their cost matters on a
// Raspberry Pi Zero: 32 boards have 1,200 lines.
type samples []string

// labels are the labels of a sample: names and values in turn.
type labels string

func labelled(pairs ...string) labels { return labels("").and(pairs...) }

// and returns the labels with more pairs appended.
func (l labels) and(pairs ...string) labels {
	text := []byte(l)
	for i := 0; i < len(pairs); i += 2 {
		if len(text) > 0 {
			text = append(text, ',')
		}
		text = append(append(text, pairs[i]...), '=')
		text = strconv.AppendQuote(text, pairs[i+1])
	}
	return labels(text)
}

// gauge adds a value that rises and falls.
func (s *samples) gauge(name string, l labels, value float64) {
	*s = append(*s, name+l.braced()+" "+strconv.FormatFloat(value, 'f', -1, 64))
}

// counter adds a value that only rises.
func (s *samples) counter(name string, l labels, value uint64) {
	*s = append(*s, name+l.braced()+" "+strconv.FormatUint(value, 10))
}

// times adds the quantiles of a time, in seconds.
func (s *samples) times(name string, l labels, half, most99, most time.Duration) {
	s.gauge(name, l.and("quantile", "0.5"), half.Seconds())
	s.gauge(name, l.and("quantile", "0.99"), most99.Seconds())
	s.gauge(name, l.and("quantile", "1"), most.Seconds())
}

func (l labels) braced() string {
	if l == "" {
		return ""
	}
	return "{" + string(l) + "}"
}

// write writes the lines sorted, as the format wants all lines of one name together.
func (s samples) write(w io.Writer) {
	slices.Sort(s)
	text := make([]byte, 0, 64*len(s))
	for _, line := range s {
		text = append(append(text, line...), '\n')
	}
	w.Write(text) //nolint:errcheck // the reader has gone
}
