package guide

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Tape is a file in which a trace is recorded from the live view.
type Tape interface {
	Name() string // as shown to people
	Write([]byte) (int, error)
	Sync() error   // makes sure that what was written is on disk
	Finish() error // completes the file, and gives it its name
}

// recorder writes readings as a trace (docs/trace.md): one whole scan per second and every
// change between.
type recorder struct {
	tape    Tape
	w       *trace.Writer
	table   *calibration.Table
	scan    sensors.Scan
	began   time.Duration
	whole   time.Duration // when a whole scan was last written
	any     bool
	changes int
	last    time.Duration
}

// wholeEvery is how often a whole scan is written and the file is synced.
const wholeEvery = time.Second

func newRecorder(tape Tape, h trace.Header, table *calibration.Table) (*recorder, error) {
	w, err := trace.NewWriter(tape, h)
	if err != nil {
		return nil, err
	}
	return &recorder{tape: tape, w: w, table: table}, nil
}

// write stores one reading.
func (r *recorder) write(f Frame) error {
	if !r.any {
		r.began = f.At
	}
	r.last = f.At - r.began
	before := r.scan
	r.scan = r.table.Scan(f.Counts, before)
	for sq, is := range r.scan {
		if !r.any || is == before[sq] {
			continue
		}
		r.changes++
		if err := r.w.Write(trace.Record{At: r.last, What: trace.Change{Square: rules.Square(sq), Is: is}}); err != nil {
			return err
		}
	}
	if r.any && r.last-r.whole < wholeEvery {
		return nil
	}
	r.any, r.whole = true, r.last
	if err := r.w.Write(trace.Record{At: r.last, What: trace.Scan{Board: r.scan}}); err != nil {
		return err
	}
	return r.tape.Sync()
}

// finish ends the trace, and describes it.
func (r *recorder) finish() (string, error) {
	if err := r.w.Write(trace.Record{At: r.last, What: trace.End{}}); err != nil {
		return "", err
	}
	if err := r.tape.Finish(); err != nil {
		return "", err
	}
	return fmt.Sprintf("Recorded %.0f s, %s: touchmove replay %s", r.last.Seconds(), count(r.changes, "change"), r.tape.Name()), nil
}
