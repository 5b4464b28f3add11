package guard

// Check checks a whole packet: the first byte of its fixed header, and what follows the
// remaining length. The error is a *Violation. It allocates nothing if the packet is good,
// and does not keep any of it.
func Check(head byte, body []byte, l Limits) error {
	if err := checkHeader(head); err != nil {
		return err
	}
	kind := head >> 4
	if len(body) > l.Packet {
		return tooLong(kind, len(body), l)
	}
	f := &fields{left: body, of: names[kind]}
	switch kind {
	case connect:
		return checkConnect(f, l)
	case publish:
		return checkPublish(f, head>>1&3, l)
	case puback, pubrec, pubrel, pubcomp: // 3.4.2, 3.5.2, 3.6.2, 3.7.2
		if err := f.id(); err != nil {
			return err
		}
	case subscribe:
		return checkFilters(f, qosFollows, l)
	case unsubscribe:
		return checkFilters(f, nothingFollows, l)
	}
	return f.end() // PINGREQ (3.12) and DISCONNECT (3.14) have no fields
}

func tooLong(kind byte, n int, l Limits) error {
	return wrong("%s announces %d bytes, and this client may send %d", names[kind], n, l.Packet)
}
