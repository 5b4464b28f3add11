package broker

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
)

// packetsEnv says how many packets TestMutatedPackets sends, and packetsSeedEnv which ones.
const (
	packetsEnv     = "TOUCHMOVE_MUTATED_PACKETS"
	packetsSeedEnv = "TOUCHMOVE_MUTATED_SEED"
)

// pipe is a connection within the process, with an address.
type pipe struct{ net.Conn }

func (pipe) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }

// SetReadDeadline implements net.Conn. It does nothing: a deadline of a pipe would keep the
// pipe in memory until then, even after it is closed.
func (pipe) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline implements net.Conn.
func (pipe) SetWriteDeadline(time.Time) error { return nil }

// sender makes packets: good ones of all kinds, and random mutations of them.
type sender struct {
	dice  *rand.Rand
	login [2]string
}

func utf8(s string) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(len(s))), s...)
}

func (s *sender) pick(of ...string) string { return of[s.dice.IntN(len(of))] }

func framed(head byte, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(binary.AppendUvarint([]byte{head}, uint64(len(body))), body...)
}

func (s *sender) connect() []byte {
	flags := byte(2 * s.dice.IntN(2))
	id := fmt.Sprintf("client-%d", s.dice.IntN(50))
	if s.login[0] == daemonUser {
		id = broadcast.ClientPrefix + id
	}
	parts := [][]byte{utf8("MQTT"), nil, utf8(id)}
	if s.login[0] == daemonUser && s.dice.IntN(3) == 0 {
		flags |= 4 | byte(s.dice.IntN(3))<<3 | byte(s.dice.IntN(2))<<5
		parts = append(parts, utf8("touchmove/v1/e/b/availability"), utf8("offline"))
	}
	if s.login[0] != "" {
		flags |= 0xc0
		parts = append(parts, utf8(s.login[0]), utf8(s.login[1]))
	}
	parts[1] = []byte{byte(4 + s.dice.IntN(20)/19), flags, 0, byte(s.dice.IntN(60))}
	return framed(0x10, parts...)
}

func (s *sender) topic() string {
	return s.pick("touchmove/v1/e/b/state", "touchmove/v1/e/b/cmd/note", "touchmove/v1/e/b/move", "a", "/", "$SYS/broker/time", "touchmove/v1/ä/♞")
}

func (s *sender) filter() string {
	if s.dice.IntN(40) == 0 {
		return s.pick("", "a/#/b", "$SHARE/a", "1/2/3/4/5/6/7/8/9", "a+")
	}
	return s.pick("#", "+", "touchmove/v1/+/+/state", "touchmove/#", "touchmove/v1/e/b/cmd/+/result", "+/+/#", "/", "$share/g/touchmove/#", "$SYS/#", s.topic())
}

func (s *sender) packet() []byte {
	id := []byte{0, byte(1 + s.dice.IntN(6))}
	qos := byte(s.dice.IntN(3))
	switch s.dice.IntN(40) {
	case 3, 4, 5, 11, 12, 13, 14, 15, 16, 17:
		return framed(0x82, id, utf8(s.filter()), []byte{qos}, utf8(s.filter()), []byte{qos})
	case 6, 18, 19:
		return framed(0xa2, id, utf8(s.filter()))
	case 7, 20, 21, 22, 23:
		return framed(0x40, id)
	case 8:
		return framed([]byte{0x50, 0x62, 0x70}[s.dice.IntN(3)], id)
	case 9:
		return framed(0xc0)
	case 10:
		return framed(0xe0)
	case 24:
		return s.connect()
	}
	if s.login[0] == "" && s.dice.IntN(20) > 0 {
		qos = 0 // otherwise its connection would end
	}
	if qos == 0 {
		id = nil
	}
	return framed(0x30|qos<<1|byte(s.dice.IntN(2)), utf8(s.topic()), id, []byte(s.pick("", "{}", `{"id":"1","what":"x"}`)))
}

// mutate changes, removes or doubles some bytes.
func (s *sender) mutate(p []byte) []byte {
	for s.dice.IntN(3) == 0 && len(p) > 0 {
		at := s.dice.IntN(len(p))
		to := at + s.dice.IntN(len(p)-at+1)
		switch s.dice.IntN(5) {
		case 0:
			p[at] ^= 1 << s.dice.IntN(8)
		case 1:
			p[at] = byte(s.dice.IntN(256))
		case 2:
			p = append(p[:at:at], p[to:]...)
		case 3:
			p = append(p[:to:to], p[at:]...)
		case 4:
			p = append(p, s.packet()...)
		}
	}
	return p
}

