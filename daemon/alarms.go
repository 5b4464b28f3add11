package daemon

import (
	"reflect"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// tell appends what a record decided to the history, and has the alarms hear of it:
// each event and each alarm in the order of their own times, so that a replay, which
// has fewer records, tells the same. What rings follows from the journal; only what
// lies outside a board (a feed that stands still, another board) is found out anew after
// a restart.
func (d *Daemon) tell(r trace.Record, events []reconcile.Event) {
	d.tellEvents(events)
	d.ringUntil(r.At)
	d.history.Append(r, nil, d.game)
	d.alarms.Follow(r, nil, d.game)
	d.rung(r.At)
}

// tellEvents is tell for events whose record is told elsewhere.
func (d *Daemon) tellEvents(events []reconcile.Event) {
	for _, e := range events {
		d.ringUntil(e.At)
		d.history.Append(trace.Record{}, []reconcile.Event{e}, d.game)
		d.alarms.Take(e)
		d.rung(e.At)
	}
}

// ringUntil tells what has begun to ring up to a time, each alarm at its own.
func (d *Daemon) ringUntil(at time.Duration) {
	for {
		due, waits := d.alarms.Due()
		if !waits || due > at {
			return
		}
		d.alarms.Advance(due)
		d.rung(due)
	}
}

// rung tells the consoles what rings now, when it is something else than before.
func (d *Daemon) rung(at time.Duration) {
	if !d.alarms.Changed() {
		return
	}
	if list := d.alarms.Ringing(); !reflect.DeepEqual(list, d.rings) {
		d.rings = list
		d.history.Ringing(at, broadcast.Ringing{Alarms: list})
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
	told    bool      // that it stands still
}

// look looks once a second and says whether the feed has stood still for long enough;
// changed is that it is otherwise than before.
func (o *outside) look(now time.Time) (stands, changed bool) {
	if o.reached == nil || !o.looked.IsZero() && now.Sub(o.looked) < time.Second {
		return o.told, false
	}
	o.looked = now
	entries, all := o.reached()
	switch {
	case all || entries != o.entries:
		o.entries, o.since = entries, time.Time{}
	case o.since.IsZero():
		o.since = now
	default:
		stands = now.Sub(o.since) >= standsStill
	}
	changed = stands != o.told
	o.told = stands
	return stands, changed
}

// lookOut looks at what lies outside the board: whether what is told is heard, and what
// the other board of the game shows. It returns what the alarms are to hear of it, once
// the game has come to the time at; nil is nothing new.
func (d *Daemon) lookOut(at time.Duration, now time.Time, seen sensors.Scan) (hear func()) {
	stands, changed := d.outside.look(now)
	differ, agreed, other := d.pair.Look(d.game, now, seen)
	if !changed && !other {
		return nil
	}
	return func() {
		switch {
		case changed && stands:
			d.alarms.RaiseNow(alarms.Alarm{ID: alarms.FeedStopped}, max(at-standsStill, 0))
		case changed:
			d.alarms.Feed(false, at)
		}
		if other {
			d.alarms.Compare(differ, agreed, at)
		}
		d.rung(at)
	}
}
