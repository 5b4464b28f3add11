package main

import (
	"fmt"
	"io"
	"log/slog"
	"time"
)

// printer writes lines to an output that nobody may be reading: its reader may have ended, or have
// stopped, or its disk may be full. Whoever gives it lines does not wait.
type printer struct {
	waiting chan string
	written chan struct{} // closed when everything has been written
	log     *slog.Logger
	left    bool // lines were left out, and that is logged
}

// waitingLines is how many lines wait for a reader.
const waitingLines = 4096

// lastLines is how long the end waits for a reader.
const lastLines = time.Second

func newPrinter(out io.Writer, log *slog.Logger) *printer {
	l := &printer{waiting: make(chan string, waitingLines), written: make(chan struct{}), log: log}
	go func() {
		defer close(l.written)
		reported := false
		for line := range l.waiting {
			if _, err := fmt.Fprintln(out, line); err != nil && !reported {
				reported = true
				log.Warn("the moves cannot be written to standard output: play continues", "error", err)
			}
		}
	}()
	return l
}

// print writes a line soon, or leaves it out if too many wait. It is for one goroutine.
func (l *printer) print(line string) {
	select {
	case l.waiting <- line:
	default:
		if !l.left {
			l.left = true
			l.log.Warn("nobody reads standard output: moves are skipped there, and play continues")
		}
	}
}

// end waits a moment until everything is written. Nothing may be printed after it.
func (l *printer) end() {
	close(l.waiting)
	select {
	case <-l.written:
	case <-time.After(lastLines):
	}
}
