package broadcast

import (
	"strings"

	"touchmove/broadcast/contract"
)

// entity is one component of a device in Home Assistant's MQTT discovery (its
// documentation, "MQTT", "Discovery payload"; device discovery, from 2024.12).
type entity struct {
	Platform    string   `json:"platform"`
	Name        string   `json:"name"`
	UniqueID    string   `json:"unique_id"`
	StateTopic  string   `json:"state_topic"`
	QoS         int      `json:"qos"` // 1; said for each component, because the first releases do not pass on that of the device
	Template    string   `json:"value_template"`
	DeviceClass string   `json:"device_class,omitempty"`
	Options     []string `json:"options,omitempty"`
	Unit        string   `json:"unit_of_measurement,omitempty"`
	Category    string   `json:"entity_category,omitempty"`
	Icon        string   `json:"icon,omitempty"`
}

// discoveryTopic returns the topic on which Home Assistant looks for the board.
func (t Topics) discoveryTopic() string {
	return strings.Join([]string{t.More.Discovery, contract.Device, t.object(), contract.Config}, "/")
}

// object returns the name of the board among the devices of Home Assistant.
func (t Topics) object() string { return "touchmove_" + t.Event + "_" + t.Board }

// discoveryPayload describes a board to Home Assistant: one device, whose availability has
// the two values that Home Assistant knows, and beside it the board's health. It does not
// describe the game.
func discoveryPayload(t Topics, info Info) []byte {
	type device struct {
		Identifiers  []string `json:"identifiers"`
		Name         string   `json:"name"`
		Manufacturer string   `json:"manufacturer"`
		Model        string   `json:"model"`
		SWVersion    string   `json:"sw_version"`
	}
	type origin struct {
		Name      string `json:"name"`
		SWVersion string `json:"sw_version"`
	}
	type availability struct {
		Topic    string `json:"topic"`
		Template string `json:"value_template"`
	}
	components := map[string]entity{}
	for key, e := range map[string]entity{
		"result": {
			Platform: "sensor", Name: "Result", Icon: "mdi:trophy-outline", StateTopic: topicState,
			Template: "{{ '*' if value_json.proposed else value_json.result }}",
		},
		"turn": {
			Platform: "sensor", Name: "To move", Icon: "mdi:chess-pawn", StateTopic: topicState, DeviceClass: "enum", Options: []string{"white", "black", "none"},
			Template: "{{ value_json.turn if value_json.phase == 'playing' else 'none' }}",
		},
		"last_move": {
			Platform: "sensor", Name: "Last move", Icon: "mdi:chess-knight", StateTopic: topicState,
			Template: "{{ value_json.last.san if value_json.last else 'none' }}",
		},
		"white_clock": {
			Platform: "sensor", Name: "White's clock", Icon: "mdi:timer-outline", StateTopic: topicClock, DeviceClass: "duration", Unit: "s",
			Template: "{{ 'None' if value_json.white_ms is none else (value_json.white_ms / 1000) | int }}",
		},
		"black_clock": {
			Platform: "sensor", Name: "Black's clock", Icon: "mdi:timer", StateTopic: topicClock, DeviceClass: "duration", Unit: "s",
			Template: "{{ 'None' if value_json.black_ms is none else (value_json.black_ms / 1000) | int }}",
		},
		"problem": {
			Platform: "binary_sensor", Name: "Sensors", StateTopic: topicAvailability, DeviceClass: "problem", Category: "diagnostic",
			Template: "{{ 'ON' if value == 'degraded' else 'OFF' }}",
		},
	} {
		e.UniqueID, e.StateTopic, e.QoS = t.object()+"_"+key, t.of(e.StateTopic), 1
		components[key] = e
	}
	return encode(struct {
		Device       device            `json:"device"`
		Origin       origin            `json:"origin"`
		Availability []availability    `json:"availability"`
		Components   map[string]entity `json:"components"`
	}{
		device{[]string{t.object()}, t.Board, "touchmove", info.Hardware, info.Version},
		origin{"touchmove", info.Version},
		[]availability{{t.of(topicAvailability), "{{ 'offline' if value == 'offline' else 'online' }}"}},
		components,
	})
}
