package copies_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon/copies"
)

// deaf is a store whose disk does not answer, and ignores every time limit as a system call
// does.
type deaf struct{ answers chan struct{} }

func (d deaf) Put(context.Context, string, []byte, int) error { <-d.answers; return nil }

func (d deaf) Get(context.Context, string) ([]byte, error) { <-d.answers; return nil, copies.ErrNone }

func (d deaf) Sizes(context.Context) (map[string]int64, error) { <-d.answers; return nil, nil }

// A disk that does not answer holds up nothing: the copy counts as behind, and the daemon ends
// without it.
func TestDiskThatHangs(t *testing.T) {
	state := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d := deaf{make(chan struct{})}
		defer synctest.Wait()
		defer close(d.answers)
		ctx, stop := context.WithCancel(t.Context())
		c := copies.New(d, state, nil, quiet)
		done := make(chan struct{})
		go func() { c.Run(ctx); close(done) }()
		time.Sleep(time.Minute)
		if behind := c.Status(time.Now()).Behind; behind < copies.Late {
			t.Errorf("after a minute it is behind by %v", behind)
		}
		stop()
		select {
		case <-done:
		case <-time.After(20 * time.Second): // systemd kills the daemon after 30
			t.Error("the daemon would not end")
		}
	})
}
