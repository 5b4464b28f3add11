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
	ID        string // as the configuration calls it
	What      string // how it is wired, in words, as "8×ADS7138"
	Driver    string // as the configuration calls it
	Program   string // version of the program that measures
	Sensing   sensors.Sensing
	Linear    bool
	ActiveLow bool               // of digital inputs
	Wiring    calibration.Wiring // as configured
	Names     Names
	Wires     bool // each square has a wire of its own, numbered as in the wiring plan
	ScanHz    float64
	// Table makes squares of counts as the daemon would today. It may be wrong:
	// that is what a technician is there for.
	Table *calibration.Table
	Sheet *calibration.Sheet // measured before; nil is none
	File  string             // where the sheet is kept, as people say it
	// Options are the words that follow a command at this board, as
	// "--config hall-7.toml".
	Options string
}

// command is how a subcommand of calibrate is called for this board.
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

// wired returns the wiring that is believed now: measured, or configured.
func (b *Board) wired() calibration.Wiring {
	if b.Sheet != nil && len(b.Sheet.Wiring) == len(b.Wiring) {
		return b.Sheet.Wiring
	}
	return b.Wiring
}

// channel names the wire and the channel under a square.
func (b *Board) channel(sq rules.Square) string { return b.on(b.wired(), sq) }

// on names the wire and the channel of a square in a wiring. Wires are counted as the
// wiring plan does: channel by channel, those left out that serve no square.
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
