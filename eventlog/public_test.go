package eventlog_test

import (
	"testing"

	"touchmove/eventlog"
	"touchmove/reconcile"
)

// unlisted is an event that Public does not name.
type unlisted struct{}

// Name implements reconcile.What.
func (unlisted) Name() string { return "unlisted" }

// TestOnlyListedEventsArePublic: an event that nobody has listed as public is private, whether it is
// new, a touch, or a remark about a player.
func TestOnlyListedEventsArePublic(t *testing.T) {
	for _, private := range []reconcile.What{unlisted{}, reconcile.Touched{}, reconcile.Breach{}, reconcile.Asked{}, reconcile.Remark{}} {
		if eventlog.Public(private) {
			t.Errorf("%s is public", private.Name())
		}
	}
	for _, public := range []reconcile.What{reconcile.Started{}, reconcile.Made{}, reconcile.Retracted{}, reconcile.ResultKnown{}} {
		if !eventlog.Public(public) {
			t.Errorf("%s is private", public.Name())
		}
	}
}
