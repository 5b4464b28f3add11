package daemon

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/daemon/resources"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// OpenReading opens one board of a configuration for Readings: with its
// calibration, as a daemon opens it, and without a journal.
func OpenReading(c *configs.Config, board configs.Board, log *slog.Logger) (hardware.Board, error) {
	b, err := hardware.Open(board, hardware.Played{})
	if err != nil {
		return hardware.Board{}, err
	}
	measured, err := resources.ReadSheet(c, board)
	if err == nil {
		err = measured.Apply(b.Board, board, time.Now(), log)
	}
	if err != nil {
		return hardware.Board{}, errors.Join(fmt.Errorf("board %s: %w", board.ID, err), b.Close())
	}
	return b, nil
}

// Readings scans a board exactly as in play, but without a game, for recording. It
// yields what Live.Records yields from time 0 on, and an End when ctx has ended or limit
// has passed in the board's time; 0 is no limit. h is the trace's header; the error
// means that no game can begin with it.
func Readings(ctx context.Context, b hardware.Board, h trace.Header, limit time.Duration, log *slog.Logger) (iter.Seq2[trace.Record, error], error) {
	board, err := eventlog.New(h, eventlog.Journal{ID: h.Board, Began: time.Now()})
	if err != nil {
		return nil, err
	}
	d := NewBoardLoop(board, nil, store.NewHistory(board), log)
	return func(yield func(trace.Record, error) bool) {
		if limit > 0 && b.Hands == nil {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		live := NewLive(b, 0, nil, nil)
		end := time.Duration(-1)
		for r, err := range live.Records(ctx, d) {
			if limit > 0 && r.At > limit {
				end = limit
				break
			}
			if !yield(r, err) {
				return
			}
		}
		if !live.pace.Begun() {
			return // it ended before anything was read
		}
		if end < 0 {
			end = max(live.last, live.pace.At(time.Now()))
		}
		yield(trace.Record{At: end, What: trace.End{}}, nil)
	}, nil
}
