package daemon

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
)

// mostHeld is how many lines of a log are held back. A journal may have something to say of each record.
const mostHeld = 1000

// held are lines of a log that wait until those before them are written. They keep their times.
type held struct {
	released atomic.Bool
	mu       sync.Mutex
	lines    []heldLine
	left     int // lines that are left out
}

type heldLine struct {
	to   slog.Handler
	ctx  context.Context
	line slog.Record
}

// add holds a line back, and returns false if lines are no longer held back.
func (h *held) add(l heldLine) bool {
	if h.released.Load() {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.released.Load():
		return false
	case len(h.lines) == mostHeld:
		h.left++
	default:
		h.lines = append(h.lines, l)
	}
	return true
}

// release writes the lines. Those that come later are written at once.
func (h *held) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lines {
		l.to.Handle(l.ctx, l.line) //nolint:errcheck // nor does slog.Logger look at it
	}
	if h.left > 0 {
		slog.New(h.lines[0].to).Warn("more of these lines are left out", "lines", h.left)
	}
	h.lines = nil
	h.released.Store(true)
}

// heldHandler holds lines back.
type heldHandler struct {
	slog.Handler
	held *held
}

// Handle implements slog.Handler.
func (h heldHandler) Handle(ctx context.Context, r slog.Record) error {
	if h.held.add(heldLine{h.Handler, ctx, r.Clone()}) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h heldHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return heldHandler{h.Handler.WithAttrs(attrs), h.held}
}

// WithGroup implements slog.Handler.
func (h heldHandler) WithGroup(name string) slog.Handler {
	return heldHandler{h.Handler.WithGroup(name), h.held}
}
