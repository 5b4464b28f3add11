package contract

import (
	"slices"
	"strings"
)

// Channel is one kind of topic.
type Channel struct {
	Name     string // the levels after the board, as "state"; + stands for a command
	Retained bool
	QoS      byte
	Private  bool   // only for clients with a credential
	Optional bool   // published only if the configuration asks for it
	Incoming bool   // published by others and read by the daemon
	Foreign  bool   // published by another of our programs, not by the daemon
	Clears   bool   // an empty retained message removes it from the broker (MQTT 3.1.1, 3.3.1.3)
	Schema   string // schema of its payloads: schemas/<Schema>.json
	Text     string // what it is about, in one line
}

// Textual reports whether payloads are text, not JSON, and returns their media type.
func (c Channel) Textual() (mediaType string, is bool) {
	switch c.Name {
	case Availability, Position, ValueResult, ValueTurn, ValueLast, ValueWhiteClock, ValueBlackClock:
		return "text/plain", true
	case PGN:
		return "application/vnd.chess-pgn", true
	}
	return "application/json", false
}

// The names of the channels, which are the last levels of a board's topics. The name of a
// command follows Command.
const (
	Availability = "availability"
	Info         = "info"
	Game         = "game"
	State        = "state"
	Position     = "position"
	Move         = "move"
	Event        = "event"
	Alarm        = "alarm"
	Clock        = "clock"
	PGN          = "pgn"
	Desk         = "desk"
	Alarms       = "alarms"
	Lights       = "lights"
	Previous     = "previous"
	Raw          = "raw"
	Command      = "cmd"
	Result       = "result"
	Settled      = "settled"
	Analysis     = "analysis"

	// These have a single value each, as text.
	ValueResult     = "value/result"
	ValueTurn       = "value/turn"
	ValueLast       = "value/last"
	ValueWhiteClock = "value/white-clock"
	ValueBlackClock = "value/black-clock"
)

// Device and Config are levels in the topics of Home Assistant's discovery:
// <prefix>/device/<object>/config. These topics are not below a base.
const (
	Device = "device"
	Config = "config"
)

// Node takes the place of a board in the topics of a computer; no board can have this name.
const Node = "_node"

// channels are the channels of a board, in the order in which retained messages are
// published on a connection.
var channels = []Channel{
	{Name: Availability, Retained: true, QoS: 1, Schema: "availability", Text: "whether the board is there; degraded: a sensor has no vote or gives no reading, and play continues"},
	{Name: Info, Retained: true, QoS: 1, Schema: "info", Text: "what the board is and who serves it"},
	{Name: Previous, Retained: true, QoS: 1, Schema: "previous", Text: "the last games before this one, each with its last published state"},
	{Name: Game, Retained: true, QoS: 1, Schema: "game", Text: "who plays what"},
	{Name: State, Retained: true, QoS: 1, Schema: "state", Text: "the whole of what a screen needs, in one message"},
	{Name: Settled, Retained: true, QoS: 1, Optional: true, Schema: "settled", Text: "the game as far as it is final: moves that were completed and reached the configured certainty"},
	{Name: Position, Retained: true, QoS: 1, Schema: "position", Text: "the position alone, for small displays"},
	{Name: Clock, Retained: true, QoS: 0, Schema: "clock", Text: "both times; on every change, and again every 5 s while the clock runs"},
	{Name: ValueResult, Retained: true, QoS: 1, Optional: true, Schema: "value-result", Text: "the result alone, * while there is none that counts"},
	{Name: ValueTurn, Retained: true, QoS: 1, Optional: true, Schema: "value-turn", Text: "who has the move, alone; - where nobody has"},
	{Name: ValueLast, Retained: true, QoS: 1, Optional: true, Schema: "value-last", Text: "the last move alone, as 2... Nc6; - before the first"},
	{Name: ValueWhiteClock, Retained: true, QoS: 1, Optional: true, Schema: "value-clock", Text: "White's time alone, at the last change of the clock; - where it is not known"},
	{Name: ValueBlackClock, Retained: true, QoS: 1, Optional: true, Schema: "value-clock", Text: "Black's time alone, at the last change of the clock; - where it is not known"},
	{Name: Alarm, Retained: true, QoS: 1, Schema: "alarm", Text: "what needs attention now; an empty list when nothing does"},
	{Name: PGN, Retained: true, QoS: 1, Schema: "pgn", Text: "the game so far"},
	{Name: Analysis, Retained: true, QoS: 1, Foreign: true, Clears: true, Schema: "analysis", Text: "what a chess engine finds in the position that state shows, where an organiser runs touchmove analyse"},
	{Name: Desk, Retained: true, QoS: 1, Private: true, Schema: "desk", Text: "what an arbiter's console lists"},
	{Name: Alarms, Retained: true, QoS: 1, Private: true, Schema: "alarms", Text: "what rings at an arbiter's console"},
	{Name: Lights, Retained: true, QoS: 1, Private: true, Schema: "lights", Text: "what the lamps of a board show, and what of them does not answer; of boards with lamps"},
	{Name: Move, QoS: 1, Schema: "move", Text: "one move, one that replaces another, or one taken back"},
	{Name: Event, QoS: 1, Private: true, Schema: "event", Text: "every event of the game: touches, obligations, illegal moves, faults, results"},
	{Name: Raw, QoS: 0, Private: true, Schema: "raw", Text: "readings of the sensors, while a technician has asked for them"},
	{Name: Command + "/+", QoS: 1, Private: true, Incoming: true, Schema: "command", Text: "a command to the daemon"},
	{Name: Command + "/+/" + Result, QoS: 1, Private: true, Schema: "result", Text: "the answer to a command, once it is kept or refused"},
}

// ofNode is the channel of a computer's availability.
var ofNode = Channel{Name: Availability, Retained: true, QoS: 1, Schema: "node", Text: "whether a whole computer is there"}

// ofDiscovery is the channel through which Home Assistant discovers a board.
var ofDiscovery = Channel{Name: Config, Retained: true, QoS: 1, Optional: true, Schema: "discovery", Text: "the board as a device of Home Assistant"}

// Channels lists the channels of a board.
func Channels() []Channel { return slices.Clone(channels) }

// Of returns the channel of a topic, which may lack its first levels: only the last levels
// matter. It returns false for other topics.
func Of(topic string) (Channel, bool) {
	levels := strings.Split(topic, "/")
	n := len(levels)
	last := func(back int) string {
		if back > n {
			return ""
		}
		return levels[n-back]
	}
	if last(3) == Node && last(1) == Availability {
		return ofNode, true
	}
	if last(3) == Device && last(1) == Config {
		return ofDiscovery, true
	}
	name := last(1)
	switch {
	case last(2) == "value":
		name = "value/" + name
	case last(3) == Command && name == Result:
		name = Command + "/+/" + Result
	case last(2) == Command:
		name = Command + "/+"
	}
	if i := slices.IndexFunc(channels, func(c Channel) bool { return c.Name == name }); i >= 0 {
		return channels[i], true
	}
	return Channel{}, false
}
