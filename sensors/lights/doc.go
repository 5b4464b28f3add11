// Package lights describes what the lamps of a board can show: one lamp below each
// square and one at the edge, each dark or of one tone and size, and a sound.
//
// It contains only values. The packages eventlog/lighting and calibration/guide decide
// what is lit and when; package sensors/wiring says how lamps are wired; the packages
// below this one are the drivers.
package lights
