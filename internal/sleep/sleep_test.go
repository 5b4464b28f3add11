package sleep_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/internal/sleep"
)

func TestFor(t *testing.T) {
	for _, c := range []struct {
		name         string
		wait, cancel time.Duration
		want         bool
		took         time.Duration
	}{
		{"whole", time.Minute, time.Hour, true, time.Minute},
		{"cut short", time.Hour, time.Minute, false, time.Minute},
		{"no time at all", 0, time.Hour, true, 0},
		{"a time that has passed", -time.Second, time.Hour, true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), c.cancel)
			defer cancel()
			began := time.Now()
			if got := sleep.For(ctx, c.wait); got != c.want || time.Since(began) != c.took {
				t.Errorf("%s: %v after %v, want %v after %v", c.name, got, time.Since(began), c.want, c.took)
			}
		})
	}
}
