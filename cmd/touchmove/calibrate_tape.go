package main

import (
	"fmt"
	"time"
)

// tape is a recording made from the live view of calibrate.
type tape struct{ *recording }

// newTape creates a file in the working directory, named after the board and the
// time.
func newTape(board string, now time.Time) (tape, error) {
	r, err := openRecording(fmt.Sprintf("%s-%s.jsonl.gz", board, now.Format("20060102t150405")), false, nil)
	return tape{r}, err
}

// Name implements guide.Tape.
func (t tape) Name() string { return t.name() }

// Sync implements guide.Tape.
func (t tape) Sync() error { return t.sync() }

// Finish implements guide.Tape. If the recording cannot be finished, it stays under
// its temporary name.
func (t tape) Finish() error {
	if err := t.finish(); err != nil {
		return t.abandon(err)
	}
	return nil
}
