package main

import (
	"syscall"
	"time"
)

const rusageThread = 1 // RUSAGE_THREAD, getrusage(2)

// processorTime returns the processor time of this thread, so that other work on the
// machine does not count.
func processorTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &use); err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
