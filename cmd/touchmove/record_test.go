package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// records yields a scan and then the records given.
func records(more ...trace.Record) func(func(trace.Record, error) bool) {
	return func(yield func(trace.Record, error) bool) {
		for _, r := range append([]trace.Record{{What: trace.Scan{}}}, more...) {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// A recording gets its name only when it is complete, and it never replaces another
// file. If it cannot be finished, what was recorded stays, and the error says
// where.
func TestRecording(t *testing.T) {
	end := trace.Record{At: time.Second, What: trace.End{}}
	for _, c := range []struct {
		name   string
		meddle func(path string) // interferes during the recording
		more   []trace.Record
		want   string // part of the error
	}{
		{"whole", nil, []trace.Record{end}, ""},
		{"a record that cannot be", nil, []trace.Record{{At: time.Second, What: trace.Change{Square: rules.NoSquare}}}, "the recording so far is in "},
		{"the name is taken meanwhile", func(path string) {
			if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, []trace.Record{end}, "was created in the meantime; the recording so far is in "},
		{"the part is gone", func(path string) {
			if err := os.Remove(path + partial); err != nil {
				t.Fatal(err)
			}
		}, []trace.Record{end}, "no such file or directory"},
	} {
		for _, ending := range []string{".jsonl", ".jsonl.gz"} {
			t.Run(c.name+ending, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "x"+ending)
				out, err := openRecording(path, false, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := openRecording(path, true, nil); err == nil || !strings.Contains(err.Error(), "another recording is writing it") {
					t.Errorf("two at once: %v", err)
				}
				if c.meddle != nil {
					c.meddle(path)
				}
				err = keep(out, trace.DefaultHeader(), records(c.more...), newTally(os.Stderr, "b", path))
				if c.want == "" {
					if status, stdout, stderr := call(t, "", "check", path); err != nil || status != exitDone {
						t.Errorf("%v; check: %s%s", err, stdout, stderr)
					}
					return
				}
				if err == nil || !strings.Contains(out.abandon(err).Error(), c.want) {
					t.Errorf("error %v, want %q", err, c.want)
				}
				if text, err := os.ReadFile(path); err == nil && string(text) != "mine" || err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s: %q, %v", path, text, err)
				}
			})
		}
	}
}

// A recording ends when the disk did not take what was written: the kernel reports that to one
// sync only, and the next write and the end report it.
func TestRecordingNotSynced(t *testing.T) {
	_, pipe, err := os.Pipe() // cannot be synced
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	path := filepath.Join(t.TempDir(), "game.jsonl")
	r := &recording{path: path, file: pipe, out: pipe}
	if _, err := r.Write([]byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	failed := r.sync()
	if failed == nil {
		t.Fatal("a pipe was synced")
	}
	if err := r.sync(); err != nil {
		t.Errorf("there is nothing to sync, and still: %v", err)
	}
	if _, err := r.Write([]byte("{}\n")); !errors.Is(err, failed) {
		t.Errorf("the next write returns %v, want %v", err, failed)
	}
	if err := r.finish(); !errors.Is(err, failed) {
		t.Errorf("the recording is finished with %v, want %v", err, failed)
	}
}
