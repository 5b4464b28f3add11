package main

import (
	"strings"
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
// many lines are missing, and the newest are there again.
func TestLogWaitsForNobody(t *testing.T) {
	out := &later{open: make(chan struct{})}
	q := newLogQueue(out)
	log := q.logger(configs.Log{Level: "info"})
	for i := range 3 * waitingLog {
		log.With("board", i).Info("a line")
	}
	close(out.open)
	for limit := time.Now().Add(time.Minute); !strings.Contains(out.String(), "lines are missing"); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("it is not said that lines are missing: %.300s", out.String())
		}
	}
	log.Info("the newest")
	q.end()
	if n := strings.Count(out.String(), "a line"); n < waitingLog || n > waitingLog+1 {
		t.Errorf("%d lines are there, and %d can wait", n, waitingLog)
	}
	if !strings.Contains(out.String(), "the newest") {
		t.Errorf("the last line is not written at the end: %.300s", out.String())
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
