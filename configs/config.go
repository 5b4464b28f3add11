package configs

import (
	"net"
	"os"
	"path/filepath"
	"slices"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Config is everything that configures the daemon, checked and with
// defaults filled in. It is made by Default, Load or Parse and not changed
// afterwards.
type Config struct {
	Path      string // the file it came from; empty for Default
	State     string // directory of journals and PGN files
	Game      Game
	MQTT      MQTT
	Screen    Screen
	Organiser Organiser
	Log       Log
	Broadcast Broadcast
	Event     Event
	Control   Control
	Journal   Journal
	Metrics   Metrics
	MDNS      MDNS
	Boards    []Board // one or more, each id once
}

// Game is how the games on this daemon's boards are played, until a new-game
// command says otherwise.
type Game struct {
	Laws       rules.Laws // edition that is played by; the one in force by default
	Variant    rules.Variant
	Mode       trace.Mode    // standard, rapid or blitz
	ModeGiven  bool          // Mode is in the file; otherwise the time control may say it
	Publish    trace.Publish // how soon moves are published; sure by default
	Supervised bool          // adequately supervised (2009, A3 and B2); true by default
	Quickplay  bool          // the quickplay finish was announced beforehand (2018: III.2.1)
	Clock      trace.Clock   // whether presses reach the daemon; ClockUnknown until one is seen
	// TimeControl is what the clocks are set to, "" where none is given; BlackControl
	// is Black's where it is another one. Both as package reconcile/clock reads them.
	TimeControl, BlackControl string
	// Announcements is the set of names in which moves are announced in games of
	// visually impaired players: de, es, en or pt; "" is the set of the edition.
	Announcements string
}

// Screen is where the broadcast screen is served.
type Screen struct {
	Listen  string   // host:port; empty is no screen
	Origins []string // under which a proxy shows it, as https://boards.example.org; arbiters may log in there
	Site    string   // directory of the event's pages, as `touchmove event site --data` writes them; empty is none
}

// Log is what the daemon writes to standard error.
type Log struct {
	Level string // debug, info, warn or error
	JSON  bool   // one JSON object a line instead of text
}

// Origins are the origins, beside this computer's own names, under which browsers may log in as arbiters:
// those of a proxy, and the name in the local network.
func (c *Config) Origins() []string {
	all := slices.Clone(c.Screen.Origins)
	if _, port, err := net.SplitHostPort(c.Screen.Listen); err == nil && c.MDNS.Name != "" {
		all = append(all, "http://"+net.JoinHostPort(c.MDNS.Name+".local", port))
	}
	return all
}

// CalibrationOf is the file of what was measured of a board's sensors: the one
// that the configuration names, which must be there, or else ID.levels.toml
// beside the configuration, which need not. Without a configuration file there
// is none.
func (c *Config) CalibrationOf(b Board) (path string, must bool) {
	switch {
	case b.Calibration != "":
		return b.Calibration, true
	case c.Path == "":
		return "", false
	}
	return filepath.Join(filepath.Dir(c.Path), b.ID+".levels.toml"), false
}

// Header is the first line of a trace of this board: the board's nature and
// the Laws of this configuration, from the standard starting position. A clock
// that is wired to the board sends presses, whatever the file says of others.
func (c *Config) Header(b Board) trace.Header {
	oppo := false
	for _, other := range c.Boards {
		if other.ID != b.ID && (other.ID == b.Second || other.Second == b.ID) {
			oppo = other.Tactile
		}
	}
	clock := c.Game.Clock
	if b.Clock.Wired() {
		clock = trace.ClockButtons
	}
	return trace.Header{
		Board:         b.ID,
		Sensing:       b.Sensing,
		Variant:       c.Game.Variant,
		Start:         standardStart,
		Laws:          c.Game.Laws,
		ScanHz:        b.ScanHz,
		Clock:         clock,
		Mode:          c.Game.Mode,
		ModeGiven:     c.Game.ModeGiven,
		Quickplay:     c.Game.Quickplay,
		Publish:       c.Game.Publish,
		Unsupervised:  !c.Game.Supervised,
		TimeControl:   c.Game.TimeControl,
		BlackControl:  c.Game.BlackControl,
		Tactile:       b.Tactile,
		TactileOppo:   oppo,
		TwoBoards:     b.Second != "",
		ClaimsDecided: true,
		Names:         c.Game.Announcements,
	}
}

const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// ControlDir is the directory of the sockets for commands: the configured one,
// else the one that systemd gives the daemon for its run, else one in the state
// directory.
func (c *Config) ControlDir() string {
	if c.Control.Dir != "" {
		return c.Control.Dir
	}
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(c.State, "control")
}

// PublicBase is the base below which everybody may read: that of the delayed
// feed when there is a delay.
func (c *Config) PublicBase() string {
	if c.Broadcast.Delay > 0 {
		return c.Broadcast.Base
	}
	return c.MQTT.Base
}
