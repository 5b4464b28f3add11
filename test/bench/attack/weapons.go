package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// weapons are further attacks: on sessions, on WebSockets, and on the pages.
var weapons = []row{
	{name: "1,000 sessions that are kept, new ones for ever", send: sessions},
	{name: "the arbiter's client identifier, taken over", send: overTCP(takeover)},
	{name: "shared subscriptions and $SYS", send: each(300, shared)},
	{name: "wills on the topics of a board", send: overTCP(wills)},
	{name: "QoS 2 that never ends, 20 players", send: each(20, halfShakes)},
	{name: "QoS 2 that never ends, 300 readers", send: each(300, halfReads)},
	{name: "names of every kind of UTF-8", send: overTCP(names)},
	{name: "1,000 clients without keep-alive", send: each(1000, without)},
	{name: "SUBSCRIBE and UNSUBSCRIBE in turn, 300 clients", send: each(300, again)},
	{name: "WebSocket pings, 50 clients", send: frames(50, 0x89)},
	{name: "WebSocket frames of nothing, 50 clients", send: frames(50, 0x82)},
	{name: "WebSocket pieces of one byte, 300 clients", send: overWebFrames(300, pieces)},
	{name: "a WebSocket frame of 2^62 bytes", send: overWebFrames(1000, func(c net.Conn) { c.Write(huge) })}, //nolint:errcheck // it only sends
	{name: "WebSocket upgrades, byte by byte", send: at(func(d *process) string { return d.Web }, each(2000, drip("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")))},
	{name: "headers of the screen, byte by byte", send: at(func(d *process) string { return d.Screen }, each(2000, drip("GET / HTTP/1.1\r\n")))},
	{name: "headers of 1 MB to the screen", send: requests("GET / HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("a", 1<<20)+"\r\n\r\n", screenOf)},
	{name: "ranges of every byte of a page", send: requests("GET / HTTP/1.1\r\nHost: x\r\nRange: bytes="+strings.Repeat("0-0,", 3000)+"0-0\r\n\r\n", screenOf)},
	{name: "pages that climb out of their directory", send: climbing},
	{name: "bodies that unpack to a gigabyte", send: bombs},
	{name: "100 filters that each bring everything, 50 clients", send: each(50, everything)},
	{name: "readers who come, ask for all and go", send: overTCP(passing)},
	{name: "answers to what was never sent, 100 clients", send: each(100, unasked)},
	{name: "WebSockets that ask for all and read nothing", send: overWebFrames(1000, staring)},
	{name: "WebSockets that say nothing", send: overWebFrames(3000, func(net.Conn) {})},
	{name: "a player writes to every topic of a board", send: each(20, scribbling)},
	{name: "commands of 7,000 brackets, 20 players", send: each(20, brackets)},
	{name: "requests with two lengths, to the screen", send: requests(smuggled, screenOf)},
	{name: "requests with two lengths, for the metrics", send: requests(smuggled, metricsOf)},
	{name: "readers who come, ask for all and go, 200 addresses", send: crowd},
	{name: "pages of a name that has turned to this address", send: requests(rebound, screenOf)},
	{name: "WebSockets of a name that has turned to this address", send: rebinding},
	{name: "the screen read a byte at a time, 1,000 clients", send: at(screenOf, each(1000, sipping))},
	{name: "headers of the metrics, byte by byte", send: at(metricsOf, each(2000, drip("GET /metrics HTTP/1.1\r\n")))},
	{name: "headers of 1 MB to the metrics", send: requests("GET /metrics HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("a", 1<<20)+"\r\n\r\n", metricsOf)},
	{name: "10,000 headers in each request to the screen", send: requests("GET / HTTP/1.1\r\nHost: x\r\n"+strings.Repeat("X: a\r\n", 10000)+"\r\n", screenOf)},
	{name: "the metrics read a byte at a time, 1,000 clients", send: at(metricsOf, each(1000, sippingMetrics))},
	{name: "commands of odd numbers and doubled keys, 20 players", send: each(20, odd)},
	{name: "a number of 1 MB in a command, 20 players", send: each(20, million)},
	{name: "1,500 clients of the socket that say nothing", send: overSocket(1500, func(net.Conn) {})},
	{name: "lines without end to the socket, 200 clients", send: overSocket(200, func(c net.Conn) { c.Write(bytes.Repeat([]byte("x"), 1<<20)) })},                //nolint:errcheck // it only sends
	{name: "answers of the socket unread, 200 clients", send: overSocket(200, func(c net.Conn) { c.Write(bytes.Repeat([]byte("{\"do\":\"desk\"}\n"), 1<<12)) })}, //nolint:errcheck // likewise
	{name: "the daemon's own client identifiers", send: overTCP(ours)},
	// As where nobody has raised the limit of the service.
	{name: "connections that say nothing, 256 files", send: each(3500, func(*process, net.Conn, int) {}), files: 256},
	{name: "connections to every port, 64 files", send: crowdEverywhere, files: 64},
}

// overSocket makes this many clients of the arbiters' socket do something at once, each over a connection that it keeps
// open, and makes again when it breaks.
func overSocket(clients int, do func(c net.Conn)) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		repeatedly(ctx, clients, func() {
			if c, err := net.Dial("unix", d.Socket); err == nil {
				hold(ctx, c, func() { do(c) })
			}
			time.Sleep(100 * time.Millisecond)
		})
	}
}

// ours connects as the daemon itself does.
func ours() [][]byte {
	host, err := os.Hostname()
	if err != nil {
		panic(err)
	}
	return [][]byte{hello([]string{"touchmove-" + host + "-local-board-1", "touchmove-" + host + "-local", "touchmove"}[rand.IntN(3)])}
}

func screenOf(d *process) string { return d.Screen }

func metricsOf(d *process) string { return d.Metrics }

// sessions connects, subscribes and leaves persistent sessions behind.
func sessions(ctx context.Context, d *process) {
	overTCP(func() [][]byte {
		id := fmt.Sprintf("kept-%d", rand.Uint64())
		var filters strings.Builder
		for i := range 100 {
			filters.WriteString(text(fmt.Sprintf("touchmove/v1/%s/%d/+/#", id, i)) + "\x02")
		}
		return [][]byte{frame(0x10, text("MQTT"), "\x04\x00\x00\x00", text(id)), frame(0x82, "\x00\x01", filters.String()), frame(0xe0)}
	})(ctx, d)
}

func takeover() [][]byte {
	return [][]byte{hello("arbiter"), frame(0x82, "\x00\x01", text("#"), "\x02")}
}

func shared(_ *process, c net.Conn, n int) {
	c.Write(hello(fmt.Sprintf("shared-%d", n))) //nolint:errcheck // it only sends
	for i := range 200 {
		filter := fmt.Sprintf("$share/group-%d/touchmove/#", i*n)
		if i%2 == 0 {
			filter = "$SYS/#"
		}
		if _, err := c.Write(frame(0x82, "\x00\x01", text(filter), "\x02")); err != nil {
			return
		}
	}
}

// wills returns logins whose will messages the broker must publish, retained, when the
// client is gone.
func wills() [][]byte {
	return [][]byte{frame(0x10, text("MQTT"), "\x04\x26\x00\x1e", text(fmt.Sprintf("will-%d", rand.Uint64())), text(base+"state"), text(strings.Repeat("x", 10000)))}
}

// halfShakes begins a QoS 2 publish with every packet identifier, and completes none.
func halfShakes(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("half-%d", n), "white", whitesPassword)) //nolint:errcheck // likewise
	for id := uint16(1); ; id++ {
		p := frame(0x34, text(base+"cmd/draw-offer"), string(binary.BigEndian.AppendUint16(nil, max(1, id))), `{"id":"x"}`)
		if _, err := c.Write(p); err != nil {
			return
		}
	}
}

