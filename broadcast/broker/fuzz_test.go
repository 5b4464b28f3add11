package broker

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
	"touchmove/broadcast/broker/guard"
)

// fuzzed starts a broker for fuzzed sessions, with a retained message, and counts how often
// the library failed.
func fuzzed(f *testing.F) (b *Server, failures *atomic.Int64) {
	f.Helper()
	b, failures = unpaced(f)
	b.mqtt.Topics.RetainMessage(packets.Packet{TopicName: "touchmove/v1/e/b/state", Payload: []byte("{}"), FixedHeader: packets.FixedHeader{Type: packets.Publish, Retain: true}})
	return b, failures
}

// unpaced starts a broker without limits of pace, and counts how often the library failed over
// a session. The first two failures are logged.
func unpaced(t testing.TB) (b *Server, failures *atomic.Int64) {
	t.Helper()
	failures = &atomic.Int64{}
	log := slog.New(slog.NewTextHandler(writer(func(line []byte) {
		if bytes.Contains(line, []byte("panicked while it served a client")) || bytes.Contains(line, []byte("could not be dropped")) {
			if failures.Add(1) < 3 {
				t.Logf("%s", bytes.ReplaceAll(line, []byte(`\n`), []byte("\n")))
			}
		}
	}), nil))
	b, err := Start(Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []User{
		{Name: "ann", Password: "a", Role: broadcast.Arbiter}, {Name: "white", Password: "w", Role: broadcast.Seat},
	}}, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	for i := range b.admission.limits {
		b.admission.limits[i].Paces = guard.Limits{}.Paces
	}
	for _, p := range b.access.paces {
		p.SetLimit(1e9)
	}
	return b, failures
}

// converse sends bytes over a connection that the broker serves, until it has accepted or
// refused them, and reads its answers.
func converse(b *Server, line func(net.Conn) net.Conn, sent []byte) {
	ours, theirs := net.Pipe()
	read := make(chan struct{})
	go func() {
		defer close(read)
		io.Copy(io.Discard, ours) //nolint:errcheck // until it is closed
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer theirs.Close()
		ready := line(pipe{theirs})
		if ready == nil {
			return
		}
		c := b.admission.accept(pipe{theirs})
		defer b.admission.leave(c)
		c.await(ready)
		c.serve(listenerTCP, b.mqtt.EstablishConnection)
	}()
	ours.Write(sent) //nolint:errcheck // refused bytes are expected
	ours.Close()
	<-done
	<-read
}

// check fails the test if the library failed, something is still counted for clients that
// have left, or a new reader is not served.
func (s *Server) check(t *testing.T, failures *atomic.Int64) {
	t.Helper()
	if failures.Load() > 0 {
		t.Fatal("the library failed over the client")
	}
	for what, n := range s.counts() {
		if n != 0 {
			t.Errorf("once it has left, %d %s are counted", n, what)
		}
	}
	if n := s.mqtt.Topics.Retained.Len(); n > 100 { // those of $SYS, and one other
		t.Errorf("%d topics are retained", n)
	}
	ours, theirs := net.Pipe()
	defer ours.Close()
	c := s.admission.accept(pipe{theirs})
	c.await(pipe{theirs})
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer theirs.Close()
		defer s.admission.leave(c)
		c.serve(listenerTCP, s.mqtt.EstablishConnection)
	}()
	limit := time.AfterFunc(time.Minute, func() { ours.Close() })
	defer limit.Stop()
	go ours.Write(append(framed(0x10, utf8("MQTT"), []byte{4, 2, 0, 30}, utf8("after")), framed(0x82, []byte{0, 1}, utf8("touchmove/v1/e/b/state"), []byte{0})...)) //nolint:errcheck // the answer shows whether it worked
	answer := make([]byte, 4+5+2+2+22+2)
	if _, err := io.ReadFull(ours, answer); err != nil || !bytes.HasSuffix(answer, []byte("touchmove/v1/e/b/state{}")) {
		t.Errorf("a reader who comes afterwards is answered %q, %v", answer, err)
	}
	ours.Close()
	<-done
}

