package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
)

// progress shows on a terminal how far long work has come, on one line that
// disappears when it is done. Elsewhere it says nothing. It is safe for several
// goroutines.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	next  time.Time // when to update next
	shown bool
}

// newProgress makes the progress of work that begins now.
func newProgress(w io.Writer) *progress {
	p := &progress{}
	if isTerminal(w) {
		p.out, p.next = w, time.Now().Add(time.Second) // short work needs none
	}
	return p
}

func (p *progress) tell(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || time.Now().Before(p.next) {
		return
	}
	p.next, p.shown = time.Now().Add(200*time.Millisecond), true
	fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
}

// done takes the line away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.out = nil
}

// isTerminal reports whether a writer or reader is a terminal that can move its
// cursor.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}
