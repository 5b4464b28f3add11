package guide

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Source gives one reading after the other, at the pace of the board.
type Source interface {
	// Next waits for the next reading. It returns an error when ctx ends, or when there are
	// no more readings.
	Next(ctx context.Context) (Frame, error)
}

// frames are the readings since the view was last drawn.
type frames struct {
	list []Frame
	err  error
}

// drawEvery is the shortest time between two drawings.
const drawEvery = 100 * time.Millisecond

// pump reads for the time between two drawings, as measured by the times of the readings.
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
