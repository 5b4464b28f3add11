package guard_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast/broker/guard"
)

var limits = guard.Standard(len("touchmove/v1"), 2)

func text(s string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(len(s)))) + s
}

// hello returns the body of a CONNECT with the given flags, and the rest after the keep
// alive.
func hello(flags byte, rest ...string) string {
	return text("MQTT") + "\x04" + string([]byte{flags, 0, 30}) + strings.Join(rest, "")
}

// good has every kind of packet that a client may send, by MQTT 3.1.1.
var good = []struct {
	what string
	head byte
	body string
}{
	{"CONNECT of a reader", 0x10, hello(2, text("screen"))},
	{"CONNECT without an identifier", 0x10, hello(2, text(""))},
	{"CONNECT that keeps its session", 0x10, hello(0, text("screen"))},
	{"CONNECT with a will, a name and a password", 0x10, hello(0xec|2, text("t"), text("a/b"), text("\x00\xff"), text("ann"), text("\x00secret"))},
	{"CONNECT with a name alone", 0x10, hello(0x82, text("t"), text("ann"))},
	{"PUBLISH at QoS 0", 0x30, text("a/b") + "payload"},
	{"PUBLISH without a payload", 0x31, text("a/b")},
	{"PUBLISH at QoS 1", 0x3a, text("a/b") + "\x00\x01payload"},
	{"PUBLISH at QoS 2", 0x34, text("ä/♞") + "\xff\xff"},
	{"PUBACK", 0x40, "\x00\x01"},
	{"PUBREC", 0x50, "\x00\x01"},
	{"PUBREL", 0x62, "\x00\x01"},
	{"PUBCOMP", 0x70, "\x01\x00"},
	{"SUBSCRIBE", 0x82, "\x00\x01" + text("a/+/b/#") + "\x01" + text("#") + "\x02" + text("+") + "\x00"},
	{"SUBSCRIBE to empty levels", 0x82, "\x00\x01" + text("/") + "\x01" + text("//+/") + "\x01"},
	{"UNSUBSCRIBE", 0xa2, "\x00\x01" + text("a/+/b/#") + text("a")},
	{"PINGREQ", 0xc0, ""},
	{"DISCONNECT", 0xe0, ""},
}

// Good packets pass without an allocation, and the library accepts them too.
func TestGoodPackets(t *testing.T) {
	for _, c := range good {
		body := []byte(c.body)
		if err := guard.Check(c.head, body, limits); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if n := testing.AllocsPerRun(10, func() { guard.Check(c.head, body, limits) }); n > 0 {
			t.Errorf("%s: checking it allocates %v times", c.what, n)
		}
		if err := decode(c.head, body); err != nil {
			t.Errorf("%s: the library says %v", c.what, err)
		}
	}
}

// A packet that is too short or too long is refused, wherever it is cut.
func TestCutPackets(t *testing.T) {
	for _, c := range good {
		kind := c.head >> 4
		for n := range len(c.body) {
			whole := kind == 3 && n >= len(text("a/b")) || // the rest is the payload
				(kind == 8 || kind == 10) && guard.Check(c.head, []byte(c.body[:n]), limits) == nil && n > 4 // a complete packet with fewer filters
			if err := guard.Check(c.head, []byte(c.body[:n]), limits); err == nil && !whole {
				t.Errorf("%s passes with %d of its %d bytes", c.what, n, len(c.body))
			}
		}
		if err := guard.Check(c.head, []byte(c.body+"x"), limits); err == nil && kind != 3 {
			t.Errorf("%s passes with a byte more", c.what)
		}
	}
}

