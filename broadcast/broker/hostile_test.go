package broker_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broker"
)

// stranger connects to the embedded broker like anybody who reaches its ports, sends bytes
// and returns the answers until the broker closes the connection. It fails the test if the
// broker does not.
type stranger func(t *testing.T, b *broker.Server, sends ...[]byte) []byte

// strangers are the ways to connect.
var strangers = map[string]stranger{
	"TCP": func(t *testing.T, b *broker.Server, sends ...[]byte) []byte {
		t.Helper()
		c, err := net.Dial("tcp", b.Addr())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		for _, p := range sends {
			c.Write(p)
		}
		got, err := io.ReadAll(c)
		if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Errorf("the connection stays after %.60x", bytes.Join(sends, nil))
		}
		return got
	},
	"a web page": func(t *testing.T, b *broker.Server, sends ...[]byte) []byte {
		t.Helper()
		dialer := websocket.Dialer{Subprotocols: []string{"mqtt"}}
		c, _, err := dialer.Dial("ws://"+b.WebAddr(), http.Header{"Origin": {"https://elsewhere.example"}})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.NetConn().SetDeadline(time.Now().Add(time.Minute))
		for _, p := range sends {
			c.WriteMessage(websocket.BinaryMessage, p)
		}
		var got []byte
		for {
			_, message, err := c.ReadMessage()
			got = append(got, message...)
			if e, ok := err.(net.Error); ok && e.Timeout() {
				t.Errorf("the connection stays after %.60x", bytes.Join(sends, nil))
			}
			if err != nil {
				return got
			}
		}
	},
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// An MQTT 5 SUBSCRIBE without its options byte, which the library reads past its end (mochi
// 2.7.9, its issue 501), does no harm, and its sender is told that MQTT 5 is not supported.
func TestSubscribeWithoutOptions(t *testing.T) {
	b, s := start(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	for way, send := range strangers {
		got := send(t, b, unhex(t, "100e00044d5154540502001e00000161"), unhex(t, "8206000100000161"))
		if want := []byte{0x20, 3, 0, 0x84, 0}; len(got) > 0 && !bytes.Equal(got, want) {
			t.Errorf("through %s: answered %x, want %x: unsupported protocol version (MQTT 5.0, 3.2.2.2)", way, got, want)
		}
	}
	s.goOn()
	caughtUp(t, f, s)
}

// deepSubscribe makes a SUBSCRIBE with a filter of the given number of levels.
func deepSubscribe(n, levels int) []byte {
	filter := fmt.Sprintf("%05d", n) + strings.Repeat("/x", levels-2) + "/#"
	body := append([]byte{0, 1}, text(filter)...)
	body = append(body, 0)
	return append(binary.AppendUvarint([]byte{0x82}, uint64(len(body))), body...)
}

// Filters with thousands of levels take neither memory nor time. The library would keep
// several maps for each level, and walk the filter from its beginning for each.
func TestDeepFilters(t *testing.T) {
	b, s := start(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	s.goOn()
	caughtUp(t, f, s)
	before := heap()
	for way, send := range strangers {
		sends := [][]byte{packet(0x10, text("MQTT"), []byte{4, 2, 0, 30}, text("deep "+way[:1]))}
		for n := range 45 {
			sends = append(sends, deepSubscribe(n, 32000))
		}
		send(t, b, sends...)
	}
	if after := heap(); after > before+8<<20 {
		t.Errorf("the process holds %d MB more", (after-before)>>20)
	}
	late := follow(t, "tcp://"+b.Addr(), "", "")
	s.goOn()
	caughtUp(t, late, s)
	caughtUp(t, f, s)
}

// The limits of a client without a name: filters of eight levels and 256 bytes, and a
// hundred of them, in one packet or in many. The same filter again does not count.
func TestFilterLimits(t *testing.T) {
	b, _ := start(t, nil)
	hello := packet(0x10, text("MQTT"), []byte{4, 2, 0, 30}, text("limits"))
	asks := func(filters ...string) []byte {
		body := []byte{0, 1}
		for _, f := range filters {
			body = append(append(body, text(f)...), 0)
		}
		return append(binary.AppendUvarint([]byte{0x82}, uint64(len(body))), body...)
	}
	many := func(from, to int) (list []string) {
		for n := from; n < to; n++ {
			list = append(list, fmt.Sprintf("touchmove/v1/+/b%d/state", n))
		}
		return list
	}
	bye := []byte{0xe0, 0}
	const suback = 0x90
	for _, c := range []struct {
		what    string
		sends   [][]byte
		granted int // number of SUBACKs until the connection ends
	}{
		{"eight levels", [][]byte{asks("touchmove/v1/+/4/5/6/7/8"), bye}, 1},
		{"nine levels", [][]byte{asks("touchmove/v1/+/4/5/6/7/8/9")}, 0},
		{"256 bytes", [][]byte{asks("+/" + strings.Repeat("x", 254)), bye}, 1},
		{"257 bytes", [][]byte{asks("+/" + strings.Repeat("x", 255))}, 0},
		{"a hundred at once", [][]byte{asks(many(0, 100)...), bye}, 1},
		{"a hundred twice", [][]byte{asks(many(0, 100)...), asks(many(0, 100)...), bye}, 2},
		{"a hundred and one at once", [][]byte{asks(many(0, 101)...)}, 0},
		{"a hundred, and one", [][]byte{asks(many(0, 100)...), asks("touchmove/v1/+/one/state")}, 1},
	} {
		for way, send := range strangers {
			got := send(t, b, append([][]byte{hello}, c.sends...)...)
			n := 0
			for rest := got; len(rest) > 1; { // all answers are shorter than 128 bytes
				if rest[0] == suback {
					n++
				}
				rest = rest[min(len(rest), 2+int(rest[1])):]
			}
			if n != c.granted {
				t.Errorf("%s through %s: %d SUBACKs, want %d (%x)", c.what, way, n, c.granted, got)
			}
		}
	}
}

// heap returns the memory that the process uses.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
