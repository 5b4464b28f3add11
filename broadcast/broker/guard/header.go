package guard

// The packets that a client sends (2.2.1, table 2.1). All others are sent only by a server,
// or are reserved.
const (
	connect     = 1
	publish     = 3
	puback      = 4
	pubrec      = 5
	pubrel      = 6
	pubcomp     = 7
	subscribe   = 8
	unsubscribe = 10
	pingreq     = 12
	disconnect  = 14
)

var names = [16]string{
	connect: "CONNECT", publish: "PUBLISH", puback: "PUBACK", pubrec: "PUBREC", pubrel: "PUBREL", pubcomp: "PUBCOMP",
	subscribe: "SUBSCRIBE", unsubscribe: "UNSUBSCRIBE", pingreq: "PINGREQ", disconnect: "DISCONNECT",
}

// checkHeader checks the first byte of a packet: its type, and the flags beside it, which
// are fixed for every type but PUBLISH [MQTT-2.2.2-1].
func checkHeader(head byte) error {
	kind, flags := head>>4, head&0xf
	if names[kind] == "" {
		return wrong("a packet of type %d, which no client sends (MQTT 3.1.1, table 2.1)", kind)
	}
	fixed := byte(0)
	switch kind {
	case publish:
		qos := flags >> 1 & 3
		if qos == 3 {
			return wrong("PUBLISH at QoS 3 [MQTT-3.3.1-4]")
		}
		if qos == 0 && flags&8 != 0 {
			return wrong("PUBLISH at QoS 0 as a duplicate [MQTT-3.3.1-2]")
		}
		return nil
	case pubrel, subscribe, unsubscribe: // [MQTT-3.6.1-1] [MQTT-3.8.1-1] [MQTT-3.10.1-1]
		fixed = 2
	}
	if flags != fixed {
		return wrong("%s with the flags %04b [MQTT-2.2.2-2]", names[kind], flags)
	}
	return nil
}

// maxLengthBytes is the largest number of bytes of a remaining length (2.2.3).
const maxLengthBytes = 4
