package configs

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Config is the whole configuration of the daemon, checked and with defaults filled in. It
// is made by Default, Load or Parse and not changed afterwards.
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
	Boards    []Board // one or more, with distinct ids
}

// Game is how the games on this daemon's boards are played, until a new-game
// command says otherwise.
type Game struct {
	Laws       rules.Laws // edition of the Laws; by default the one in force
	Variant    rules.Variant
	Mode       trace.Mode    // standard, rapid or blitz
	ModeGiven  bool          // Mode is in the file; otherwise the time control may determine it
	Publish    trace.Publish // how soon moves are published; sure by default
	Supervised bool          // adequately supervised (2009, A3 and B2); true by default
	Quickplay  bool          // the quickplay finish was announced beforehand (2018: III.2.1)
	Clock      trace.Clock   // whether presses reach the daemon; ClockUnknown until one is seen
	// TimeControl is what the clocks are set to, or "" if none is given. BlackControl is
	// Black's if it differs. Package reconcile/clock parses both.
	TimeControl, BlackControl string
	// Announcements is the set of names with which moves are announced in games of visually
	// impaired players: de, es, en or pt; "" is the set of the edition.
	Announcements string
}

// Screen is where the broadcast screen is served.
type Screen struct {
	Listen  string         // host:port; empty is no screen
	Origins []string       // origins under which a proxy serves it, as https://boards.example.org; arbiters may log in there
	Proxies []netip.Prefix // proxies that are trusted to name their visitors
	Site    string         // directory of the event's pages, as `touchmove event site --data` writes them; empty means none
}

// Log is what the daemon writes to standard error.
type Log struct {
	Level string // debug, info, warn or error
	JSON  bool   // one JSON object per line instead of text
}

// Origins returns the web origins under which browsers may log in as arbiters, besides this
// computer's own names: those of a proxy, and the name in the local network.
func (c *Config) Origins() []string {
	all := slices.Clone(c.Screen.Origins)
	if _, port, err := net.SplitHostPort(c.Screen.Listen); err == nil && c.MDNS.Name != "" {
		all = append(all, "http://"+net.JoinHostPort(c.MDNS.Name+".local", port))
	}
	return all
}

// CalibrationOf returns the calibration file of a board. If the configuration names one,
// must is true and the file must exist. Otherwise it is ID.levels.toml beside the
// configuration, which may be missing. Without a configuration file, path is "".
func (c *Config) CalibrationOf(b Board) (path string, must bool) {
	switch {
	case b.Calibration != "":
		return b.Calibration, true
	case c.Path == "":
		return "", false
	}
	return filepath.Join(filepath.Dir(c.Path), b.ID+".levels.toml"), false
}

// Header returns the first line of a trace of this board: the board's nature and the Laws
// of this configuration, from the standard starting position. If a clock is wired to the
// board, it is taken to send presses, whatever the key clock of the file says.
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

// ControlDir returns the directory of the sockets for commands: the configured one, else
// the runtime directory that systemd gives the daemon, else one in the state directory.
func (c *Config) ControlDir() string {
	if c.Control.Dir != "" {
		return c.Control.Dir
	}
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(c.State, "control")
}

// PublicBase returns the base below which everybody may read. With a delay, that is the
// base of the delayed feed.
func (c *Config) PublicBase() string {
	if c.Broadcast.Delay > 0 {
		return c.Broadcast.Base
	}
	return c.MQTT.Base
}
