package guide

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Board is what is known of a board before anything is measured.
type Board struct {
	ID        string // as in the configuration
	What      string // its wiring in words, as "8×ADS7138"
	Driver    string // as in the configuration
	Program   string // version of this program
	Sensing   sensors.Sensing
	Linear    bool
	ActiveLow bool               // for digital inputs
	Wiring    calibration.Wiring // as configured
	Names     Names
	Wires     bool // each square has its own wire, numbered as in the wiring plan
	ScanHz    float64
	// Table turns counts into squares as the daemon would today. It may be wrong: that is
	// why the board is calibrated.
	Table *calibration.Table
	Sheet *calibration.Sheet // of an earlier calibration; nil if there is none
	File  string             // where the sheet is kept, as shown to people
	// Options are the options of a command for this board, as "--config hall-7.toml".
	Options string
	// Plan is the command that draws the wiring that was found, as "touchmove wiring hall-7.toml"; empty on a board
	// whose calibration is not kept.
	Plan string
}

// command returns the command line of a subcommand of calibrate for this board.
func (b *Board) command(sub string) string {
	line := "touchmove calibrate"
	if sub != "" {
		line += " " + sub
	}
	if b.Options != "" {
		line += " " + b.Options
	}
	return line
}

// Names names channels.
type Names interface {
	Long(channel int) string  // "chip 0x13 AIN7"
	Short(channel int) string // "3.7": at most four characters
}

// Frame is one reading of all channels.
type Frame struct {
	At     time.Duration // since the first reading
	Counts sensors.Counts
	Err    error // why some channels were lost
}

// wired returns the wiring in use: the measured one, or else the configured one.
func (b *Board) wired() calibration.Wiring {
	if b.Sheet != nil && len(b.Sheet.Wiring) == len(b.Wiring) {
		return b.Sheet.Wiring
	}
	return b.Wiring
}

// channel names the wire and the channel of a square.
func (b *Board) channel(sq rules.Square) string { return b.on(b.wired(), sq) }

// on names the wire and the channel of a square in a wiring. Wires are numbered as in the
// wiring plan: channel by channel, without those that serve no square.
func (b *Board) on(wired calibration.Wiring, sq rules.Square) string {
	ch := wired.Channel(sq)
	if ch < 0 {
		return "no channel"
	}
	if !b.Wires {
		return b.Names.Long(ch)
	}
	wire := 0
	for _, served := range wired[:ch+1] {
		if served != rules.NoSquare {
			wire++
		}
	}
	return fmt.Sprintf("wire %d, %s", wire, b.Names.Long(ch))
}
