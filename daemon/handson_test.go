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
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"touchmove/broadcast/broadcasttest"
	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// The board is not in the daemon's process, and its hands go on while the daemon is killed,
// stopped, or replaced by another version in the middle of their moves. In the end the
// subscriber has the game that the hands played.
func TestHandsGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute: make test runs it")
	}
	t.Parallel() // it waits most of the time
	hands := layBoard(t, quietGames(t), "clean")
	broker := broadcasttest.NewMosquitto(t)
	j := job{State: t.TempDir(), Broker: broker.URL(), Chip: "mcp23017", Bus: hands.socket}
	f := broadcasttest.Follow(t, broker.URL(), below, "", "")
	dice := rand.New(rand.NewPCG(19, 6))
	cmd := j.start(t)
	broadcasttest.Eventually(t, "the board is set up", func() bool { return f.Last("state") != "" })
	game := j.first(t)
	hands.begin()
	var want []string
	for _, m := range hands.game.Moves {
		want = append(want, m.UCI(rules.Standard))
	}
	restarts := map[string]int{}
	for playing := true; playing; {
		select {
		case <-hands.over:
			playing = false
			continue
		case <-time.After(time.Second + time.Duration(dice.IntN(4000))*time.Millisecond): // at which moment of a move is left to chance
		}
		how := []string{"crash", "restart", "upgrade"}[dice.IntN(3)]
		if restarts[how]++; how == "crash" {
			cmd.Process.Kill()
			cmd.Wait()
		} else {
			cmd.Process.Signal(syscall.SIGTERM)
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		}
		time.Sleep(time.Duration(dice.IntN(1000)) * time.Millisecond)
		if how == "upgrade" {
			j.Version = fmt.Sprint("v", 2+restarts[how])
		}
		cmd = j.start(t)
	}
	var moves []string
	complete := func() bool { moves, _ = f.Moves(game); return len(moves) >= len(want) }
	broadcasttest.Eventually(t, "every move is published", complete)
	right := 0
	for i, m := range moves {
		if i < len(want) && m == want[i] {
			right++
		}
	}
	t.Logf("%d of %d moves right, after %v", right, len(want), restarts)
	if !slices.Equal(moves, want) {
		t.Errorf("published were\n%v\nand the hands played\n%v", moves, want)
	}
	for _, c := range f.Contradictions() {
		t.Error(c)
	}
	cmd.Process.Kill()
	cmd.Wait()
}

// tableOfHands is a board with hands in the process of the test. Daemons reach its bus
// over a socket.
type tableOfHands struct {
	socket  string
	game    sim.Game
	pins    *chips.Board
	signals []sim.Signal
	done    chan struct{} // closed at the end of the test
	over    chan struct{} // closed a while after the last move
}

// sits is how long the hands sit still after the last move, before they would put the
// pieces away.
const sits = 5 * time.Second

// layBoard sets the pieces up. Nobody plays before begin.
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
	wired, err := wiring.Usual("mcp23017")
	if err != nil {
		t.Fatal(err)
	}
	twins, err := wiring.NewTwins(wired, scan.ClockLines{}, pins, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "bus") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	b := &tableOfHands{socket: filepath.Join(dir, "i2c"), game: games[0], pins: pins, done: make(chan struct{}), over: make(chan struct{})}
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
			go answerBus(c, twins)
		}
	}()
	return b
}

// thinks is how long the hands rest at most: longer thoughts test nothing.
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

// answerBus carries out transfers: address, bytes to write and number of bytes to read come, a
// byte and the bytes read go.
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