// halfReads receives at QoS 2 and acknowledges nothing.
func halfReads(_ *process, c net.Conn, n int) {
	c.Write(hello(fmt.Sprintf("reads-%d", n)))                        //nolint:errcheck // likewise
	c.Write(frame(0x82, "\x00\x01", text("#"), "\x02"))               //nolint:errcheck // likewise
	for end := time.Now().Add(time.Minute); time.Now().Before(end); { // it only keeps the session alive
		if _, err := c.Write(frame(0xc0)); err != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func names() [][]byte {
	id := []string{"\x00", "\xff\xfe", "\xed\xa0\x80", "\xc0\xaf", "\ufffe", "\u202e", "\ue000", "\U0010ffff", "\x1b[2J", strings.Repeat("\u0301", 120), "", "a\nb"}[rand.IntN(12)]
	return [][]byte{hello(id), frame(0x82, "\x00\x01", text("touchmove/"+id), "\x00"), frame(0x30, text(base+id), id)}
}

// without connects with a keep-alive of 0, which means none, and sends nothing more.
func without(_ *process, c net.Conn, n int) {
	c.Write(frame(0x10, text("MQTT"), "\x04\x02\x00\x00", text(fmt.Sprintf("without-%d", n)))) //nolint:errcheck // likewise
	c.Write(frame(0x82, "\x00\x01", text("touchmove/#"), "\x01"))                              //nolint:errcheck // likewise
}

func again(_ *process, c net.Conn, n int) {
	c.Write(hello(fmt.Sprintf("again-%d", n))) //nolint:errcheck // likewise
	for {
		if _, err := c.Write(append(frame(0x82, "\x00\x01", text("#"), "\x01"), frame(0xa2, "\x00\x02", text("#"))...)); err != nil {
			return
		}
	}
}

// huge is the beginning of a binary frame of the maximum length (RFC 6455, 5.2).
var huge = binary.BigEndian.AppendUint64([]byte{0x82, 0xff}, 1<<62)

// frames sends the shortest frames of a kind as fast as they are accepted.
func frames(clients int, head byte) func(context.Context, *process) {
	many := bytes.Repeat([]byte{head, 0x80, 0, 0, 0, 0}, 1000)
	return overWebFrames(clients, func(c net.Conn) {
		for {
			if _, err := c.Write(many); err != nil {
				return
			}
		}
	})
}

// pieces sends a CONNECT in fragments of one byte, and then endless fragments for as long as
// they are accepted.
func pieces(c net.Conn) {
	head := byte(0x02)
	for {
		for _, b := range hello("pieces") {
			if _, err := c.Write([]byte{head, 0x81, 0, 0, 0, 0, b}); err != nil {
				return
			}
			head = 0
		}
	}
}

// overWebFrames upgrades connections to WebSockets and sends bytes over them.
func overWebFrames(clients int, send func(c net.Conn)) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		repeatedly(ctx, clients, func() {
			dialer := websocket.Dialer{NetDial: elsewhere.Dial, Subprotocols: []string{"mqtt"}, HandshakeTimeout: time.Second}
			c, _, err := dialer.Dial("ws://"+d.Web, http.Header{"Origin": {"https://elsewhere.example"}})
			if err != nil {
				time.Sleep(100 * time.Millisecond)
				return
			}
			hold(ctx, c.NetConn(), func() {
				c.NetConn().SetWriteDeadline(time.Now().Add(5 * time.Second)) //nolint:errcheck // Write will report it
				send(c.NetConn())
			})
		})
	}
}

