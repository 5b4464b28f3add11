package cp2112_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
	"touchmove/test/kernel/cp2112"
)

// kernel replaces /dev/uhid: it sends events to the bridge and stores what the bridge
// writes.
type kernel struct {
	events [][]byte
	wrote  [][]byte
}

func (k *kernel) Read(b []byte) (int, error) {
	if len(k.events) == 0 {
		return 0, io.EOF
	}
	n := copy(b, k.events[0])
	k.events = k.events[1:]
	return n, nil
}

func (k *kernel) Write(b []byte) (int, error) {
	k.wrote = append(k.wrote, bytes.Clone(b))
	return len(b), nil
}

// The events of uhid.h, as the kernel writes them.
func output(report ...byte) []byte {
	b := make([]byte, 4+4096+3)
	b[0] = 6
	copy(b[4:], report)
	binary.LittleEndian.PutUint16(b[4+4096:], uint16(len(report)))
	return b
}

func getReport(number byte) []byte { return []byte{9, 0, 0, 0, 7, 0, 0, 0, number, 0} }

func setReport(report ...byte) []byte {
	return append([]byte{13, 0, 0, 0, 7, 0, 0, 0, report[0], 0, byte(len(report)), 0}, report...)
}

// serve lets a bridge answer events, and returns what it wrote after its creation.
func serve(t *testing.T, bus cp2112.Bus, port *cp2112.Port, events ...[]byte) [][]byte {
	t.Helper()
	k := &kernel{events: events}
	b, err := cp2112.Plug(k, "twin", bus, port, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Serve(); err != io.EOF {
		t.Fatal(err)
	}
	if len(k.wrote[0]) < 4096 || k.wrote[0][0] != 11 || !bytes.Contains(k.wrote[0], []byte{0xc4, 0x10, 0, 0, 0x90, 0xea, 0, 0}) {
		t.Errorf("made as % x", k.wrote[0][:300])
	}
	return k.wrote[1:]
}

// A chip is written and read through the bridge as the driver does it. A missing chip
// does not acknowledge.
func TestTransfers(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("twin")
	board.MCP23017s(bus, []rules.Square{rules.A1, rules.B1}, 0x20)
	board.SetSquare(rules.B1, sensors.Occupied)
	const chip = 0x20 << 1
	got := serve(t, bus, nil,
		output(0x14, chip, 3, 0x0c, 0xff, 0xff), // pull-ups on
		output(0x11, chip, 0, 2, 1, 0x12),       // GPIOA and GPIOB
		output(0x15, 1), output(0x12, 0, 2),     // the status, and the bytes
		output(0x10, chip, 0, 1), output(0x12, 0, 1), // OLATA, where the pointer is now
		output(0x11, 0x21<<1, 0, 2, 1, 0x12), output(0x15, 1),
		output(0x17, 1),
	)
	want := [][]byte{
		{0x16, 2, 5, 0, 0, 0, 2},
		{0x13, 2, 2, 0xfd, 0xff},
		{0x13, 2, 1, 0},
		{0x16, 3, 0, 0, 0, 0, 0},
	}
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d: % x", len(got), len(want), got)
	}
	for i := range want {
		if got[i][0] != 12 || len(got[i]) != 6+64 || !bytes.HasPrefix(got[i][6:], want[i]) {
			t.Errorf("answer %d: % x, want % x", i, got[i], want[i])
		}
	}
}

// Lines are driven and read by feature reports, each answered with its request's id.
func TestLines(t *testing.T) {
	board := chips.NewBoard()
	board.SetSquare(rules.C1, sensors.Occupied)
	port := cp2112.NewPort(board.Contacts([]rules.Square{rules.A1, rules.B1, rules.C1}), 8)
	got := serve(t, chips.NewBus("twin"), port,
		getReport(3),
		setReport(2, 0b10000001, 0xff, 0, 0), // lines 0 and 7 are outputs
		setReport(4, 0b00000001, 0b00000001), // 0 high, 7 unchanged
		getReport(3),
		getReport(2),
		getReport(5),
	)
	replies := [][]byte{{3, 0b11111011}, nil, nil, {3, 0b01111011}, {2, 0b10000001, 0xff, 0, 0}, {5, 0x0c, 3}}
	for i, want := range replies {
		kind, head := byte(10), 12
		if want == nil {
			kind, head = 14, 10
		}
		if len(got) <= i || got[i][0] != kind || got[i][4] != 7 || !bytes.Equal(got[i][head:], want) {
			t.Errorf("reply %d: % x, want % x", i, got[i], want)
		}
	}
}

// A device that cannot be written, and a report that the part does not have, end the
// bridge with an error; unplugging ends it without one.
func TestServeEnds(t *testing.T) {
	b, err := cp2112.Plug(&kernel{events: [][]byte{{2, 0, 0, 0}, {3, 0, 0, 0}}}, "twin", chips.NewBus("twin"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Unplug(), b.Serve()); err != nil {
		t.Error(err)
	}
	b, err = cp2112.Plug(&kernel{events: [][]byte{output(0x66)}}, "twin", chips.NewBus("twin"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Serve(); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("a report 0x66: %v", err)
	}
}
