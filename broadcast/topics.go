package broadcast

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"touchmove/broadcast/contract"
)

// Topics are the topics of one board. Base may have several levels; Event, Board and
// Node are one level each.
type Topics struct {
	Base, Event, Board, Node string

	Delayed bool // of the delayed feed, for the public
	More    More
}

// More is what is published only if the configuration asks for it.
type More struct {
	Certainty float64 // least confidence of the moves on the topic settled: reconcile.Likely or Certain; 0 is no such topic
	Values    bool    // whether some values have a small topic each
	Discovery string  // first level of Home Assistant's discovery, as homeassistant; empty means none
}

// Validate checks that every level is 1 to 32 of the characters a-z, 0-9 and hyphen. The
// error names the level.
func (t Topics) Validate() error {
	for _, level := range append(strings.Split(t.Base, "/"), t.Event, t.Board, t.Node) {
		if !isLevel(level) {
			return fmt.Errorf("topic level %q: write 1 to 32 of the characters a-z, 0-9 and hyphen", level)
		}
	}
	return nil
}

func isLevel(s string) bool {
	return len(s) >= 1 && len(s) <= 32 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// The last levels of a board's topics.
const (
	topicAvailability = contract.Availability
	topicInfo         = contract.Info
	topicGame         = contract.Game
	topicState        = contract.State
	topicPosition     = contract.Position
	topicMove         = contract.Move
	topicEvent        = contract.Event
	topicAlarm        = contract.Alarm
	topicClock        = contract.Clock
	topicPGN          = contract.PGN
	topicDesk         = contract.Desk
	topicAlarms       = contract.Alarms
	topicPrevious     = contract.Previous
	topicRaw          = contract.Raw
	topicLights       = contract.Lights
	topicCommand      = contract.Command
	topicSettled      = contract.Settled
)

// nodeLevel takes the place of a board's name; no board can have it.
const nodeLevel = contract.Node

// ClientPrefix begins the client id of every connection of a daemon. The id is the same
// after a restart, so the broker ends the connection of a daemon that died, and publishes
// its will, before it accepts the new one.
const ClientPrefix = "touchmove-"

// client returns the client id of a connection for publishing. At most brokers without
// authentication, a client that connects with another's id ends the other's connection. So
// the id contains something that only somebody with the password can compute.
func (t Topics) client(as Broker, levels ...string) string {
	id := ClientPrefix + strings.Join(levels, "-")
	if t.Delayed { // the live feed of the same board has a connection of its own
		id += "-delayed"
	}
	if as.Password != "" {
		mac := hmac.New(sha256.New, []byte(as.Password))
		mac.Write([]byte(id)) // never fails
		id += "-" + hex.EncodeToString(mac.Sum(nil)[:8])
	}
	return id
}

// of returns a topic of the board with these last levels.
func (t Topics) of(last ...string) string {
	return strings.Join(append([]string{t.Base, t.Event, t.Board}, last...), "/")
}

// node returns the topic of this computer's availability.
func (t Topics) node() string {
	return strings.Join([]string{t.Base, t.Event, nodeLevel, t.Node, topicAvailability}, "/")
}

// Private reports whether a topic below base, or a filter that names its last levels, needs
// a login to read: events, which show what players touch and must do, the desk, alarms,
// lamps, raw readings, and commands with their answers. The topic is given without the
// levels of base.
func Private(below string) bool {
	levels := strings.Split(below, "/")
	if len(levels) < 3 || levels[1] == nodeLevel {
		return false
	}
	switch levels[2] {
	case topicEvent, topicDesk, topicAlarms, topicLights, topicRaw, topicCommand:
		return true
	}
	return false
}
