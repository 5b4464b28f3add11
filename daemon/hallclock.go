package daemon

import (
	"time"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// hallClock is the clock by which the entries of a board get their times. Record time does not depend on it.
type hallClock struct {
	shows func() time.Time // nil: nobody asks
	asked time.Duration    // record time at which it was asked last
}

// Follow sets the clock by which entries get their times. It must be called before Run; without it they have the times
// that the journal's beginning gives them.
func (d *BoardLoop) Follow(shows func() time.Time) { d.hall.shows = shows }

// How often the clock of the hall is looked at, by how much it must differ from what the journal says, and before when
// it cannot be right: a Raspberry Pi has no battery, and begins in 1970 or when it was last shut down, until it has the
// time from the network.
const (
	lookAtClock = 10 * time.Second
	clockWasSet = 2 * time.Second
	firstYear   = 2025
)

// hallClock makes the record of what the clock of the hall shows, if it was set since the journal last said it, also for
// summer time: the game that begins next has its day and its times by it. Those of a game under way go on as they began.
func (s *scanning) hallClock() bool {
	hall := &s.d.hall
	if hall.shows == nil || s.at-hall.asked < lookAtClock {
		return true
	}
	hall.asked = s.at
	shows, says := eventlog.InHall(hall.shows()), s.d.board.Clock(s.at)
	_, zone := shows.Zone()
	_, was := says.Zone()
	if shows.Year() < firstYear || zone == was && shows.Sub(says).Abs() < clockWasSet {
		return true
	}
	if game := s.d.history.State(); game.Phase == eventlog.Playing && len(game.Moves) > 0 {
		return true
	}
	s.d.log.Info("the clock of this computer was set: the next game has its date and its times by it", "was", trace.Moment(says), "shows", trace.Moment(shows))
	return s.put(s.at, eventlog.ClockNote(shows))
}
