package main

import (
	"fmt"
	"os"
	"time"

	"touchmove/calibration"
	calibrationfile "touchmove/calibration/file"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/internal/regularfile"
	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// checkSheet returns the faults in a calibration file, and a warning if it is too old.
func checkSheet(name string, text []byte, now time.Time) []strict.Fault {
	sheet, faults := calibrationfile.Parse(name, text)
	if sheet != nil {
		faults = append(faults, oldSheet(name, "FILE", sheet, now)...)
	}
	return faults
}

// oldSheet warns of a calibration that is too old.
func oldSheet(name, config string, sheet *calibration.Sheet, now time.Time) []strict.Fault {
	if days, old := sheet.Old(now); old {
		return []strict.Fault{{
			File: name, Warning: true, What: fmt.Sprintf("calibrated %d days ago", days),
			Remedy: "measure the board again: `touchmove calibrate levels --config " + config + " --board " + sheet.Board + "`",
		}}
	}
	return nil
}

// checkCalibrations returns the faults in the calibrations of a configuration's
// boards.
func checkCalibrations(name string, c *configs.Config, now time.Time) (faults []strict.Fault) {
	for _, board := range c.Boards {
		path, must := c.CalibrationOf(board)
		if path == "" {
			continue
		}
		text, err := regularfile.Read(path, maxConfig)
		if err != nil {
			if must || !os.IsNotExist(err) {
				f := unreadable(path, err)
				f.What = fmt.Sprintf("calibration of board %s: %s", board.ID, f.What)
				f.Remedy = "`touchmove calibrate --config " + name + " --board " + board.ID + "` makes it, or remove the key"
				faults = append(faults, f)
			}
			continue
		}
		sheet, wrong := calibrationfile.Parse(path, text)
		if wrong.Broken() {
			faults = append(faults, wrong...)
			continue
		}
		faults = append(faults, checkFit(path, sheet, board)...)
		faults = append(faults, oldSheet(path, name, sheet, now)...)
	}
	return faults
}

// checkFit warns if a calibration does not belong to the board as it is configured.
func checkFit(path string, sheet *calibration.Sheet, board configs.Board) []strict.Fault {
	wired, err := hardware.TwinOf(board.Wiring)
	if err != nil {
		return nil // reported as a fault of the configuration
	}
	if err := sheet.Fits(board.ID, wiring.Served(wired), board.Sensing, sheet.Linear); err != nil {
		return []strict.Fault{{File: path, Warning: true, What: "not used: " + err.Error()}}
	}
	return nil
}