// drip sends the beginning of a request and then a byte now and then.
func drip(begin string) func(*process, net.Conn, int) {
	return func(_ *process, c net.Conn, _ int) {
		for _, err := c.Write([]byte(begin)); err == nil; _, err = c.Write([]byte("X")) {
			time.Sleep(time.Second)
		}
	}
}

// requests sends the same request again and again, from 50 clients at once.
func requests(request string, to func(*process) string) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		repeatedly(ctx, 50, func() {
			c, err := elsewhere.Dial("tcp", to(d))
			if err != nil {
				time.Sleep(10 * time.Millisecond)
				return
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(time.Second)) //nolint:errcheck // likewise
			go func() {
				for {
					if _, err := c.Write([]byte(request)); err != nil {
						return
					}
				}
			}()
			buf := make([]byte, 64<<10)
			for {
				if _, err := c.Read(buf); err != nil {
					return
				}
			}
		})
	}
}

func climbing(ctx context.Context, d *process) {
	paths := []string{"/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc/passwd", "//etc/passwd", "/files/..%5c..%5c/x", "/%00", "/" + strings.Repeat("a/", 3000)}
	var all strings.Builder
	for _, p := range paths {
		all.WriteString("GET " + p + " HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	requests(all.String(), screenOf)(ctx, d)
}

// bombs posts bodies that claim to be compressed.
func bombs(ctx context.Context, d *process) {
	body := strings.Repeat("\x00", 3000)
	requests(fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(body), body), screenOf)(ctx, d)
}

// everything subscribes, a hundred times in each packet, to filters that match every topic.
func everything(_ *process, c net.Conn, n int) {
	c.Write(hello(fmt.Sprintf("everything-%d", n))) //nolint:errcheck // it only sends
	wide := []string{"#", "+/#", "touchmove/#", "+/+/#", "+/v1/#", "touchmove/+/#", "touchmove/v1/#"}
	var filters strings.Builder
	for i := range 100 {
		filters.WriteString(text(wide[i%len(wide)]) + "\x00")
	}
	p := frame(0x82, "\x00\x01", filters.String())
	for {
		if _, err := c.Write(p); err != nil {
			return
		}
	}
}

// passing is a reader who leaves as soon as everything has been requested.
func passing() [][]byte {
	return [][]byte{hello(fmt.Sprintf("passing-%d", rand.Uint64())), frame(0x82, "\x00\x01", text("#"), "\x01"), frame(0xe0)}
}

// unasked acknowledges messages that it was never sent, with every kind of answer there is.
func unasked(_ *process, c net.Conn, n int) {
	c.Write(hello(fmt.Sprintf("unasked-%d", n))) //nolint:errcheck // likewise
	for id := uint16(1); ; id++ {
		var many []byte
		for _, head := range []byte{0x40, 0x50, 0x62, 0x70} {
			many = append(many, frame(head, string(binary.BigEndian.AppendUint16(nil, max(1, id))))...)
		}
		if _, err := c.Write(many); err != nil {
			return
		}
	}
}

// masked returns a binary frame with a mask of zeros (RFC 6455, 5.2), of up to 125 bytes.
func masked(p []byte) []byte {
	return append([]byte{0x82, 0x80 | byte(len(p)), 0, 0, 0, 0}, p...)
}

func staring(c net.Conn) {
	c.Write(masked(hello(fmt.Sprintf("staring-%d", rand.Uint64())))) //nolint:errcheck // likewise
	for range 200 {
		if _, err := c.Write(masked(frame(0x82, "\x00\x01", text("touchmove/#"), "\x00"))); err != nil {
			return
		}
	}
}

// scribbling publishes, retained, what only the daemon may publish.
func scribbling(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("scribbling-%d", n), "white", whitesPassword)) //nolint:errcheck // likewise
	for {
		for _, topic := range []string{"state", "position", "move", "pgn", "info", "availability", "alarm", "cmd/result", "cmd/note", "$SYS/x", "raw"} {
			if _, err := c.Write(frame(0x31, text(base+topic), strings.Repeat("x", 1000))); err != nil {
				return
			}
		}
	}
}