// conversations are typical sessions of all kinds of clients.
func conversations() [][]byte {
	login := func(name, password string) []byte {
		return framed(0x10, utf8("MQTT"), []byte{4, 0xc2, 0, 30}, utf8("c"), utf8(name), utf8(password))
	}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	stranger := framed(0x10, utf8("MQTT"), []byte{4, 2, 0, 30}, utf8("c"))
	id := []byte{0, 1}
	return [][]byte{
		join(stranger, framed(0x82, id, utf8("#"), []byte{2}), framed(0x50, id), framed(0x70, id), framed(0xa2, id, utf8("#")), framed(0xc0), framed(0xe0)),
		join(stranger, framed(0x82, id, utf8("touchmove/v1/+/+/state"), []byte{1}), framed(0x40, id), framed(0x40, id), framed(0x62, id)),
		join(stranger, framed(0x82, id, utf8("$share/g/touchmove/#"), []byte{1}, utf8("$SYS/#"), []byte{0}), framed(0x82, id, utf8("#"), []byte{1})),
		join(login("white", "w"), framed(0x34, utf8("touchmove/v1/e/b/cmd/note"), id, []byte("{}")), framed(0x62, id), framed(0x32, utf8("touchmove/v1/e/b/cmd/note"), id, []byte(`{"id":"1"}`))),
		join(login("ann", "a"), framed(0x31, utf8("touchmove/v1/e/b/cmd/note"), []byte("{}")), framed(0x82, id, utf8("touchmove/v1/e/b/cmd/+/result"), []byte{1}), framed(0xe0)),
		join(framed(0x10, utf8("MQTT"), []byte{5, 2, 0, 30, 0}, utf8("a")), framed(0x82, id, []byte{0}, utf8("a"))),
	}
}

// FuzzSession tries any bytes as the whole session of a client: the library does not fail,
// nothing is left of the session, and the next client is served.
func FuzzSession(f *testing.F) {
	b, failures := fuzzed(f)
	for _, c := range conversations() {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		converse(b, func(c net.Conn) net.Conn { return c }, sent)
		b.check(t, failures)
	})
}

// hijacker answers an upgrade to WebSocket on a connection.
type hijacker struct {
	net.Conn
	header http.Header
}

// Header implements http.ResponseWriter.
func (h *hijacker) Header() http.Header { return h.header }

// WriteHeader implements http.ResponseWriter.
func (h *hijacker) WriteHeader(int) {}

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.Conn, bufio.NewReadWriter(bufio.NewReader(h.Conn), bufio.NewWriter(h.Conn)), nil
}

// upgraded turns a connection into a WebSocket.
func upgraded(line net.Conn) net.Conn {
	r := &http.Request{Method: http.MethodGet, Header: http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="},
	}}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(&hijacker{line, http.Header{}}, r, nil)
	if err != nil {
		return nil
	}
	return newWebConn(ws)
}

// FuzzWebSocket does the same inside a WebSocket, with frames of any bytes.
func FuzzWebSocket(f *testing.F) {
	b, failures := fuzzed(f)
	frame := func(head byte, p []byte) []byte {
		return append([]byte{head, 0x80 | byte(len(p)), 0, 0, 0, 0}, p...)
	}
	for _, c := range conversations() {
		f.Add(frame(0x82, c[:min(len(c), 125)]))
		f.Add(append(frame(0x02, c[:3]), append(frame(0x89, nil), frame(0x80, c[3:min(len(c), 125)])...)...))
	}
	f.Add(frame(0x88, []byte{3, 0xe8}))
	f.Add([]byte{0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{0xc2, 0x80, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, sent []byte) {
		converse(b, upgraded, sent)
		b.check(t, failures)
	})
}
