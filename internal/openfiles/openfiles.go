// Package openfiles says how many connections a listener may have open, so that a process that
// may open few files keeps some for its own work: journals, buses, and its own connections.
package openfiles

import "syscall"

// all is how many connections the listeners of the daemon have together where the process may
// open many files: those of the embedded broker, the screen and the metrics.
const all = 3000 + 2000 + 200

// own is how many files the daemon itself has open with a board or two.
const own = 32

// Places returns how many connections a listener may have: most, or its share of what the
// process may open (RLIMIT_NOFILE, getrlimit(2)) beyond its own files, and at least 2.
func Places(most int) int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return most
	}
	return Share(most, int(min(limit.Cur, 1<<20)))
}

// Share is Places for a process that may open so many files. A quarter of those beyond its own
// stays free for further boards and for files that are open for a moment.
func Share(most, files int) int {
	return min(most, max(2, max(0, files-own)*3/4*most/all))
}
