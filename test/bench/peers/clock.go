package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// processorTime is how long a process, by its number or "self", has had a
// processor, all its threads together, to the nanosecond (Linux, proc(5): schedstat).
func processorTime(process string) (time.Duration, error) {
	files, err := filepath.Glob("/proc/" + process + "/task/*/schedstat")
	if err != nil {
		return 0, err
	}
	var sum time.Duration
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		var ns int64
		if _, err := fmt.Sscan(string(text), &ns); err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		sum += time.Duration(ns)
	}
	if sum == 0 {
		return 0, fmt.Errorf("process %s: its processor time cannot be read; this needs Linux with schedstat", process)
	}
	return sum, nil
}

// atLeast is how long work is repeated to be measured: the kernel may count a running
// thread's time only every few milliseconds.
const atLeast = 150 * time.Millisecond

// spent is the processor time that a process takes to do work once.
func spent(process string, work func() error) (time.Duration, error) {
	before, err := processorTime(process)
	if err != nil {
		return 0, err
	}
	for times := time.Duration(1); ; times++ {
		if err := work(); err != nil {
			return 0, err
		}
		after, err := processorTime(process)
		if err != nil {
			return 0, err
		}
		if took := after - before; took >= atLeast {
			return took / times, nil
		}
	}
}
