package main

import (
	"bytes"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"touchmove/configs"
)

// logQueue writes the log to an output that may take nothing for a while, or never again: the journal of
// systemd on a slow card, a terminal that is held, a pipe that nobody reads. Whoever logs does not
// wait, since that would be a board, a reload, or the end of the program. It is an io.Writer, of whole
// lines.
type logQueue struct {
	to      io.Writer
	waiting chan []byte
	flushes chan chan struct{}
	quit    chan struct{}
	left    atomic.Int64 // lines that were left out since the last report
	log     atomic.Pointer[slog.Logger]
}

// waitingLog is how many lines wait for the output.
const waitingLog = 1024

func newLogQueue(to io.Writer) *logQueue {
	q := &logQueue{to: to, waiting: make(chan []byte, waitingLog), flushes: make(chan chan struct{}), quit: make(chan struct{})}
	go q.run()
	return q
}

// logger returns a logger that writes here as configured.
func (q *logQueue) logger(l configs.Log) *slog.Logger {
	log := slog.New(logHandler(q, l))
	q.log.Store(log)
	return log
}

// Write implements io.Writer. It leaves the line out if too many wait, and never fails.
func (q *logQueue) Write(line []byte) (int, error) {
	select {
	case q.waiting <- bytes.Clone(line):
	default:
		q.left.Add(1)
	}
	return len(line), nil
}

func (q *logQueue) run() {
	for {
		select {
		case line := <-q.waiting:
			q.write(line)
		case done := <-q.flushes:
			for more := true; more; {
				select {
				case line := <-q.waiting:
					q.write(line)
				default:
					more = false
				}
			}
			close(done)
		case <-q.quit:
			return
		}
	}
}

func (q *logQueue) write(line []byte) {
	q.to.Write(line) //nolint:errcheck // there is nobody left to be told
	if n := q.left.Swap(0); n > 0 {
		if log := q.log.Load(); log != nil {
			log.Warn("the log was not taken in time, and lines are missing: the disk or the program that reads it is too slow", "lines", n)
		}
	}
}

// end waits a moment until everything is written. What is logged after it is lost.
func (q *logQueue) end() {
	defer close(q.quit)
	limit := time.After(lastLines)
	done := make(chan struct{})
	select {
	case q.flushes <- done:
	case <-limit:
		return
	}
	select {
	case <-done:
	case <-limit:
	}
}
