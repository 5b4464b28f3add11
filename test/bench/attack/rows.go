package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// elsewhere dials like another computer: from an address other than the reader's and the
// arbiter's, in the same loopback network (RFC 1122, 3.2.1.3).
var elsewhere = net.Dialer{Timeout: time.Second, LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}

// row is one attack. send continues until ctx ends.
type row struct {
	name    string
	send    func(ctx context.Context, d *process)
	files   int  // how many the daemon may have open; 0 is as many as this process
	secured bool // the broker takes TLS
}

// rows are the attacks.
var rows = []row{
	{name: "nothing", send: func(ctx context.Context, _ *process) { <-ctx.Done() }},
	{name: "SUBSCRIBE of MQTT 5 without options, TCP", send: overTCP(func() [][]byte { return [][]byte{short5[0], short5[1]} })},
	{name: "SUBSCRIBE of MQTT 5 without options, a web page", send: overWeb(func() [][]byte { return [][]byte{short5[0], short5[1]} })},
	{name: "filters of 32,000 levels", send: overTCP(deepFilters)},
	{name: "1,000 clients, 100 filters each", send: each(1000, manyFilters)},
	{name: "1,000 clients hold back the last byte", send: each(1000, heldBack(1<<20))},
	{name: "1,000 clients hold back 16 KB", send: each(1000, heldBack(16<<10))},
	{name: "1,000 clients ask for all and read nothing", send: each(1000, stalled)},
	{name: "connections that say nothing", send: each(3500, func(*process, net.Conn, int) {})},
	{name: "packets by chance", send: overTCP(byChance)},
	{name: "commands of a player, 20 clients", send: each(20, commands)},
	{name: "analyses of boards that do not exist, 18 clients", send: each(18, analyses)},
	{name: "guesses of a password", send: guesses},
	{name: "pipelines of /metrics", send: pipelines},
	{name: "connections to the screen", send: at(func(d *process) string { return d.Screen }, each(3000, slowly))},
	{name: "web requests that do not end", send: overWebBytes("GET / HTTP/1.1\r\nHost: x\r\nX: ")},
}

func frame(head byte, parts ...string) []byte {
	body := strings.Join(parts, "")
	return append(binary.AppendUvarint([]byte{head}, uint64(len(body))), body...)
}

func text(s string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(len(s)))) + s
}

func hello(id string) []byte { return frame(0x10, text("MQTT"), "\x04\x02\x00\x1e", text(id)) }

func login(id, name, password string) []byte {
	return frame(0x10, text("MQTT"), "\x04\xc2\x00\x1e", text(id), text(name), text(password))
}

var short5 = [][]byte{must(hex.DecodeString("100e00044d5154540502001e00000161")), must(hex.DecodeString("8206000100000161"))}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// overTCP sends packets over one connection after another, eight at once.
func overTCP(packets func() [][]byte) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		repeatedly(ctx, 8, func() {
			c, err := elsewhere.Dial("tcp", d.TCP)
			if err != nil {
				time.Sleep(10 * time.Millisecond)
				return
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(2 * time.Second)) //nolint:errcheck // it only sends
			for _, p := range packets() {
				if _, err := c.Write(p); err != nil {
					return
				}
			}
			buf := make([]byte, 512)
			for {
				if _, err := c.Read(buf); err != nil {
					return
				}
			}
		})
	}
}

// overWeb sends packets as a page from another origin can.
func overWeb(packets func() [][]byte) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		repeatedly(ctx, 8, func() {
			dialer := websocket.Dialer{NetDial: elsewhere.Dial, Subprotocols: []string{"mqtt"}, HandshakeTimeout: time.Second}
			c, _, err := dialer.Dial("ws://"+d.Web, http.Header{"Origin": {"https://elsewhere.example"}})
			if err != nil {
				time.Sleep(10 * time.Millisecond)
				return
			}
			defer c.Close()
			c.NetConn().SetDeadline(time.Now().Add(2 * time.Second)) //nolint:errcheck // likewise
			for _, p := range packets() {
				if c.WriteMessage(websocket.BinaryMessage, p) != nil {
					return
				}
			}
			for {
				if _, _, err := c.ReadMessage(); err != nil {
					return
				}
			}
		})
	}
}

// overWebBytes sends bytes to the WebSocket's port and leaves the connection open.
func overWebBytes(begin string) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		web := &process{addresses: addresses{TCP: d.Web}}
		each(2000, func(_ *process, c net.Conn, _ int) { c.Write([]byte(begin)) })(ctx, web) //nolint:errcheck // likewise
	}
}

// at attacks an address of the daemon other than the MQTT port.
func at(address func(*process) string, attack func(context.Context, *process)) func(context.Context, *process) {
	return func(ctx context.Context, d *process) { attack(ctx, &process{addresses: addresses{TCP: address(d)}}) }
}

// slowly asks for a page with a request body that never comes, and reads nothing.
func slowly(_ *process, c net.Conn, _ int) {
	c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")) //nolint:errcheck // it only sends
}

// pipelines requests the metrics again and again without waiting for answers.
func pipelines(ctx context.Context, d *process) {
	many := []byte(strings.Repeat("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 1000))
	repeatedly(ctx, 50, func() {
		c, err := elsewhere.Dial("tcp", d.Metrics)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			return
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Second)) //nolint:errcheck // likewise
		go c.Write(many)                           //nolint:errcheck // likewise
		buf := make([]byte, 64<<10)
		for {
			if _, err := c.Read(buf); err != nil {
				return
			}
		}
	})
}

