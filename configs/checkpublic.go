package configs

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"touchmove/internal/certainty"
	"touchmove/internal/strict"
	"touchmove/internal/topic"
)

func (k *checker) broadcast(raw *broadcastTable, c *Config) {
	b := &c.Broadcast
	defer k.optional(raw, c)
	wrong := false
	if raw.Delay != nil {
		d, err := time.ParseDuration(*raw.Delay)
		if err != nil || d < 0 || d > longestDelay {
			wrong = true
			k.Fault("broadcast.delay", fmt.Sprintf("delay: %q is not a time from 0 to 24 hours", *raw.Delay), "write a number and a unit, for example `15m` or `90s`")
		} else {
			b.Delay = d
		}
	}
	b.Base = delayedBase(c.MQTT.Base)
	if raw.Base == nil {
		if b.Delay > 0 && !topic.IsLevel(b.Base[strings.LastIndexByte(b.Base, '/')+1:]) {
			k.Fault("broadcast.delay", fmt.Sprintf("delay: the delayed feed has no base: %q is too long to add -delayed to it", c.MQTT.Base), "write base under [broadcast]")
		}
		return
	}
	b.Base = *raw.Base
	for _, level := range strings.Split(b.Base, "/") {
		k.Level("broadcast.base", "base", level, "delayed")
	}
	below := func(a, b string) bool { return a == b || strings.HasPrefix(a, b+"/") }
	if below(b.Base, c.MQTT.Base) || below(c.MQTT.Base, b.Base) {
		k.Fault("broadcast.base", fmt.Sprintf("base: %s and mqtt.base, %s, contain each other: whoever may read one could read both", b.Base, c.MQTT.Base),
			"write a base of its own, for example `"+delayedBase(c.MQTT.Base)+"`")
	}
	if b.Delay == 0 && !wrong {
		k.Warn("broadcast.base", "base: there is no delay, so nothing is published here", `write delay = "15m" beside it, or remove it`)
	}
}

// optional checks the topics that are published only if the configuration asks for them.
func (k *checker) optional(raw *broadcastTable, c *Config) {
	b := &c.Broadcast
	b.Values, b.HomeAssistant = raw.Values, raw.HomeAssistant
	if b.HomeAssistant != "" {
		k.Level("broadcast.home_assistant", "home_assistant", b.HomeAssistant, "homeassistant")
		if first, _, _ := strings.Cut(c.MQTT.Base, "/"); first == b.HomeAssistant || strings.HasPrefix(b.Base, b.HomeAssistant+"/") {
			k.Fault("broadcast.home_assistant", fmt.Sprintf("home_assistant: the boards' own topics begin with %s", b.HomeAssistant), "write homeassistant, the default of Home Assistant")
		}
	}
	if raw.Settled == nil {
		return
	}
	if b.Settled = *raw.Settled; b.Settled != 0 && b.Settled != certainty.Likely && b.Settled != certainty.Certain {
		k.Fault("broadcast.settled", fmt.Sprintf("settled: %v is not a published certainty", b.Settled),
			fmt.Sprintf("write %v, or %v for all but guesses; 0 publishes no such topic", certainty.Certain, certainty.Likely))
	}
}

func (k *checker) event(raw *eventTable, e *Event) {
	*e = Event{File: k.path(raw.File), Round: raw.Round, Name: raw.Name, Site: raw.Site, TimeControl: raw.TimeControl, EnvelopeKeys: raw.EnvelopeKeys}
	for _, key := range e.EnvelopeKeys {
		if !envelopeKey.MatchString(key) {
			k.Fault("event.envelope_keys", fmt.Sprintf("envelope_keys: %q is not the public half of a key", key), "write what `touchmove envelope key` prints as public: it begins with age1")
		}
	}
	for _, key := range []struct{ name, value string }{
		{"round", e.Round}, {"name", e.Name}, {"site", e.Site}, {"time_control", e.TimeControl},
	} {
		if key.value != strict.OneLine(key.value) || len(key.value) > 255 {
			k.Fault("event."+key.name, key.name+": it does not fit into a PGN tag", "write up to 255 bytes on one line")
		} else if key.value != "" && e.File == "" {
			k.Warn("event."+key.name, key.name+": without an event file it is not used", `write file = "event.toml" beside it (docs/event.md)`)
		}
	}
}

// envelopeKey matches the public half of an age key: Bech32 with its prefix.
var envelopeKey = regexp.MustCompile(`^age1[02-9ac-hj-np-z]{58}$`)

// longestDelay is longer than the delay of any broadcast: a day.
const longestDelay = 24 * time.Hour
