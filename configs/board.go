package configs

import (
	"time"

	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
)

// Board is one sensor board: how its sensors reach the computer, and the topic level under
// which it publishes.
type Board struct {
	ID      string // topic level, unique among the boards of a daemon
	Event   string // topic level of the event
	Sensing sensors.Sensing
	ScanHz  float64 // complete scans per second, 5 to 1000
	// IdleScanHz is the rate used when nothing has changed for IdleAfter and nothing is
	// left to decide, from 1 to ScanHz; 0 keeps ScanHz.
	IdleScanHz float64
	IdleAfter  time.Duration
	Clock      scan.ClockLines // lines of the chess clock; the zero value means none
	Lights     wiring.Lights   // its lamps; the zero value means none
	Training   bool            // lamps may help the players during a game
	Buzzer     wiring.Buzzer   // the zero value means none
	BuzzerOn   bool            // it may sound during a game
	Wiring     wiring.Wiring   // Simulated, or how real sensors are wired
	// Calibration names the file of the board's calibration; if it is "", CalibrationOf
	// gives the default file.
	Calibration string
	Tactile     bool   // used by a visually impaired player
	Second      string // the id of the other board on which the same game is played; "" means none
}

// Period is the time from one scan to the next.
func (b Board) Period() time.Duration {
	return time.Duration(float64(time.Second) / b.ScanHz)
}

// IdlePeriod is the time from one scan to the next while the board is idle, or 0 if that is
// not longer than Period.
func (b Board) IdlePeriod() time.Duration {
	if b.IdleScanHz <= 0 || b.IdleScanHz >= b.ScanHz {
		return 0
	}
	return time.Duration(float64(time.Second) / b.IdleScanHz)
}
