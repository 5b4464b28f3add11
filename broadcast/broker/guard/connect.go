package guard

import (
	"bytes"
	"unicode/utf8"

	"touchmove/internal/plaintext"
)

// The bits of the connect flags (3.1.2.3, figure 3.4).
const (
	flagReserved = 1 << 0
	flagClean    = 1 << 1
	flagWill     = 1 << 2
	flagRetain   = 1 << 5
	flagPassword = 1 << 6
	flagUserName = 1 << 7
)

// The answers to a refused CONNECT (3.2). MQTT 5 has a format of its own, with the length
// of its properties at the end (MQTT 5.0, 3.2.2).
var (
	answerVersion    = []byte{0x20, 2, 0, 1}
	answerIdentifier = []byte{0x20, 2, 0, 2}
	answerVersion5   = []byte{0x20, 3, 0, 0x84, 0}
)

func checkConnect(f *fields, l Limits) error {
	if err := checkProtocol(f); err != nil {
		return err
	}
	flags, err := f.byte("flags")
	if err != nil {
		return err
	}
	if err := checkConnectFlags(flags); err != nil {
		return err
	}
	if _, err := f.uint16("keep alive"); err != nil { // 3.1.2.10: all values are allowed
		return err
	}
	id, err := f.name("client identifier", l)
	if err != nil {
		return err
	}
	if len(id) == 0 && flags&flagClean == 0 {
		return &Violation{Why: "no client identifier, and a session that is to be kept [MQTT-3.1.3-8]", Answer: answerIdentifier}
	}
	if flags&flagWill != 0 { // 3.1.3.2, 3.1.3.3
		if err := f.topicName("will topic", l); err != nil {
			return err
		}
		if _, err := f.data("will message"); err != nil {
			return err
		}
	}
	if flags&flagUserName != 0 { // 3.1.3.4
		if _, err := f.name("user name", l); err != nil {
			return err
		}
	}
	if flags&flagPassword != 0 { // 3.1.3.5
		if _, err := f.data("password"); err != nil {
			return err
		}
	}
	return f.end()
}

// checkProtocol checks the protocol's name and level (3.1.2.1, 3.1.2.2). MQTT 3.1 had a
// different name.
func checkProtocol(f *fields) error {
	name, err := f.data("protocol name")
	if err != nil {
		return err
	}
	level, err := f.byte("protocol level")
	if err != nil {
		return err
	}
	switch {
	case bytes.Equal(name, []byte("MQTT")) && level == 4:
		return nil
	case bytes.Equal(name, []byte("MQTT")) && level == 5:
		return &Violation{Why: "MQTT 5: this broker speaks MQTT 3.1.1; set the client to protocol version 4 (3.1.1)", Answer: answerVersion5}
	case bytes.Equal(name, []byte("MQTT")), bytes.Equal(name, []byte("MQIsdp")):
		return &Violation{Why: "a protocol level other than 4, which is MQTT 3.1.1 [MQTT-3.1.2-2]", Answer: answerVersion}
	}
	return wrong("the protocol name of a CONNECT is not MQTT [MQTT-3.1.2-1]")
}

func checkConnectFlags(flags byte) error {
	willQoS := flags >> 3 & 3
	switch {
	case flags&flagReserved != 0:
		return wrong("the reserved flag of a CONNECT is set [MQTT-3.1.2-3]")
	case flags&flagWill == 0 && (willQoS != 0 || flags&flagRetain != 0):
		return wrong("the QoS or the retain flag of a will that a CONNECT does not have [MQTT-3.1.2-13] [MQTT-3.1.2-15]")
	case willQoS == 3:
		return wrong("a will at QoS 3 [MQTT-3.1.2-14]")
	case flags&flagUserName == 0 && flags&flagPassword != 0:
		return wrong("a password without a user name [MQTT-3.1.2-22]")
	}
	return nil
}

// name reads a text that will be logged.
func (f *fields) name(what string, l Limits) ([]byte, error) {
	b, err := f.text(what, l.Name)
	if err != nil {
		return nil, err
	}
	for rest := b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if plaintext.Unfit(r) {
			return nil, wrong("the %s of a %s has the character %U, which terminals and pages act on instead of showing it", what, f.of, r)
		}
		rest = rest[size:]
	}
	return b, nil
}
