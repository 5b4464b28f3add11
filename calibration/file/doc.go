// Package file reads and writes the calibration file: the results of calibrating one board,
// in TOML, with one line for each square. `touchmove calibrate` writes it. People may edit
// it, so it is read as strictly as a configuration. docs/calibration.md describes it.
package file
