// Package file is the calibration file: what was measured of the sensors of one
// board, a line a square, in TOML. `touchmove calibrate` writes it, and people
// may read it and change it, so that it is read as strictly as a configuration.
// docs/calibration.md describes it.
package file
