package broker

import (
	"log/slog"
	"sync"
	"time"
)

// Strangers can cause log lines, and must not fill the disk with them.
const (
	strangerLines = 20               // at once
	strangerEvery = 10 * time.Second // then one more in this time
)

// strangerLog writes log lines that strangers can cause. It limits their number, and adds
// to each how many were omitted before it.
type strangerLog struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	left int // lines that may be written now
	last time.Time
	out  int // lines omitted
}

func newStrangerLog(log *slog.Logger) *strangerLog {
	return &strangerLog{log: log, now: time.Now, left: strangerLines, last: time.Now()}
}

// allow reports whether a line may be written, and how many were omitted before it.
func (l *strangerLog) allow() (ok bool, out int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if n := int(now.Sub(l.last) / strangerEvery); n > 0 {
		l.left, l.last = min(strangerLines, l.left+n), l.last.Add(time.Duration(n)*strangerEvery)
	}
	if l.left == 0 {
		l.out++
		return false, 0
	}
	l.left--
	out, l.out = l.out, 0
	return true, out
}

func (l *strangerLog) write(level func(string, ...any), what string, about ...any) {
	ok, out := l.allow()
	if !ok {
		return
	}
	if out > 0 {
		about = append(about, "left_out", out)
	}
	level(what, about...)
}

// Warn writes a warning.
func (l *strangerLog) Warn(what string, about ...any) { l.write(l.log.Warn, what, about...) }

// Info writes an informational line.
func (l *strangerLog) Info(what string, about ...any) { l.write(l.log.Info, what, about...) }