// brackets sends commands whose JSON is nested as deeply as a command's length allows.
func brackets(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("brackets-%d", n), "white", whitesPassword)) //nolint:errcheck // likewise
	deep := strings.Repeat("[", 7000) + strings.Repeat("]", 7000)
	for {
		for _, payload := range []string{`{"id":"x","what":` + deep + `}`, deep, strings.Repeat(`{"a":`, 3000)} {
			if _, err := c.Write(frame(0x30, text(base+"cmd/draw-offer"), payload)); err != nil {
				return
			}
		}
	}
}

// smuggled has two lengths, in the hope that two servers in a row disagree on which one
// counts (RFC 9112, 6.3).
const smuggled = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG" +
	"GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello" +
	"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\nffffffffffffffff\r\nx"

// crowd is readers that come, ask for everything, and go, each from the next of 200 addresses
// of the loopback network: as newcomers they come before all others.
func crowd(ctx context.Context, d *process) {
	var n atomic.Uint32
	repeatedly(ctx, 50, func() {
		from := net.Dialer{Timeout: time.Second, LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n.Add(1)%200))}}
		c, err := from.Dial("tcp", d.TCP)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			return
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Second)) //nolint:errcheck // it only sends
		for _, p := range passing() {
			c.Write(p) //nolint:errcheck // likewise
		}
		for buf := make([]byte, 4<<10); err == nil; {
			_, err = c.Read(buf)
		}
	})
}

