package guide

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Source gives one reading after the other, at the board's pace.
type Source interface {
	// Next waits for the next reading. It fails when ctx ends, or for good.
	Next(ctx context.Context) (Frame, error)
}

// frames is what was read since the last drawing.
type frames struct {
	list []Frame
	err  error
}

// drawEvery is the shortest time between two drawings of a view.
const drawEvery = 100 * time.Millisecond

// pump reads for the time between two drawings, by the clock of the readings.
func pump(ctx context.Context, src Source) tea.Cmd {
	return func() tea.Msg {
		var got frames
		for {
			f, err := src.Next(ctx)
			if err != nil {
				got.err = err
				return got
			}
			if got.list = append(got.list, f); f.At-got.list[0].At >= drawEvery {
				return got
			}
		}
	}
}
