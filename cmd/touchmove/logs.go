package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"touchmove/configs"
)

// logHandler writes the log as configured, repetitions less often.
func logHandler(w io.Writer, l configs.Log) slog.Handler {
	return &limited{Handler: lineHandler(w, l), state: &limits{now: time.Now, said: map[string]*said{}}}
}

// lineHandler writes lines in the format of the log. If standard error goes to systemd's
// journal, each line begins with its level (sd-daemon(3)) and has no time, since the
// journal records it.
func lineHandler(w io.Writer, l configs.Log) slog.Handler {
	o := &slog.HandlerOptions{Level: logLevel(l)}
	journald := isJournal(w)
	if journald {
		w = &prefixed{w: w}
		o.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
	}
	var h slog.Handler = slog.NewTextHandler(w, o)
	if l.JSON {
		h = slog.NewJSONHandler(w, o)
	}
	if journald {
		h = &leveled{h, w.(*prefixed)}
	}
	return h
}

func logLevel(l configs.Log) slog.Level {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.Level)); err != nil {
		return slog.LevelInfo
	}
	return level
}

// isJournal reports whether w is the stream that systemd has connected to its
// journal: JOURNAL_STREAM names it by device and inode (systemd.exec(5)).
func isJournal(w io.Writer) bool {
	if q, ok := w.(*logQueue); ok {
		w = q.to
	}
	f, ok := w.(*os.File)
	stream := os.Getenv("JOURNAL_STREAM")
	if !ok || stream == "" {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && stream == fmt.Sprintf("%d:%d", s.Dev, s.Ino)
}

// prefixed writes each line with the level set by leveled in front. Both are used
// under the same lock.
type prefixed struct {
	w      io.Writer
	mu     sync.Mutex
	prefix string
}

// Write implements io.Writer.
func (p *prefixed) Write(line []byte) (int, error) {
	if _, err := io.WriteString(p.w, p.prefix+string(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// leveled passes the level of each record to prefixed, with the numbers of syslog
// (RFC 5424, table 2).
type leveled struct {
	slog.Handler
	to *prefixed
}

// Handle implements slog.Handler.
func (h *leveled) Handle(ctx context.Context, r slog.Record) error {
	h.to.mu.Lock()
	defer h.to.mu.Unlock()
	switch {
	case r.Level >= slog.LevelError:
		h.to.prefix = "<3>"
	case r.Level >= slog.LevelWarn:
		h.to.prefix = "<4>"
	case r.Level >= slog.LevelInfo:
		h.to.prefix = "<6>"
	default:
		h.to.prefix = "<7>"
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h *leveled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &leveled{h.Handler.WithAttrs(attrs), h.to}
}

// WithGroup implements slog.Handler.
func (h *leveled) WithGroup(name string) slog.Handler {
	return &leveled{h.Handler.WithGroup(name), h.to}
}

// How often one message may be written. Repetitions of the same words about the same
// board are counted, and the count is added when the message is next written.
const (
	logBurst = 10
	logEvery = time.Minute // after a burst, once in this time
	logKinds = 1000        // kinds of messages remembered
)

// limited keeps messages that repeat all the time from filling the disk.
type limited struct {
	slog.Handler
	state *limits
	who   string // the attributes that distinguish boards
}

type limits struct {
	now  func() time.Time
	mu   sync.Mutex
	said map[string]*said
}

type said struct {
	since time.Time
	n     int
	held  int
}

// Handle implements slog.Handler.
func (h *limited) Handle(ctx context.Context, r slog.Record) error {
	held, ok := h.state.allow(h.who + "\x00" + r.Message)
	if !ok {
		return nil
	}
	if held > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("more_like_this", held))
	}
	return h.Handler.Handle(ctx, r)
}

// allow reports whether a message may be written, and how many of its kind were held
// back.
func (l *limits) allow(kind string) (held int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	s := l.said[kind]
	if s == nil {
		if len(l.said) >= logKinds {
			clear(l.said)
		}
		s = &said{since: now}
		l.said[kind] = s
	}
	if now.Sub(s.since) >= logEvery {
		s.since, s.n = now, max(0, s.n-logBurst)
		if s.held > 0 {
			s.n = logBurst - 1 // still repeating: one a minute
		}
	}
	if s.n >= logBurst {
		s.held++
		return 0, false
	}
	s.n++
	held, s.held = s.held, 0
	return held, true
}

// WithAttrs implements slog.Handler.
func (h *limited) WithAttrs(attrs []slog.Attr) slog.Handler {
	var who strings.Builder
	who.WriteString(h.who)
	for _, a := range attrs {
		fmt.Fprintf(&who, " %s", a)
	}
	return &limited{h.Handler.WithAttrs(attrs), h.state, who.String()}
}

// WithGroup implements slog.Handler.
func (h *limited) WithGroup(name string) slog.Handler {
	return &limited{h.Handler.WithGroup(name), h.state, h.who}
}
