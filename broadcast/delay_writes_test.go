package broadcast_test

import (
	"context"
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

func (s *story) len() int {
	entries, _ := s.From(0)
	return len(entries)
}