// The MQTT library never fails on good and bad packets from strangers, from users, and from
// a client with the daemon's own password, and readers are still served afterwards. The
// environment variable TOUCHMOVE_MUTATED_PACKETS makes the test send millions of packets
// instead of ten thousand, and TOUCHMOVE_MUTATED_SEED others.
func TestMutatedPackets(t *testing.T) {
	total := 10_000
	if n, err := strconv.Atoi(os.Getenv(packetsEnv)); err == nil {
		total = n
	}
	seed := uint64(7)
	if n, err := strconv.ParseUint(os.Getenv(packetsSeedEnv), 10, 64); err == nil {
		seed = n
	}
	b, failed := unpaced(t)
	logins := [][2]string{{}, {}, {}, {"ann", "a"}, {"white", "w"}, {daemonUser, b.access.secret}}
	var sent, through, sessions atomic.Int64
	var workers sync.WaitGroup
	var early sync.Once
	var heap uint64 // in use after a tenth of the packets
	for w := range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			s := &sender{dice: rand.New(rand.NewPCG(uint64(w), seed))}
			for sent.Load() < int64(total) {
				s.login = logins[s.dice.IntN(len(logins)-1)]
				if s.dice.IntN(60) == 0 { // rarely: every topic that it invents stays retained
					s.login = logins[len(logins)-1]
				}
				n, passed := b.session(s)
				sent.Add(int64(n))
				through.Add(int64(passed))
				sessions.Add(1)
				b.forgetRetained()
				if tenth := int64(total / 10); sent.Load() > tenth {
					early.Do(func() { heap = heapInUse() })
				}
			}
		}()
	}
	workers.Wait()
	t.Logf("%d packets in %d sessions, of which %d were answered; %d panics of the library; the heap went from %d to %d kB", sent.Load(), sessions.Load(), through.Load(), failed.Load(), heap>>10, heapInUse()>>10)
	if n := failed.Load(); n > 0 {
		t.Errorf("the library failed over %d clients", n)
	}
	if through.Load() < sent.Load()/10 {
		t.Errorf("only %d of %d packets were answered: the test proves little", through.Load(), sent.Load())
	}
	for what, n := range b.counts() {
		if n != 0 {
			t.Errorf("once all have left, %d %s are counted", n, what)
		}
	}
	b.forgetRetained()
	if now := heapInUse(); now > heap+8<<20 {
		t.Errorf("the heap has grown from %d to %d bytes", heap, now)
	}
	c, err := net.Dial("tcp", b.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	c.Write(append(framed(0x10, utf8("MQTT"), []byte{4, 2, 0, 30}, utf8("after")), 0xc0, 0))
	answer := make([]byte, 6)
	if _, err := io.ReadFull(c, answer); err != nil || answer[3] != 0 || answer[4] != 0xd0 {
		t.Errorf("a reader who comes after them is answered %x, %v", answer, err)
	}
}

// mostRetained is how many invented topics stay retained: with thousands, a subscription to
// all of them would take most of the time.
const mostRetained = 100

// forgetRetained removes retained messages when there are many.
func (s *Server) forgetRetained() {
	topics := s.mqtt.Topics
	if topics.Retained.Len() < mostRetained {
		return
	}
	for topic := range topics.Retained.GetAll() {
		topics.RetainMessage(packets.Packet{TopicName: topic}) // without a payload: removed
	}
}

// heapInUse returns the memory in use, in bytes.
func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// session runs one client's connection, until the broker closes it or it has sent enough.
// It returns how many packets were sent, and how many the broker sent.
func (s *Server) session(from *sender) (sent, answers int) {
	ours, theirs := net.Pipe()
	line := pipe{theirs}
	c := s.admission.accept(line)
	c.await(line)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer theirs.Close()
		defer s.admission.leave(c)
		c.serve(listenerTCP, s.mqtt.EstablishConnection)
	}()
	heard := make(chan int)
	go func() {
		n := 0
		buf := make([]byte, 4096)
		for {
			got, err := ours.Read(buf)
			if err != nil {
				heard <- n
				return
			}
			n += max(1, got/4)
		}
	}()
	limit := time.AfterFunc(5*time.Second, func() { ours.Close() }) // a deadline of a pipe would keep it in memory until then
	defer limit.Stop()
	first := from.connect()
	if from.dice.IntN(8) == 0 {
		first = from.mutate(first)
	}
	_, err := ours.Write(first)
	for sent = 1; err == nil && sent < 60; sent++ {
		p := from.packet()
		if from.dice.IntN(6) == 0 {
			p = from.mutate(p)
		}
		_, err = ours.Write(p)
	}
	ours.Close()
	<-done
	return sent, min(sent, <-heard)
}

// counts returns all counters about clients.
func (s *Server) counts() map[string]int64 {
	a, now := s.admission, s.Clients()
	counts := map[string]int64{"clients": int64(now.Waiting + now.Readers + now.Named)}
	a.memory.mu.Lock()
	counts["bytes"], counts["accounts"] = a.memory.held[false]+a.memory.held[true], int64(len(a.memory.conns))
	a.memory.mu.Unlock()
	a.filters.mu.Lock()
	counts["filters"] = int64(len(a.filters.users) + len(a.filters.of))
	a.filters.mu.Unlock()
	s.access.mu.Lock()
	counts["sessions"] = int64(len(s.access.named))
	s.access.mu.Unlock()
	a.entrance.mu.Lock()
	counts["connections"] = int64(a.entrance.open + len(a.entrance.byAddr) + len(a.entrance.fresh))
	a.entrance.mu.Unlock()
	return counts
}

type writer func([]byte)

// Write implements io.Writer.
func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}