// Bad packets are refused, and the error names the statement of the standard.
func TestBadPackets(t *testing.T) {
	for _, c := range []struct {
		what   string
		head   byte
		body   string
		why    string
		answer string
	}{
		{"a reserved type", 0x00, "", "table 2.1", ""},
		{"a reserved type", 0xf0, "", "table 2.1", ""},
		{"CONNACK", 0x20, "\x00\x00", "table 2.1", ""},
		{"SUBACK", 0x90, "\x00\x01\x00", "table 2.1", ""},
		{"UNSUBACK", 0xb0, "\x00\x01", "table 2.1", ""},
		{"PINGRESP", 0xd0, "", "table 2.1", ""},
		{"flags of a CONNECT", 0x11, hello(2, text("a")), "MQTT-2.2.2-2", ""},
		{"flags of a SUBSCRIBE", 0x80, "\x00\x01" + text("a") + "\x00", "MQTT-2.2.2-2", ""},
		{"flags of a PUBREL", 0x60, "\x00\x01", "MQTT-2.2.2-2", ""},
		{"flags of a DISCONNECT", 0xe8, "", "MQTT-2.2.2-2", ""},

		{"another protocol", 0x10, text("HTTP") + "\x04\x02\x00\x1e" + text("a"), "MQTT-3.1.2-1", ""},
		{"MQTT 3.1", 0x10, text("MQIsdp") + "\x03\x02\x00\x1e" + text("a"), "MQTT-3.1.2-2", "\x20\x02\x00\x01"},
		{"MQTT 5", 0x10, text("MQTT") + "\x05\x02\x00\x1e\x00" + text("a"), "MQTT 5", "\x20\x03\x00\x84\x00"},
		{"MQTT 99", 0x10, text("MQTT") + "\x63\x02\x00\x1e" + text("a"), "MQTT-3.1.2-2", "\x20\x02\x00\x01"},
		{"the reserved connect flag", 0x10, hello(3, text("a")), "MQTT-3.1.2-3", ""},
		{"the QoS of no will", 0x10, hello(0x0a, text("a")), "MQTT-3.1.2-13", ""},
		{"no will, retained", 0x10, hello(0x22, text("a")), "MQTT-3.1.2-15", ""},
		{"a will at QoS 3", 0x10, hello(0x1e, text("a"), text("b"), text("")), "MQTT-3.1.2-14", ""},
		{"a password alone", 0x10, hello(0x42, text("a"), text("p")), "MQTT-3.1.2-22", ""},
		{"no identifier for a session", 0x10, hello(0, text("")), "MQTT-3.1.3-8", "\x20\x02\x00\x02"},
		{"an identifier that is not UTF-8", 0x10, hello(2, text("\xff")), "MQTT-1.5.3-1", ""},
		{"a surrogate", 0x10, hello(2, text("\xed\xa0\x80")), "MQTT-1.5.3-1", ""},
		{"NUL in an identifier", 0x10, hello(2, text("a\x00b")), "MQTT-1.5.3-2", ""},
		{"ESC in an identifier", 0x10, hello(2, text("a\x1b[2J")), "control character U+001B", ""},
		{"a user name from right to left", 0x10, hello(0x82, text("a"), text("nna\u202e")), "U+202E", ""},
		{"a long identifier", 0x10, hello(2, text(strings.Repeat("x", 257))), "257 bytes", ""},
		{"a will on a wildcard", 0x10, hello(6, text("a"), text("a/#"), text("")), "MQTT-3.3.2-2", ""},

		{"PUBLISH at QoS 3", 0x36, text("a") + "\x00\x01", "MQTT-3.3.1-4", ""},
		{"PUBLISH to a topic that begins with $", 0x32, text("$SYS/broker/version") + "\x00\x01", "begins with $", ""},
		{"a duplicate at QoS 0", 0x38, text("a"), "MQTT-3.3.1-2", ""},
		{"a topic with +", 0x30, text("a/+"), "MQTT-3.3.2-2", ""},
		{"an empty topic", 0x30, text(""), "MQTT-4.7.3-1", ""},
		{"NUL in a topic", 0x30, text("a\x00"), "MQTT-1.5.3-2", ""},
		{"packet identifier 0", 0x32, text("a") + "\x00\x00", "MQTT-2.3.1-1", ""},
		{"PUBACK 0", 0x40, "\x00\x00", "MQTT-2.3.1-1", ""},
		{"PUBACK of MQTT 5", 0x40, "\x00\x01\x00", "after its end", ""},

		{"no filter", 0x82, "\x00\x01", "MQTT-3.8.3-3", ""},
		{"no filter", 0xa2, "\x00\x01", "MQTT-3.10.3-2", ""},
		{"no QoS after the filter", 0x82, "\x00\x01" + text("a"), "before its requested QoS", ""},
		{"QoS 3", 0x82, "\x00\x01" + text("a") + "\x03", "MQTT-3-8.3-4", ""},
		{"options of MQTT 5", 0x82, "\x00\x01" + text("a") + "\x04", "MQTT-3-8.3-4", ""},
		{"an empty filter", 0x82, "\x00\x01" + text("") + "\x00", "MQTT-4.7.3-1", ""},
		{"# within", 0x82, "\x00\x01" + text("a/#/b") + "\x00", "MQTT-4.7.1-2", ""},
		{"# beside something", 0x82, "\x00\x01" + text("a#") + "\x00", "MQTT-4.7.1-2", ""},
		{"+ beside something", 0x82, "\x00\x01" + text("a+/b") + "\x00", "MQTT-4.7.1-3", ""},
		{"+ before something", 0xa2, "\x00\x01" + text("+a"), "MQTT-4.7.1-3", ""},
		{"nine levels", 0x82, "\x00\x01" + text("1/2/3/4/5/6/7/8/#") + "\x00", "9 levels", ""},
		{"a long filter", 0xa2, "\x00\x01" + text(strings.Repeat("x", 257)), "257 bytes", ""},
		{"many filters", 0x82, "\x00\x01" + strings.Repeat(text("a")+"\x00", 101), "more than 100 filters", ""},

		{"a long packet", 0x30, text("a") + strings.Repeat("x", guard.StrangerPacket), "this client may send", ""},
		{"PINGREQ with something", 0xc0, "x", "after its end", ""},
		{"DISCONNECT of MQTT 5", 0xe0, "\x00", "after its end", ""},
	} {
		err := guard.Check(c.head, []byte(c.body), limits)
		var v *guard.Violation
		switch {
		case !errors.As(err, &v):
			t.Errorf("%s passes", c.what)
		case !strings.Contains(v.Why, c.why):
			t.Errorf("%s: %q does not say %q", c.what, v.Why, c.why)
		case string(v.Answer) != c.answer:
			t.Errorf("%s is answered %x, want %x", c.what, v.Answer, c.answer)
		}
	}
}

