package daemon_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"touchmove/broadcast/broadcasttest"
	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// The board is not in the daemon's process, and its hands go on playing while the daemon is
// killed, stopped or replaced by another version in the middle of their moves, or the power of
// its computer is cut. In the end the subscriber has the game that the hands played.
//
// With TOUCHMOVE_HANDS=long they play a whole game at three levels, and the results are
// counted for the same levels as in make bench.
func TestHandsGoOn(t *testing.T) {
	long(t)
	levels, pgn := []string{"clean"}, quietGames(t)
	if os.Getenv("TOUCHMOVE_HANDS") == "long" {
		levels, pgn = []string{"clean", "club", "blitz"}, oneGame(t)
	}
	for i, level := range levels {
		t.Run(level, func(t *testing.T) {
			t.Parallel() // it mostly waits
			handsGoOn(t, pgn, level, uint64(i))
		})
	}
}

// handsGoOn plays one game with hands of a level.
func handsGoOn(t *testing.T, pgn, level string, seed uint64) {
	hands := layBoard(t, pgn, level)
	broker := broadcasttest.NewMosquitto(t)
	l := &lives{
		job:  job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", Bus: hands.socket},
		dice: rand.New(rand.NewPCG(19, 6+seed)), hands: hands, card: newCutCard(t), ends: map[string]int{},
	}
	if l.card != nil {
		l.State = filepath.Join(l.card.dir, "state")
	}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	l.begin(t)
	broadcasttest.Eventually(t, "the board is set up", func() bool { return f.Last("state") != "" })
	game := l.first(t)
	hands.begin()
	var want []string
	for _, m := range hands.game.Moves {
		want = append(want, m.UCI(rules.Standard))
	}
	for playing := true; playing; {
		select {
		case <-hands.over:
			playing = false
		case <-time.After(time.Second + time.Duration(l.dice.IntN(4000))*time.Millisecond): // at a random moment of a move
			l.end(t)
			time.Sleep(time.Duration(l.dice.IntN(1000)) * time.Millisecond)
			l.begin(t)
		}
	}
	var moves []string
	complete := func() bool { moves, _ = f.Moves(game); return len(moves) >= len(want) }
	if level == "clean" {
		broadcasttest.Eventually(t, "every move is published", complete)
	} else {
		for range 100 {
			if complete() {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	right := 0
	for i, m := range moves {
		if i < len(want) && m == want[i] {
			right++
		}
	}
	t.Logf("%d of %d moves right, after %v", right, len(want), l.ends)
	if level == "clean" && !slices.Equal(moves, want) {
		t.Errorf("published were\n%v\nand the hands played\n%v", moves, want)
	}
	if 100*right < 95*len(want) {
		t.Errorf("%d of %d moves are right: published were\n%v\nand the hands played\n%v", right, len(want), moves, want)
	}
	for _, c := range f.Contradictions() {
		t.Error(c)
	}
	l.cmd.Process.Kill()
	l.cmd.Wait()
}

// lives are the daemons of a board, one after another.
type lives struct {
	job
	dice  *rand.Rand
	hands *tableOfHands
	card  *cutCard // the card with the journals; nil: a directory
	cmd   *exec.Cmd
	ends  map[string]int // how often a life ended in each way
}

func (l *lives) begin(t *testing.T) { l.cmd = l.start(t) }

// end ends a life in a random way.
func (l *lives) end(t *testing.T) {
	ways := []string{"crash", "restart", "upgrade", "power cut"}
	if l.card == nil {
		ways = ways[:3]
	}
	how := ways[l.dice.IntN(len(ways))]
	switch l.ends[how]++; how {
	case "crash", "power cut":
		l.cmd.Process.Kill()
		l.cmd.Wait()
	default:
		l.cmd.Process.Signal(syscall.SIGTERM)
		if err := l.cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	switch how {
	case "power cut":
		l.card.cut(t)
		l.hands.powerOn(t)
	case "upgrade":
		l.Version = fmt.Sprint("v", 2+l.ends[how])
	}
}

// tableOfHands is a board with hands in the process of the test. Daemons access its bus over a
// socket.
type tableOfHands struct {
	socket  string
	game    sim.Game
	pins    *chips.Board
	twins   atomic.Pointer[wiring.Twins]
	signals []sim.Signal
	done    chan struct{} // closed at the end of the test
	over    chan struct{} // closed a while after the last move
}

// sits is how long the hands rest after the last move, before they would put the pieces away.
const sits = 5 * time.Second

// layBoard sets the pieces up. The hands do not play before begin.
func layBoard(t *testing.T, pgn, how string) *tableOfHands {
	t.Helper()
	text, err := os.Open(pgn)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	games, err := simboard.ReadGames(pgn, text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sim.Perform(games[:1], style(t, how), 3)
	if err != nil {
		t.Fatal(err)
	}
	pins := chips.NewBoard()
	pins.Set(p.First())
	dir, err := os.MkdirTemp("", "bus") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	b := &tableOfHands{socket: filepath.Join(dir, "i2c"), game: games[0], pins: pins, done: make(chan struct{}), over: make(chan struct{})}
	b.powerOn(t)
	plies := p.Truth().Games[0].Plies
	for last := plies[len(plies)-1].DoneUS; len(b.signals) < len(p.Signals()) && p.Signals()[len(b.signals)].AtUS <= last+500_000; {
		b.signals = p.Signals()[:len(b.signals)+1]
	}
	l, err := net.Listen("unix", b.socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); close(b.done) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answerBus(c, b.twins.Load())
		}
	}()
	return b
}

// powerOn powers the chips of the board on: their registers get the values of the datasheets.
func (b *tableOfHands) powerOn(t *testing.T) {
	t.Helper()
	wired, err := wiring.Usual("mcp23017")
	if err != nil {
		t.Fatal(err)
	}
	twins, err := wiring.NewTwins(wired, scan.ClockLines{}, b.pins, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.twins.Store(twins)
}

// thinks is the longest pause of the hands: a longer one tests nothing more.
const thinks = 2500 * time.Millisecond

// begin lets the hands play, in real time.
func (b *tableOfHands) begin() {
	go func() {
		defer close(b.over)
		due, before := time.Now(), int64(0)
		for _, s := range b.signals {
			due, before = due.Add(min(time.Duration(s.AtUS-before)*time.Microsecond, thinks)), s.AtUS
			select {
			case <-time.After(time.Until(due)):
				b.pins.SetSquare(s.Square, s.Is)
			case <-b.done:
				return
			}
		}
		time.Sleep(sits)
	}()
}

// answerBus carries out transfers. It receives the address, the bytes to write and the number
// of bytes to read, and sends a status byte and the bytes read.
func answerBus(c net.Conn, twins *wiring.Twins) {
	defer c.Close()
	in := bufio.NewReader(c)
	name, err := in.ReadString('\n')
	if err != nil {
		return
	}
	bus, err := twins.Bus(name[:len(name)-1])
	if err != nil {
		return
	}
	for {
		var head [6]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		w, r := make([]byte, binary.BigEndian.Uint16(head[2:])), make([]byte, binary.BigEndian.Uint16(head[4:]))
		if _, err := io.ReadFull(in, w); err != nil {
			return
		}
		answer := []byte{0}
		if bus.Tx(binary.BigEndian.Uint16(head[:]), w, r) == nil {
			answer[0] = 1
		}
		if _, err := c.Write(append(answer, r...)); err != nil {
			return
		}
	}
}

// busOverSocket is the hardware of a daemon whose board is in another process.
type busOverSocket struct{ socket string }

// Bus implements scan.Hardware.
func (h busOverSocket) Bus(name string) (i2c.BusCloser, error) {
	c, err := net.Dial("unix", h.socket)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(c, name+"\n"); err != nil {
		return nil, err
	}
	return &socketBus{Conn: c, name: name}, nil
}

var errNoLines = errors.New("this board has no lines")

// Outputs implements scan.Hardware.
func (busOverSocket) Outputs([]string) (scan.Lines, error) { return nil, errNoLines }

// Inputs implements scan.Hardware.
func (busOverSocket) Inputs([]string, gpio.Pull, bool) (scan.Lines, error) { return nil, errNoLines }

// Port implements wiring.SignalHardware.
func (busOverSocket) Port(string) (spi.PortCloser, error) { return nil, errNoLines }

// Pins implements scan.Hardware.
func (busOverSocket) Pins([]string) ([]gpiomatrix.RowPin, error) { return nil, errNoLines }

// Sleep implements scan.Hardware.
func (busOverSocket) Sleep(d time.Duration) { time.Sleep(d) }

type socketBus struct {
	net.Conn
	name string
	mu   sync.Mutex
}

// String implements i2c.Bus.
func (b *socketBus) String() string { return b.name }

// SetSpeed implements i2c.Bus.
func (b *socketBus) SetSpeed(physic.Frequency) error { return nil }

// Tx implements i2c.Bus.
func (b *socketBus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var p []byte
	for _, n := range []int{int(addr), len(w), len(r)} {
		p = binary.BigEndian.AppendUint16(p, uint16(n))
	}
	if _, err := b.Write(append(p, w...)); err != nil {
		return err
	}
	answer := make([]byte, 1+len(r))
	if _, err := io.ReadFull(b.Conn, answer); err != nil {
		return err
	}
	if copy(r, answer[1:]); answer[0] == 0 {
		return errors.New("no acknowledgement")
	}
	return nil
}

var _ scan.Hardware = busOverSocket{}
