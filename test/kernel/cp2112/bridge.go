package cp2112

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// The bridge's reports (AN495, table 3.1). Those up to 0x06 and from 0x20 on
// are feature reports; the driver sends the others, and 0x13 and 0x16 answer.
const (
	repDirection = 0x02 // GPIO configuration
	repGetGPIO   = 0x03
	repSetGPIO   = 0x04
	repVersion   = 0x05
	repSMBus     = 0x06
	repRead      = 0x10
	repWriteRead = 0x11
	repForceRead = 0x12 // send what was read
	repReadData  = 0x13
	repWrite     = 0x14
	repAskStatus = 0x15
	repStatus    = 0x16
	repCancel    = 0x17

	payload = 61 // bytes of data in one report of 64
)

// Transfer states (AN495, 5.7).
const (
	statusComplete = 2
	statusError    = 3
	wasNACK        = 0 // with statusError: no chip acknowledged the address
	wasSuccess     = 5 // with statusComplete
)

// Bus is the I2C bus behind a bridge; chips.Bus is one.
type Bus interface {
	Tx(addr uint16, w, r []byte) error
}

// Bridge is one CP2112.
type Bridge struct {
	dev  *device
	bus  Bus
	port *Port
	from int // line 0 of the bridge is this line of the port

	mu      sync.Mutex
	config  [4]byte // direction, push-pull, special, clock divider
	smbus   [13]byte
	read    []byte // what the last transfer read and the driver has not fetched yet
	state   [2]byte
	reports int
}

// Plug makes the kernel see a bridge over an open /dev/uhid. name distinguishes it from
// others in the kernel's log. Its eight lines are the port's lines beginning with from;
// with a nil port they are not connected. Serve must run before the driver can bind.
func Plug(uhid io.ReadWriter, name string, bus Bus, port *Port, from int) (*Bridge, error) {
	const silabs, cp2112 = 0x10c4, 0xea90
	dev, err := create(uhid, name, silabs, cp2112, descriptor())
	if err != nil {
		return nil, err
	}
	// As it comes from the factory: 100 kHz, no timeouts of its own (AN495, 4.6).
	b := &Bridge{dev: dev, bus: bus, port: port, from: from, config: [4]byte{0, 0xff, 0, 0}}
	binary.BigEndian.PutUint32(b.smbus[:], 100_000)
	b.smbus[4] = 0x02
	return b, nil
}

// descriptor describes the reports to the kernel: 63 bytes after each report's number,
// in a vendor-defined usage page (HID 1.11, 6.2.2).
func descriptor() []byte {
	d := []byte{0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08}
	add := func(main byte, ids ...byte) {
		for _, id := range ids {
			d = append(d, 0x85, id, 0x95, 63, 0x09, 0x01, main, 0x02)
		}
	}
	const input, output, feature = 0x81, 0x91, 0xb1
	add(feature, repDirection, repGetGPIO, repSetGPIO, repVersion, repSMBus, 0x20, 0x21, 0x22, 0x23, 0x24)
	add(output, repRead, repWriteRead, repForceRead, repWrite, repAskStatus, repCancel)
	add(input, repReadData, repStatus)
	return append(d, 0xc0)
}

// Unplug disconnects the bridge from the kernel, which ends Serve.
func (b *Bridge) Unplug() error { return b.dev.destroy() }

// Serve answers the driver until the bridge is unplugged, or the device fails and Serve
// returns its error.
func (b *Bridge) Serve() error {
	for {
		e, err := b.dev.next()
		if err != nil {
			return err
		}
		if e.kind == evStop {
			return nil
		}
		if err := b.answer(e); err != nil {
			return err
		}
	}
}

// Reports returns how many reports the driver has sent, which shows that it works.
func (b *Bridge) Reports() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reports
}

func (b *Bridge) answer(e event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.kind {
	case evOutput:
		b.reports++
		return b.output(e.data)
	case evGetReport:
		return b.dev.got(e, b.feature(e.report))
	case evSetReport:
		b.reports++
		b.set(e.report, e.data)
		return b.dev.taken(e)
	}
	return nil
}

// output carries out an output report: a transfer, or a request for the result of one.
func (b *Bridge) output(d []byte) error {
	if len(d) == 0 {
		return errors.New("cp2112: an empty report")
	}
	d = slices.Concat(d, make([]byte, 64)) // a short report is padded with zeros
	switch d[0] {
	case repRead:
		b.transfer(d[1], nil, int(binary.BigEndian.Uint16(d[2:])))
	case repWriteRead:
		b.transfer(d[1], d[5:5+min(int(d[4]), 16)], int(binary.BigEndian.Uint16(d[2:])))
	case repWrite:
		b.transfer(d[1], d[3:3+min(int(d[2]), payload)], 0)
	case repForceRead:
		n := min(int(binary.BigEndian.Uint16(d[1:])), len(b.read), payload)
		r := make([]byte, 64)
		r[0], r[1], r[2] = repReadData, b.state[0], byte(n)
		copy(r[3:], b.read[:n])
		b.read = b.read[n:]
		return b.dev.input(r)
	case repAskStatus:
		r := make([]byte, 64)
		r[0], r[1], r[2] = repStatus, b.state[0], b.state[1]
		binary.BigEndian.PutUint16(r[5:], uint16(len(b.read)))
		return b.dev.input(r)
	case repCancel:
		b.read = nil
	default:
		return fmt.Errorf("cp2112: output report 0x%02x is not one of the part's", d[0])
	}
	return nil
}

// transfer carries out at once what the bridge does on the wire. addr includes the
// direction bit.
func (b *Bridge) transfer(addr byte, w []byte, n int) {
	b.read, b.state = make([]byte, n), [2]byte{statusComplete, wasSuccess}
	if err := b.bus.Tx(uint16(addr>>1), w, b.read); err != nil {
		b.read, b.state = nil, [2]byte{statusError, wasNACK}
	}
}

// feature returns the content of a feature report.
func (b *Bridge) feature(report byte) []byte {
	switch report {
	case repDirection:
		return append([]byte{report}, b.config[:]...)
	case repGetGPIO:
		var levels byte
		if b.port != nil {
			levels = b.port.levels(b.from)
		}
		return []byte{report, levels}
	case repVersion:
		return []byte{report, 0x0c, 0x03} // part number, and a revision that exists
	case repSMBus:
		return append([]byte{report}, b.smbus[:]...)
	}
	return make([]byte, 64)
}

// set takes a new value of a feature report.
func (b *Bridge) set(report byte, d []byte) {
	switch {
	case report == repDirection && len(d) > len(b.config):
		copy(b.config[:], d[1:])
		if b.port != nil {
			b.port.direct(b.from, b.config[0])
		}
	case report == repSetGPIO && len(d) > 2 && b.port != nil:
		b.port.latch(b.from, d[1], d[2])
	case report == repSMBus && len(d) > len(b.smbus):
		copy(b.smbus[:], d[1:])
	}
}
