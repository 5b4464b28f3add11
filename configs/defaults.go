package configs

import (
	"os"
	"path/filepath"
	"strings"

	"touchmove/internal/topic"
	"touchmove/rules"
	"touchmove/sensors"
)

// The values of keys that are not in the file.
const (
	defaultListen     = "127.0.0.1:1883"
	defaultWebSocket  = "127.0.0.1:8083"
	defaultScreen     = "127.0.0.1:8080"
	defaultBase       = "touchmove/v1"
	defaultEvent      = "local"
	defaultBoard      = "demo-1" // called board 1 on pages and in PGN
	defaultScanHz     = 200
	defaultBus        = "1"  // the bus on pins 3 and 5 of a Pi's header
	defaultSettleUS   = 50   // a reed contact and a 10 kOhm pull-up need a tenth of it
	defaultMCPSettle  = 100  // the chip's own pull-ups have 100 kOhm
	defaultMuxSettle  = 0    // the transaction that starts a conversion is slow enough
	defaultIdleAfter  = 60   // seconds
	defaultBrightness = 20   // percent: lamps below wood, in a lit room
	defaultSupplyMA   = 1000 // for the lamps
	defaultDebounce   = 5000 // microseconds; a lever bounces for one or two milliseconds
	defaultSeed       = 7
	defaultStyle      = "club"
	defaultChip       = "mcp23017"
	defaultSpeed      = 1
)

// Default returns the configuration of a daemon started without a file: one simulated board
// with simulated MCP23017 chips, the embedded broker and the screen, all on loopback.
func Default() *Config {
	return &Config{
		State:     stateDir(),
		Game:      Game{Laws: rules.InForce, Supervised: true},
		MQTT:      MQTT{Listen: defaultListen, WebSocket: defaultWebSocket, Base: defaultBase, Node: hostLevel()},
		Screen:    Screen{Listen: defaultScreen},
		Log:       Log{Level: "info"},
		Broadcast: Broadcast{Base: delayedBase(defaultBase)},
		Boards: []Board{{
			ID: defaultBoard, Event: defaultEvent, Sensing: sensors.Occupancy, ScanHz: defaultScanHz,
			Wiring: Simulated{Chip: defaultChip, Style: defaultStyle, Seed: defaultSeed, Speed: defaultSpeed},
		}},
	}
}

// stateDir returns the default directory for journals: the one that systemd gives the
// daemon, else the user's state directory (XDG Base Directory Specification 0.8), else a
// temporary one.
func stateDir() string {
	if dir := os.Getenv("STATE_DIRECTORY"); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "touchmove")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "state", "touchmove")
	}
	return filepath.Join(os.TempDir(), "touchmove")
}

// hostLevel returns this computer's name as a topic level.
func hostLevel() string {
	name, err := os.Hostname()
	if err != nil {
		return "node"
	}
	short, _, _ := strings.Cut(name, ".")
	return topic.Level(short)
}

// delayedBase returns the default base of the delayed feed.
func delayedBase(base string) string { return base + "-delayed" }
