package daemon

import (
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/sensors"
)

// standsStill is how long what is told outside may be behind before it is an
// alarm.
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

// lookOut looks at what lies outside the records: whether what is told is heard, and what
// the other board of the game shows. It returns what the alarms are to hear of it, once
// the game has come to the time at; nil is nothing new. After a restart this is found out
// anew.
func (d *BoardLoop) lookOut(at time.Duration, now time.Time, seen sensors.Scan) (hear func()) {
	stands, changed := d.outside.look(now)
	differ, agreed, other := d.pair.Look(d.board.Game(), now, seen)
	if !changed && !other {
		return nil
	}
	return func() {
		d.history.Put(d.board.Outside(at, func(b *alarms.Board) {
			switch {
			case changed && stands:
				b.RaiseNow(alarms.Alarm{ID: alarms.FeedStopped}, max(at-standsStill, 0))
			case changed:
				b.Feed(false, at)
			}
			if other {
				b.Compare(differ, agreed, at)
			}
		}))
	}
}
