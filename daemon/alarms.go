package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/alarms"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// ring has the alarms hear of a record and what it decided, and tells the consoles
// when something else rings than before. What rings follows from the journal; only
// what lies outside a board (a feed that stands still, another board) is found out
// anew after a restart.
func (d *Daemon) ring(r trace.Record, events []reconcile.Event) {
	d.alarms.Follow(r, events, d.game)
	d.rung(r.At)
}

// rung tells the consoles what rings now, when it is something else than before.
func (d *Daemon) rung(at time.Duration) {
	if d.alarms.Changed() {
		d.history.Ringing(at, broadcast.Ringing{Alarms: d.alarms.Ringing()})
	}
}

// Ringing says what rings at the arbiters' consoles. Like Unread it is no event of
// the game, and has the number of the one before it.
func (h *History) Ringing(at time.Duration, r broadcast.Ringing) {
	h.put([]broadcast.Told{h.observed(h.latest, at, r)})
}

// standsStill is how long what is told outside may be behind before it is an alarm
// .
const standsStill = 30 * time.Second

// outside watches whether what is told reaches a broker. It is for the goroutine
// that steps the game.
type outside struct {
	reached func() (entries uint64, all bool) // nil watches nothing
	entries uint64
	looked  time.Time
	since   time.Time // when it fell behind; zero while it is not
}

// look looks once a second and says whether the feed has stood still for long enough.
func (o *outside) look(now time.Time) (stands, known bool) {
	if o.reached == nil || !o.looked.IsZero() && now.Sub(o.looked) < time.Second {
		return false, false
	}
	o.looked = now
	entries, all := o.reached()
	if all || entries != o.entries {
		o.entries, o.since = entries, time.Time{}
		return false, true
	}
	if o.since.IsZero() {
		o.since = now
	}
	return now.Sub(o.since) >= standsStill, true
}

// heard looks whether what is told is heard. at is the time of the records, now the
// clock's.
func (d *Daemon) heard(at time.Duration, now time.Time) {
	stands, known := d.outside.look(now)
	switch {
	case !known:
		return
	case stands:
		d.alarms.SetNow(alarms.Alarm{ID: alarms.FeedStopped}, max(at-standsStill, 0))
	default:
		d.alarms.Feed(false, at)
	}
	d.rung(at)
}
