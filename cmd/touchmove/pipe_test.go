package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// gone is a standard output whose reader has closed the pipe.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// A reader that stops early (touchmove replay TRACE | head) is not a failure.
func TestBrokenPipe(t *testing.T) {
	traces, err := filepath.Glob("../../testdata/traces/blitz/*.jsonl.gz")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no trace: %v", err)
	}
	for _, args := range []string{"replay " + traces[0], "replay --output pgn " + traces[0], "perft --divide 2", "version", "check " + traces[0]} {
		var stderr bytes.Buffer
		status := run(strings.Fields(args), &console{in: strings.NewReader(""), out: gone{}, err: &stderr})
		if status != exitDone || stderr.Len() > 0 {
			t.Errorf("%s into a closed pipe: exit status %d, standard error %q", args, status, stderr.String())
		}
	}
}
