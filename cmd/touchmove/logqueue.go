package main

import (
	"bytes"
	"context"
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
//
// A panic, or a signal that ends the process at once, loses the lines that the output has not taken yet,
// since no code of ours runs then: none or a few, unless the output is stuck. The stack trace is not among
// them: Go writes it to standard error itself.
type logQueue struct {
	to      io.Writer
	waiting chan []byte
	flushes chan chan struct{}
	quit    chan struct{}
	left    atomic.Int64 // lines that are missing and not yet reported
	missing atomic.Pointer[slog.Handler]
	since   int // lines that were written while some were missing; only run uses it
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
	h := lineHandler(q.to, configs.Log{Level: "warn", JSON: l.JSON})
	q.missing.Store(&h)
	return slog.New(logHandler(q, l))
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
			for len(q.waiting) > 0 {
				q.write(<-q.waiting)
			}
			q.report() // also if nothing is written any more
			close(done)
		case <-q.quit:
			return
		}
	}
}

// write writes a line, and reports missing lines about where they are missing: after those that waited
// before them.
func (q *logQueue) write(line []byte) {
	if _, err := q.to.Write(line); err != nil {
		q.left.Add(1) // the disk is full, or its reader has ended
		return
	}
	if q.left.Load() == 0 {
		return
	}
	if q.since++; len(q.waiting) == 0 || q.since > waitingLog {
		q.report()
	}
}

// report writes how many lines are missing, whatever the level of the log, and however often: it uses neither
// the queue nor a logger with limits, which might leave this line out as well.
func (q *logQueue) report() {
	n, h := q.left.Load(), q.missing.Load()
	if n == 0 || h == nil {
		return
	}
	r := slog.NewRecord(time.Now(), slog.LevelWarn, "the log was not taken in time, and lines are missing: the disk or the program that reads it is too slow, or the disk is full", 0)
	r.AddAttrs(slog.Int64("lines", n))
	if (*h).Handle(context.Background(), r) == nil {
		q.left.Add(-n)
	}
	q.since = 0
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
