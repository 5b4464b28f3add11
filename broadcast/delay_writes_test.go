package broadcast_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/rules"
)

// If entries come ten times a second, for example because the board is shaken, the public
// sees each at most a second later than allowed, and the file is written once a second: a
// delay does not wear out an SD card.
func TestDelayIsWrittenSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const by, seconds = 2 * time.Minute, 60
		s := newStory(1)
		writings := 0
		d := broadcast.NewDelayed(s, broadcast.Delay{By: by, Clock: broadcast.RealTime{}, Keep: func(broadcast.Shown) error { writings++; return nil }})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan bool)
		go func() {
			d.Run(ctx, quiet)
			close(done)
		}()
		var told []time.Time // by index of the entry
		tell := func() {
			for s.len() > len(told) {
				told = append(told, time.Now())
			}
		}
		tell()
		shown, latest := 0, time.Duration(0)
		for tick := range (seconds + int(by/time.Second) + 5) * 10 {
			if tick < seconds*10 {
				s.tell(eventlog.Unread{Squares: rules.Squares(tick)})
			}
			tell()
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			entries, _ := d.From(shown)
			for range entries {
				late := time.Since(told[shown]) - by
				if latest = max(latest, late); late < 0 {
					t.Fatalf("entry %d was shown %v early", shown, -late)
				}
				shown++
			}
		}
		stop()
		<-done
		t.Logf("%d entries, %d writings, at most %v late", shown, writings, latest)
		if shown != len(told) || latest > 1100*time.Millisecond || writings < seconds-2 || writings > seconds+3 {
			t.Errorf("%d of %d entries were shown, %d writings in %d s, at most %v late", shown, len(told), writings, seconds, latest)
		}
	})
}

// While it cannot be stored how far the public has come, as on a card that has failed, the delayed feed
// pauses, and then goes on, never early.
func TestDelayedFeedGoesOnWithoutADisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const by = 15 * time.Minute
		s := newStory(1)
		failed := errors.New("the card has failed")
		d := broadcast.NewDelayed(s, broadcast.Delay{By: by, Clock: broadcast.RealTime{}, Keep: func(broadcast.Shown) error { return failed }})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan bool)
		go func() {
			d.Run(ctx, quiet)
			close(done)
		}()
		first := s.len()
		var told []time.Time
		shown := 0
		for minute := range 60 {
			s.tell(eventlog.Unread{Squares: rules.Squares(minute)})
			told = append(told, time.Now())
			time.Sleep(time.Minute)
			synctest.Wait()
			entries, _ := d.From(0)
			shown = max(0, len(entries)-first)
			if shown > 0 && time.Since(told[shown-1]) < by {
				t.Fatalf("entry %d was shown %v after it was told", shown, time.Since(told[shown-1]))
			}
		}
		stop()
		<-done
		if behind := time.Since(told[shown]); shown == 0 || behind > by+2*time.Minute {
			t.Errorf("%d entries were shown in an hour, and the public is %v behind", shown, behind)
		}
	})
}

func (s *story) len() int {
	entries, _ := s.From(0)
	return len(entries)
}
