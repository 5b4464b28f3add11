// Package score compares what a reconstruction published about a board with the
// truth: that of a simulated performance, or a truth file that came with a recording.
// It knows nothing about any reconstruction, only moves and times.
package score
