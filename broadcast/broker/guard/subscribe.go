package guard

// following is what follows each filter of a packet.
type following bool

const (
	nothingFollows following = false
	qosFollows     following = true // one byte
)

// checkFilters checks a SUBSCRIBE (3.8) or an UNSUBSCRIBE (3.10).
func checkFilters(f *fields, after following, l Limits) error {
	if err := f.id(); err != nil {
		return err
	}
	n := 0
	for ; len(f.left) > 0; n++ {
		if n == l.Filters {
			return wrong("%s with more than %d filters", f.of, l.Filters)
		}
		if err := f.filter(l); err != nil {
			return err
		}
		if after == qosFollows {
			if err := f.requestedQoS(); err != nil {
				return err
			}
		}
	}
	if n == 0 {
		return wrong("%s without a filter [MQTT-3.8.3-3] [MQTT-3.10.3-2]", f.of)
	}
	return nil
}

// requestedQoS reads the byte after a filter of a SUBSCRIBE.
func (f *fields) requestedQoS() error {
	qos, err := f.byte("requested QoS")
	if err == nil && qos > 2 {
		err = wrong("SUBSCRIBE for QoS byte %#02x [MQTT-3-8.3-4]", qos)
	}
	return err
}

// filter reads a topic filter. A wildcard must be alone in its level, and # must be in the
// last one [MQTT-4.7.1-2] [MQTT-4.7.1-3].
func (f *fields) filter(l Limits) error {
	filter, err := f.text("filter", l.Topic)
	if err != nil {
		return err
	}
	for i, c := range filter {
		if c != '+' && c != '#' {
			continue
		}
		begins := i == 0 || filter[i-1] == '/'
		ends := i == len(filter)-1
		if !begins || !ends && (c == '#' || filter[i+1] != '/') {
			return wrong("the filter %q has a wildcard beside something else [MQTT-4.7.1-2] [MQTT-4.7.1-3]", filter)
		}
	}
	return f.levels(filter, "filter", l)
}
