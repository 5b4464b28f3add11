package tournamenttest

import (
	"context"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// live is a table whose pieces stand on the switches of simulated chips, register by
// register. The real driver reads them, and the daemon's Live makes the records. Its time
// is that of a testing/synctest bubble.
type live struct {
	pins     *chips.Board
	presses  chan scan.Press
	requests chan broadcast.Request
	began    time.Time
	from     time.Duration
	stop     context.CancelFunc
	done     chan error
}

// contacts translates the counts of a board whose contacts pull their lines to ground.
type contacts []rules.Square

func (wired contacts) Scan(c sensors.Counts, _ sensors.Scan) (s sensors.Scan) {
	for channel, sq := range wired {
		switch c[channel] {
		case 0:
			s[sq] = sensors.Occupied
		case 1:
			s[sq] = sensors.Empty
		}
	}
	return s
}

// scanned is the time from one scan of a live table to the next.
const scanned = 20 * time.Millisecond

// goLive makes the daemon scan the board from now on.
func (b *Table) goLive() {
	b.t.Helper()
	l := &live{pins: chips.NewBoard(), presses: make(chan scan.Press, 8), requests: make(chan broadcast.Request, 8), done: make(chan error, 1), from: b.at}
	bus, squares := chips.NewBus("I2C1"), wiring.Natural(0)
	addrs := []uint16{0x20, 0x21, 0x22, 0x23}
	for i, addr := range addrs {
		bus.Attach(addr, chips.NewMCP23017(l.pins.Contacts(squares[16*i:16*i+16])))
	}
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		b.t.Fatal(err)
	}
	l.pins.Set(b.shown)
	board := hardware.Board{Board: scan.NewBoard(contacts(squares), scanned, dev)}
	ctx, stop := context.WithCancel(b.t.Context())
	l.stop, l.began = stop, time.Now()
	records := daemon.NewLive(board, b.at, l.presses, l.requests).Records(ctx, b.session.Loop)
	go func() { l.done <- b.session.Loop.Run(records) }()
	b.live = l
}

// act does at the live board what would otherwise be a record. If it is a command and
// refused, act returns the reason.
func (b *Table) act(what trace.What) string {
	b.t.Helper()
	switch w := what.(type) {
	case trace.Change:
		b.live.pins.SetSquare(w.Square, w.Is)
	case trace.Press:
		b.live.presses <- scan.Press{By: w.By, At: time.Now()}
	case trace.Command:
		answers := make(chan broadcast.Answer, 1)
		b.live.requests <- broadcast.Request{Command: w, Answer: func(a broadcast.Answer) { answers <- a }}
		a := <-answers
		b.at = b.live.from + time.Since(b.live.began)
		return a.Error
	}
	return ""
}

// rest lets time pass at a live board.
func (b *Table) rest(d time.Duration) {
	time.Sleep(d)
	b.at = b.live.from + time.Since(b.live.began)
}

// leave stops the scanning.
func (b *Table) leave() {
	b.t.Helper()
	b.live.stop()
	if err := <-b.live.done; err != nil {
		b.t.Error(err)
	}
}
