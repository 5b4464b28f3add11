package daemon

import (
	"context"
	"log/slog"
)

// delayedLog returns the log of a board whose broadcast is delayed. More people can
// read a log than may see the game live. So messages about play, such as that another
// journal begins or that a command was refused, become Debug, which is not written by
// default. Faults keep their level.
func delayedLog(log *slog.Logger) *slog.Logger { return slog.New(delayedHandler{log.Handler()}) }

type delayedHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h delayedHandler) Handle(ctx context.Context, r slog.Record) error {
	tells := r.Level < slog.LevelWarn
	r.Attrs(func(a slog.Attr) bool {
		tells = tells || a.Key == "record" || a.Key == "command"
		return !tells
	})
	if tells {
		if !h.Enabled(ctx, slog.LevelDebug) {
			return nil
		}
		r.Level = slog.LevelDebug
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h delayedHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return delayedHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h delayedHandler) WithGroup(name string) slog.Handler {
	return delayedHandler{h.Handler.WithGroup(name)}
}
