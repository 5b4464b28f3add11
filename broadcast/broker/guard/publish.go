package guard

import "bytes"

// checkPublish checks everything but the payload, which may be anything (3.3.3).
func checkPublish(f *fields, qos byte, l Limits) error {
	if len(f.left) > 2 && f.left[2] == '$' {
		// The library drops such a message without an acknowledgement, and the client would
		// wait for ever.
		return wrong("a PUBLISH to a topic of the broker's own, which begins with $ (4.7.2)")
	}
	if err := f.topicName("topic name", l); err != nil {
		return err
	}
	if qos > 0 {
		return f.id() // 3.3.2.2
	}
	return nil
}

// topicName reads a topic name: no wildcard in it [MQTT-3.3.2-2], at least one character
// [MQTT-4.7.3-1].
func (f *fields) topicName(what string, l Limits) error {
	topic, err := f.text(what, l.Topic)
	if err != nil {
		return err
	}
	if bytes.ContainsAny(topic, "+#") {
		return wrong("the %s of a %s has a wildcard [MQTT-3.3.2-2]", what, f.of)
	}
	return f.levels(topic, what, l)
}

// levels checks the number of levels of a topic.
func (f *fields) levels(topic []byte, what string, l Limits) error {
	if len(topic) == 0 {
		return wrong("the %s of a %s is empty [MQTT-4.7.3-1]", what, f.of)
	}
	if n := bytes.Count(topic, []byte("/")) + 1; n > l.Levels {
		return wrong("the %s of a %s has %d levels, more than %d", what, f.of, n, l.Levels)
	}
	return nil
}
