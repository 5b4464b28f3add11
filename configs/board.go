package configs

import (
	"time"

	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
)

// Board is one sensor board: the topic level it publishes under and how its
// sensors reach the computer.
type Board struct {
	ID      string // topic level; each board of a daemon has its own
	Event   string // topic level of the tournament
	Sensing sensors.Sensing
	ScanHz  float64 // whole scans a second, 5 to 1000
	// IdleScanHz is how many when nothing has changed for IdleAfter and nothing
	// is to be decided, 1 to ScanHz; 0 is ScanHz, always.
	IdleScanHz float64
	IdleAfter  time.Duration
	Clock      scan.ClockLines // of the chess clock; the zero value is none
	Lights     wiring.Lights   // its lamps; the zero value is none
	Training   bool            // lamps may help the players during a game
	Buzzer     wiring.Buzzer   // the zero value is none
	BuzzerOn   bool            // it may sound during a game
	Wiring     wiring.Wiring   // Simulated, or how real sensors are wired
	// Calibration names the file of what was measured of the sensors; "" is the
	// usual one, which CalibrationOf knows.
	Calibration string
	Tactile     bool   // the board of a visually impaired player
	Second      string // the id of the other board on which the same game is played; "" is none
}

// Period is the time from one scan to the next.
func (b Board) Period() time.Duration {
	return time.Duration(float64(time.Second) / b.ScanHz)
}

// IdlePeriod is the time from one scan to the next while the board is idle, 0
// when that makes no difference.
func (b Board) IdlePeriod() time.Duration {
	if b.IdleScanHz <= 0 || b.IdleScanHz >= b.ScanHz {
		return 0
	}
	return time.Duration(float64(time.Second) / b.IdleScanHz)
}
