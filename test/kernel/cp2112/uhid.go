package cp2112

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The events of /dev/uhid that a bridge receives or sends (Linux,
// include/uapi/linux/uhid.h). All numbers in them have the machine's byte order, which
// is little-endian wherever this runs.
const (
	evDestroy        = 1
	evStop           = 3 // the driver has released the device
	evOutput         = 6 // an output report from the driver
	evGetReport      = 9
	evGetReportReply = 10
	evCreate2        = 11
	evInput2         = 12 // an input report for the driver
	evSetReport      = 13
	evSetReportReply = 14

	evData = 4096                                     // UHID_DATA_MAX
	evSize = 4 + 128 + 64 + 64 + 2 + 2 + 4*4 + evData // the largest event, CREATE2
)

// event is a request of the kernel.
type event struct {
	kind   uint32
	id     uint32 // to be returned with the reply
	report byte
	data   []byte // the report's bytes, its number first; valid until the next event
}

// device is one HID device in user space.
type device struct {
	file io.ReadWriter
	buf  []byte
}

// create makes the kernel see a USB device of this name, vendor and product
// with a report descriptor.
func create(file io.ReadWriter, name string, vendor, product uint32, descriptor []byte) (*device, error) {
	const bus, busUSB = 4 + 128 + 64 + 64 + 2, 3 // input.h
	b := make([]byte, evSize)
	binary.LittleEndian.PutUint32(b, evCreate2)
	copy(b[4:4+127], name)
	binary.LittleEndian.PutUint16(b[bus-2:], uint16(len(descriptor)))
	binary.LittleEndian.PutUint16(b[bus:], busUSB)
	binary.LittleEndian.PutUint32(b[bus+2:], vendor)
	binary.LittleEndian.PutUint32(b[bus+6:], product)
	copy(b[bus+18:], descriptor)
	if _, err := file.Write(b); err != nil {
		return nil, fmt.Errorf("uhid: %s cannot be made: %w", name, err)
	}
	return &device{file: file, buf: make([]byte, evSize)}, nil
}

// next waits for an event.
func (d *device) next() (event, error) {
	n, err := d.file.Read(d.buf)
	if err != nil {
		return event{}, err
	}
	b := d.buf
	clear(b[n:])
	e := event{kind: binary.LittleEndian.Uint32(b)}
	switch e.kind {
	case evOutput:
		size := min(int(binary.LittleEndian.Uint16(b[4+evData:])), evData)
		e.data = b[4 : 4+size]
	case evGetReport:
		e.id, e.report = binary.LittleEndian.Uint32(b[4:]), b[8]
	case evSetReport:
		e.id, e.report = binary.LittleEndian.Uint32(b[4:]), b[8]
		size := min(int(binary.LittleEndian.Uint16(b[10:])), evData)
		e.data = b[12 : 12+size]
	}
	return e, nil
}

// input hands an input report to the driver.
func (d *device) input(report []byte) error {
	b := make([]byte, 6+len(report))
	binary.LittleEndian.PutUint32(b, evInput2)
	binary.LittleEndian.PutUint16(b[4:], uint16(len(report)))
	copy(b[6:], report)
	return d.write(b)
}

// destroy unplugs the device.
func (d *device) destroy() error {
	return d.write(binary.LittleEndian.AppendUint32(nil, evDestroy))
}

// got answers a request to read a feature report.
func (d *device) got(e event, report []byte) error {
	b := make([]byte, 12+len(report))
	binary.LittleEndian.PutUint32(b, evGetReportReply)
	binary.LittleEndian.PutUint32(b[4:], e.id)
	binary.LittleEndian.PutUint16(b[10:], uint16(len(report)))
	copy(b[12:], report)
	return d.write(b)
}

// taken answers a request to set a feature report.
func (d *device) taken(e event) error {
	b := make([]byte, 10)
	binary.LittleEndian.PutUint32(b, evSetReportReply)
	binary.LittleEndian.PutUint32(b[4:], e.id)
	return d.write(b)
}

func (d *device) write(b []byte) error {
	_, err := d.file.Write(b)
	return err
}
