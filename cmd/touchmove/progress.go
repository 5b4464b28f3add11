package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
)

// progress shows on a terminal how far a long task has come, in one line that
// disappears at the end. If the output is not a terminal, it prints nothing. It is
// safe for concurrent use.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	next  time.Time // time of the next update
	shown bool
}

// newProgress returns the progress of a task that begins now.
func newProgress(w io.Writer) *progress {
	p := &progress{}
	if isTerminal(w) {
		p.out, p.next = w, time.Now().Add(time.Second) // a task shorter than this needs none
	}
	return p
}

func (p *progress) printf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || time.Now().Before(p.next) {
		return
	}
	p.next, p.shown = time.Now().Add(200*time.Millisecond), true
	fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
}

// done erases the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.out = nil
}

// isTerminal reports whether w is a terminal that can move its cursor. w may be a
// reader or a writer.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}