// crowdEverywhere takes all connections of every port.
func crowdEverywhere(ctx context.Context, d *process) {
	var all sync.WaitGroup
	for _, port := range []func(*process) string{func(d *process) string { return d.TCP }, func(d *process) string { return d.Web }, screenOf, metricsOf} {
		all.Go(func() { at(port, each(500, func(*process, net.Conn, int) {}))(ctx, d) })
	}
	all.Wait()
}

// odd sends commands with what JSON allows and nobody writes.
func odd(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("odd-%d", n), "white", whitesPassword)) //nolint:errcheck // it only sends
	for {
		for _, payload := range []string{
			`{"id":"x","if_seq":1e999999999}`, `{"id":"x","if_seq":` + strings.Repeat("9", 15000) + `}`, `{"id":"x","if_seq":-0.0e-0}`,
			`{"id":"x","v":1.0000000000000000000000001}`, `{` + strings.Repeat(`"id":"x",`, 1500) + `"id":"y"}`, `{"id":"x","ID":"y","\u0069d":"z"}`,
			`{"id":"\ud800"}`, `{"id":"x","` + strings.Repeat("k", 15000) + `":1}`, `{"id":` + strings.Repeat(" ", 15000) + `"x"}`, `{"id":"x"}{"id":"y"}`,
		} {
			if _, err := c.Write(frame(0x30, text(base+"cmd/draw-offer"), payload)); err != nil {
				return
			}
		}
	}
}

// million sends a command in which a number has a million digits.
func million(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("million-%d", n), "white", whitesPassword)) //nolint:errcheck // likewise
	p := frame(0x30, text(base+"cmd/draw-offer"), `{"id":"x","if_seq":`+strings.Repeat("1", 1_000_000)+`}`)
	for {
		if _, err := c.Write(p); err != nil {
			return
		}
	}
}

// rebound is a request for the page by a name of the attacker's, which was made to mean this
// computer's address after a browser had loaded a page from it.
const rebound = "GET / HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n"

// rebinding logs in over WebSockets, as such a page can, with a password that is right: a page
// of another name may read in public, and may not log in.
func rebinding(ctx context.Context, d *process) {
	repeatedly(ctx, 20, func() {
		dialer := websocket.Dialer{NetDial: elsewhere.Dial, Subprotocols: []string{"mqtt"}, HandshakeTimeout: time.Second}
		c, _, err := dialer.Dial("ws://"+d.Web, http.Header{"Origin": {"http://evil.example"}, "Host": {"evil.example"}})
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			return
		}
		defer c.Close()
		c.NetConn().SetDeadline(time.Now().Add(time.Second)) //nolint:errcheck // likewise
		for _, p := range [][]byte{login("arbiter", "ann", annsPassword), frame(0x30, text(base+"cmd/result"), `{"id":"x","result":"0-1"}`)} {
			if c.WriteMessage(websocket.BinaryMessage, p) != nil {
				return
			}
		}
		_, answer, err := c.ReadMessage()
		if accepted := []byte{0x20, 2, 0, 0}; err == nil && bytes.Equal(answer, accepted) {
			fmt.Fprintln(os.Stderr, "a page of another name has logged in as an arbiter")
		}
	})
}

// sipping requests the page again and again and reads it a byte at a time.
func sipping(_ *process, c net.Conn, _ int) {
	c.(*net.TCPConn).SetReadBuffer(1)                                         //nolint:errcheck // a smaller one only fills faster
	c.Write([]byte(strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 100))) //nolint:errcheck // it only sends
}

func sippingMetrics(_ *process, c net.Conn, _ int) {
	c.(*net.TCPConn).SetReadBuffer(1)                                                //nolint:errcheck // likewise
	c.Write([]byte(strings.Repeat("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 100))) //nolint:errcheck // it only sends
}