// decode lets the library read a packet as for a client of MQTT 3.1.1.
func decode(head byte, body []byte) error {
	pk := packets.Packet{ProtocolVersion: 4}
	if err := pk.FixedHeader.Decode(head); err != nil {
		return err
	}
	pk.FixedHeader.Remaining = len(body)
	switch pk.FixedHeader.Type {
	case packets.Connect:
		if err := pk.ConnectDecode(body); err != nil {
			return err
		}
		if code := pk.ConnectValidate(); code != packets.CodeSuccess {
			return code
		}
	case packets.Publish:
		return pk.PublishDecode(body)
	case packets.Puback:
		return pk.PubackDecode(body)
	case packets.Pubrec:
		return pk.PubrecDecode(body)
	case packets.Pubrel:
		return pk.PubrelDecode(body)
	case packets.Pubcomp:
		return pk.PubcompDecode(body)
	case packets.Subscribe:
		return pk.SubscribeDecode(body)
	case packets.Unsubscribe:
		return pk.UnsubscribeDecode(body)
	}
	return nil
}

// The library's bug that ends the process still exists. When this test fails, a release has
// fixed it: then check whether MQTT 5 can be allowed (doc.go lists the other reasons
// against it).
func TestLibraryStillFails(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the library reads a SUBSCRIBE of MQTT 5 without its options: its issue 501 is mended; see doc.go")
		}
	}()
	pk := packets.Packet{ProtocolVersion: 5}
	pk.SubscribeDecode([]byte("\x00\x01\x00\x00\x01a"))
}
