// Package lights says what the lamps of a board can show: one lamp below each square and
// one at the edge, each dark or of one tone and size, and a sound.
//
// It contains only values. What is lit, and when, is decided by eventlog/lighting and by
// calibration/guide; how lamps are wired is in sensors/wiring; the drivers are the
// packages below this one.
package lights
