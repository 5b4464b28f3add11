package repeats_test

import (
	"errors"
	"testing"

	"touchmove/internal/repeats"
)

// An error is new unless the same text came just before it.
func TestNew(t *testing.T) {
	var e repeats.Error
	full, gone := errors.New("the disk is full"), errors.New("the disk is gone")
	for i, step := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {full, true}, {errors.New("the disk is full"), false}, {gone, true}, {full, true}, {full, false},
		{nil, false}, {full, true},
	} {
		if got := e.New(step.err); got != step.want {
			t.Errorf("step %d: %v is new: %v, want %v", i, step.err, got, step.want)
		}
	}
}
