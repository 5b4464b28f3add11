// Package score compares what a reconstruction published about a board with the truth
// of it: a simulated performance's, or a truth file that came with a recording.
// It knows nothing of any reconstruction, only moves and times.
package score
