package main

import (
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/internal/livetest"
)

// later is an output that takes nothing before it is opened.
type later struct {
	open chan struct{}
	livetest.Output
}

func (l *later) Write(p []byte) (int, error) {
	<-l.open
	return l.Output.Write(p)
}

// Whoever logs does not wait for an output that takes nothing. Once it takes something again, the log says how
// many lines are missing, whatever its level and each time that it happens, and the newest are there again.
func TestLogWaitsForNobody(t *testing.T) {
	for _, c := range []configs.Log{{Level: "info"}, {Level: "error"}, {Level: "info", JSON: true}} {
		out := &later{open: make(chan struct{})}
		q := newLogQueue(out)
		log := q.logger(c)
		const all = 3 * waitingLog
		for i := range all {
			log.With("board", i).Error("a line")
		}
		close(out.open)
		log.Error("the newest") // into a queue that may still be full
		q.end()
		written, said := countLines(t, out.String())
		if written+said != all+1 || said == 0 {
			t.Errorf("%+v: %d lines of %d are written, and the log says that %d are missing", c, written, all+1, said)
		}
		if written < waitingLog || written > 2*waitingLog {
			t.Errorf("%+v: %d lines are there, and %d can wait", c, written, waitingLog)
		}
	}
}

// countLines returns how many lines of a log are written, beside those that say how many are missing, and how many
// these say.
func countLines(t *testing.T, log string) (written, missing int) {
	t.Helper()
	for line := range strings.Lines(log) {
		if !strings.Contains(line, "lines are missing") {
			written++
			continue
		}
		count := regexp.MustCompile(`"?\blines"?[=:](\d+)`).FindStringSubmatch(line)
		if count == nil {
			t.Fatalf("it is not said how many: %s", line)
		}
		n, err := strconv.Atoi(count[1])
		if err != nil {
			t.Fatal(err)
		}
		missing += n
	}
	return written, missing
}

// choosy is an output that fails while it is full.
type choosy struct {
	full atomic.Bool
	livetest.Output
}

func (c *choosy) Write(p []byte) (int, error) {
	if c.full.Load() {
		return 0, syscall.ENOSPC
	}
	return c.Output.Write(p)
}

// Lines that a full disk refuses are counted too, and said each time that it has room again: more often than the
// same words may be logged.
func TestLogOnAFullDisk(t *testing.T) {
	out := &choosy{}
	q := newLogQueue(out)
	log := q.logger(configs.Log{Level: "error"})
	const often = 3 * logBurst
	flush := func() {
		done := make(chan struct{})
		q.flushes <- done
		<-done
	}
	for i := range often {
		for _, full := range []bool{true, false} {
			out.full.Store(full)
			log.With("board", i).Error("a line")
			flush()
		}
	}
	q.end()
	if written, said := countLines(t, out.String()); written != often || said != often || strings.Count(out.String(), "lines are missing") != often {
		t.Errorf("%d lines are written and %d are said to be missing, want %d each: %s", written, said, often, out.String())
	}
}

// The end does not wait long for an output that takes nothing.
func TestLogEndsUnread(t *testing.T) {
	q := newLogQueue(stuck{})
	log := q.logger(configs.Log{Level: "info"})
	log.Info("a line")
	began := time.Now()
	q.end()
	if took := time.Since(began); took > 10*lastLines {
		t.Errorf("the end took %v", took)
	}
	log.Info("after the end")
}
