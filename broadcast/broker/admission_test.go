package broker_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/internal/livetest"
)

// openDoor starts a broker to which everybody may connect, and a publisher.
func openDoor(t *testing.T, patience time.Duration) (*broker.Server, *story, *livetest.Output) {
	t.Helper()
	log := &livetest.Output{}
	b, err := broker.Start(broker.Options{
		Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base, Users: users, Patience: patience,
	}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	s := newStory()
	publish(t, b.Broker(), s, make(chan broadcast.Request, 1))
	return b, s, log
}

// knock connects and sends nothing.
func knock(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(30 * time.Second))
	return c
}

// packet makes an MQTT 3.1.1 packet, shorter than 128 bytes.
func packet(head byte, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append([]byte{head, byte(len(body))}, body...)
}

func text(s string) []byte { return append(binary.BigEndian.AppendUint16(nil, uint16(len(s))), s...) }

// enter logs in without a library and returns the two bytes of the answer (MQTT 3.1.1,
// 3.2.2): whether there was a session, and the return code.
func enter(t *testing.T, c net.Conn, id, name, password string, clean bool) (session, code byte) {
	t.Helper()
	flags := byte(0)
	parts := [][]byte{text("MQTT"), nil, text(id)}
	if clean {
		flags |= 2
	}
	if name != "" {
		flags |= 0xc0
		parts = append(parts, text(name), text(password))
	}
	parts[1] = []byte{4, flags, 0, 0}
	var answer [4]byte
	if _, err := c.Write(packet(0x10, parts...)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(c, answer[:]); err != nil {
		t.Fatal(err)
	}
	return answer[2], answer[3]
}

// ended reports whether the connection was closed, and did not merely reach the test's time
// limit.
func ended(c net.Conn) bool {
	_, err := io.Copy(io.Discard, c)
	return !os.IsTimeout(err)
}

// A client that connects and sends nothing is disconnected after a while, over TCP and over
// WebSocket. Many such clients do not keep others out.
func TestSilentConnections(t *testing.T) {
	b, _, _ := openDoor(t, 200*time.Millisecond)
	if !ended(knock(t, b.Addr())) {
		t.Error("a connection that says nothing stays")
	}
	slow := knock(t, b.Addr())
	slow.Write([]byte{0x10})
	if !ended(slow) {
		t.Error("a connection that begins a packet and says no more stays")
	}
	web := knock(t, b.WebAddr())
	io.WriteString(web, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n")
	if !ended(web) {
		t.Error("a WebSocket that says nothing stays")
	}

	patient, _, _ := openDoor(t, time.Hour)
	first := knock(t, patient.Addr())
	for range 300 {
		knock(t, patient.Addr())
	}
	if !ended(first) {
		t.Error("the oldest of 300 connections that say nothing stays")
	}
	if _, code := enter(t, knock(t, patient.Addr()), "late", "", "", true); code != 0 {
		t.Errorf("after them a reader is answered %d", code)
	}
}

// When there is no room for more readers, they are told so. Clients with a name, and the
// daemon itself, are still admitted.
func TestFullBroker(t *testing.T) {
	b, s, log := openDoor(t, 0)
	const room = 1000
	var last net.Conn
	for n := range room {
		last = knock(t, b.Addr())
		if _, code := enter(t, last, "reader-"+strings.Repeat("x", n%7)+time.Now().String(), "", "", true); code != 0 {
			t.Fatalf("reader %d is answered %d", n+1, code)
		}
	}
	if _, code := enter(t, knock(t, b.Addr()), "one-more", "", "", true); code != 3 { // MQTT 3.1.1, table 3.1: server unavailable
		t.Errorf("one reader more is answered %d", code)
	}
	if !strings.Contains(log.String(), "no room for another client") {
		t.Errorf("the log does not say that it is full: %s", log)
	}
	if c := b.Clients(); c.Readers != room || c.Named != 0 || c.Refused != 1 {
		t.Errorf("counted: %+v", c)
	}
	caughtUp(t, follow(t, "tcp://"+b.Addr(), "ann", "arbiter's"), s)
	if _, code := enter(t, knock(t, b.Addr()), "touchmove-again", b.Broker().Username, b.Broker().Password, true); code != 0 {
		t.Errorf("the daemon is answered %d", code)
	}
	last.Close()
	broadcasttest.Eventually(t, "there is room again", func() bool {
		_, code := enter(t, knock(t, b.Addr()), "now", "", "", true)
		return code == 0
	})
}

// A reader without a name leaves no session, even if it asks for one: otherwise messages
// would be kept for everybody who ever connected. A client with a name may have a session.
func TestSessions(t *testing.T) {
	b, _, _ := openDoor(t, 0)
	for _, c := range []struct {
		name, password string
		kept           byte
	}{{"", "", 0}, {"rea", "reader's", 1}} {
		for visit := range 2 {
			line := knock(t, b.Addr())
			session, code := enter(t, line, "the-same", c.name, c.password, false)
			if code != 0 || visit == 1 && session != c.kept {
				t.Errorf("%q, visit %d: answered %d, session %d", c.name, visit+1, code, session)
			}
			line.Write(packet(0x82, []byte{0, 1}, text(prefix+"state"), []byte{1}))
			line.Write([]byte{0xe0, 0}) // DISCONNECT
			if !ended(line) {
				t.Fatal("not disconnected")
			}
		}
	}
	// Nobody can take over the session of another user.
	if _, code := enter(t, knock(t, b.Addr()), "the-same", "", "", true); code == 0 {
		t.Error("somebody without a name took over a reader's client id")
	}
}

// A command sent with the retain flag is carried out once. The embedded broker does not
// keep it for the next connection of the daemon.
func TestRetainedCommandIsNotKept(t *testing.T) {
	requests := make(chan broadcast.Request, 10)
	b, _ := start(t, requests)
	ann, err := dial(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	if err != nil {
		t.Fatal(err)
	}
	var r broadcast.Request
	broadcasttest.Eventually(t, "the command is taken", func() bool { // sent again until the daemon is there
		if !attempt(t, ann, prefix+"cmd/note", `{"id":"1","what":"x"}`, true) {
			t.Fatal("the command is not let in")
		}
		select {
		case r = <-requests:
			return true
		default:
			return false
		}
	})
	r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
	later := follow(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	broadcasttest.Eventually(t, "the state", func() bool { return later.Last("state") != "" })
	if n := len(later.Messages("cmd/note")); n > 0 {
		t.Errorf("%d commands wait for who comes later", n)
	}
}

// A reader that acknowledges nothing is cut off before much is kept for it.
func TestReaderThatAcknowledgesNothing(t *testing.T) {
	b, s, log := openDoor(t, 300*time.Millisecond)
	line := knock(t, b.Addr())
	if _, code := enter(t, line, "deaf", "", "", true); code != 0 {
		t.Fatal(code)
	}
	line.Write(packet(0x82, []byte{0, 1}, text(prefix+"#"), []byte{1}))
	for range 600 {
		s.goOn()
	}
	if !ended(line) {
		t.Error("it is still there")
	}
	if !strings.Contains(log.String(), "it acknowledges nothing") {
		t.Errorf("the log says %s", log)
	}
}

// Refused logins are logged, without passwords.
func TestRefusedLogins(t *testing.T) {
	b, _, log := openDoor(t, 0)
	for _, c := range []struct{ name, password, says string }{
		{"ann", "arbiter", `user=ann`},
		{"arbiter's", "ann", "not a user of the configuration"}, // the password in place of the name
	} {
		if _, code := enter(t, knock(t, b.Addr()), "x", c.name, c.password, true); code != 5 {
			t.Errorf("%s is answered %d", c.name, code)
		}
		if !strings.Contains(log.String(), c.says) || !strings.Contains(log.String(), "wrong name or password") || !strings.Contains(log.String(), "remote=127.0.0.1") {
			t.Errorf("the log does not say %q: %s", c.says, log)
		}
	}
	if strings.Contains(log.String(), "arbiter's") {
		t.Errorf("a password is in the log: %s", log)
	}
}

// asHungry makes this test binary a broker whose process may open only a few files.
const asHungry = "TOUCHMOVE_TEST_HUNGRY"

// When the process has no file descriptor left for a connection, the broker waits, logs
// that, and continues.
func TestNoFilesLeft(t *testing.T) {
	if os.Getenv(asHungry) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNoFilesLeft$", "-test.v")
		cmd.Env = append(os.Environ(), asHungry+"=1")
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	b, _, log := openDoor(t, 0)
	ann := follow(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	broadcasttest.Eventually(t, "the state", func() bool { return ann.Last("state") != "" })
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 100, Max: 100}); err != nil {
		t.Fatal(err)
	}
	var files []*os.File
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		files = append(files, f)
	}
	files[0].Close() // for our own side of the connection
	c := knock(t, b.Addr())
	broadcasttest.Eventually(t, "the log", func() bool { return strings.Contains(log.String(), "too many open files") })
	for _, f := range files[1:] {
		f.Close()
	}
	if _, code := enter(t, c, "patient", "", "", true); code != 0 {
		t.Errorf("answered %d", code)
	}
}
