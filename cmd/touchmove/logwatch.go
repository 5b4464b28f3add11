package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"touchmove/configs"
)

// logWatch receives the daemon's log while the live view has the terminal. It passes
// warnings on for people to see, and learns from the log whether the broker is
// connected. It is a slog.Handler.
type logWatch struct {
	state *logState
	attrs []slog.Attr
}

// logState is shared by all handlers made from one watch.
type logState struct {
	level slog.Level

	mu   sync.Mutex
	gone string // why the broker is not connected
	send func(line string)
}

func newLogWatch(l configs.Log) *logWatch {
	return &logWatch{state: &logState{level: max(slog.LevelInfo, logLevel(l))}}
}

// forward sets the function that receives warnings from now on.
func (w *logWatch) forward(send func(line string)) {
	w.state.mu.Lock()
	defer w.state.mu.Unlock()
	w.state.send = send
}

// offline says why the broker is not connected; empty if it is.
func (w *logWatch) offline() string {
	w.state.mu.Lock()
	defer w.state.mu.Unlock()
	return w.state.gone
}

// Enabled implements slog.Handler.
func (w *logWatch) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

// Handle implements slog.Handler. Records about the broker have the attribute "broker".
func (w *logWatch) Handle(_ context.Context, r slog.Record) error {
	var broker, err, board, part string
	look := func(a slog.Attr) bool {
		switch a.Key {
		case "broker":
			broker = a.Value.String()
		case "error":
			err = a.Value.String()
		case "board":
			board = a.Value.String() + ": "
		case "part":
			part = a.Value.String() + ": "
		}
		return true
	}
	for _, a := range w.attrs {
		look(a)
	}
	r.Attrs(look)
	w.state.mu.Lock()
	if broker != "" {
		w.state.gone = ""
		if r.Level >= slog.LevelWarn {
			// The end of an error says most: "connection refused".
			reason := err[strings.LastIndex(err, ": ")+1:]
			w.state.gone = fmt.Sprintf("%s:%s; play continues and is published later", broker[strings.LastIndex(broker, "/")+1:], " "+strings.TrimSpace(reason))
		}
	}
	send := w.state.send
	w.state.mu.Unlock()
	if send != nil && broker == "" && r.Level >= max(slog.LevelWarn, w.state.level) {
		line := board + part + r.Message
		if err != "" && part == "" { // the part says more in one line
			line += fmt.Sprintf(" (%s)", err)
		}
		go send(line) // the program may be waiting for the code that logs
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (w *logWatch) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &logWatch{state: w.state, attrs: append(w.attrs[:len(w.attrs):len(w.attrs)], attrs...)}
}

// WithGroup implements slog.Handler. Nothing in this program logs in groups.
func (w *logWatch) WithGroup(string) slog.Handler { return w }