func repeatedly(ctx context.Context, at int, do func()) {
	var all sync.WaitGroup
	for range at {
		all.Add(1)
		go func() {
			defer all.Done()
			for ctx.Err() == nil {
				do()
			}
		}()
	}
	all.Wait()
}

// each makes this many clients do something at once, each over a connection that it keeps
// open, and makes again when it breaks.
func each(clients int, do func(d *process, c net.Conn, n int)) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		var all sync.WaitGroup
		for n := range clients {
			all.Add(1)
			go func() {
				defer all.Done()
				for ctx.Err() == nil {
					c, err := elsewhere.Dial("tcp", d.TCP)
					if err == nil {
						hold(ctx, c, func() { do(d, c, n) })
					}
					select {
					case <-ctx.Done():
					case <-time.After(500 * time.Millisecond):
					}
				}
			}()
		}
		all.Wait()
	}
}

// hold keeps a connection open until ctx ends.
func hold(ctx context.Context, c net.Conn, do func()) {
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	defer c.Close()
	do()
	for one := make([]byte, 1); ctx.Err() == nil; {
		c.SetReadDeadline(time.Now().Add(time.Second)) //nolint:errcheck // Read will report it
		_, err := c.Read(one)                          // slowly, so that what is sent to it stays with the daemon
		if e, ok := err.(net.Error); err != nil && (!ok || !e.Timeout()) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func deepFilters() [][]byte {
	list := [][]byte{hello("deep")}
	for n := range 45 {
		list = append(list, frame(0x82, "\x00\x01", text(fmt.Sprintf("%05d", n)+strings.Repeat("/x", 32000)+"/#"), "\x00"))
	}
	return list
}

func manyFilters(_ *process, c net.Conn, n int) {
	var filters strings.Builder
	for i := range 100 {
		filters.WriteString(text(fmt.Sprintf("touchmove/v1/%d/%d/a/b/c/#", n, i)) + "\x00")
	}
	c.Write(hello(fmt.Sprintf("filters-%d", n)))       //nolint:errcheck // it only sends
	c.Write(frame(0x82, "\x00\x01", filters.String())) //nolint:errcheck // likewise
}

// heldBack begins a packet of this size and never sends its last byte.
func heldBack(size int) func(*process, net.Conn, int) {
	return func(_ *process, c net.Conn, n int) {
		c.Write(hello(fmt.Sprintf("held-%d", n)))                 //nolint:errcheck // likewise
		c.Write(binary.AppendUvarint([]byte{0x82}, uint64(size))) //nolint:errcheck // likewise
		c.Write(make([]byte, size-1))                             //nolint:errcheck // likewise
	}
}

func stalled(_ *process, c net.Conn, n int) {
	c.(*net.TCPConn).SetReadBuffer(4 << 10)      //nolint:errcheck // a smaller one only fills faster
	c.Write(hello(fmt.Sprintf("stalled-%d", n))) //nolint:errcheck // likewise
	for id := range 200 {
		c.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)) //nolint:errcheck // Write will report it
		if _, err := c.Write(frame(0x82, "\x01"+string(rune('A'+id%50)), text("touchmove/#"), "\x01")); err != nil {
			return
		}
	}
}

func commands(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("white-%d", n), "white", whitesPassword)) //nolint:errcheck // likewise
	p := frame(0x30, text(base+"cmd/draw-offer"), `{"id":"x"}`)
	for {
		if _, err := c.Write(p); err != nil {
			return
		}
	}
}

// analyses has the broker retain 60 KB on one topic after another, and on that of the board.
func analyses(_ *process, c net.Conn, n int) {
	c.Write(login(fmt.Sprintf("fish-%d", n), "fish", fishsPassword)) //nolint:errcheck // likewise
	what := strings.Repeat("A", 60000)
	for i := 0; ; i++ {
		topic := fmt.Sprintf("touchmove/v1/local/x%d-%d/analysis", n, i)
		if i%10 == 9 {
			topic = base + "analysis"
		}
		if _, err := c.Write(frame(0x31, text(topic), what)); err != nil {
			return
		}
	}
}

func guesses(ctx context.Context, d *process) {
	overTCP(func() [][]byte {
		return [][]byte{login(fmt.Sprintf("guess-%d", rand.Uint64()), "ann", fmt.Sprint(rand.Uint64()))}
	})(ctx, d)
}

// byChance returns a login, and random packets that are slightly or entirely wrong.
func byChance() [][]byte {
	list := [][]byte{hello(fmt.Sprintf("chance-%d", rand.Uint64()))}
	for range 10 {
		p := [][]byte{
			frame(0x82, "\x00\x01", text("touchmove/#"), "\x01"), frame(0xa2, "\x00\x01", text("touchmove/#")), frame(0x30, text("a"), "x"),
			{0x40, 2, 0, 1}, {0x62, 2, 0, 1}, {0xc0, 0}, hello("again"),
		}[rand.IntN(7)]
		for rand.IntN(2) == 0 {
			p[rand.IntN(len(p))] = byte(rand.Uint32())
		}
		list = append(list, p)
	}
	return list
}
