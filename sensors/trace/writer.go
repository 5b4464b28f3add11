package trace

import (
	"fmt"
	"io"
)

// Writer writes a trace, with one call of the io.Writer for each line. It does not buffer: when
// Write returns, the line has been passed on. It is for one goroutine at a time.
type Writer struct {
	w      io.Writer
	header Header
	order  order
	crc    crcKind // of every line
	last   uint32  // checksum of the last line written
	lines  int
	sealed bool // whether the last line written is a seal
	buf    []byte
	err    error // sticky: the io.Writer failed, perhaps in the middle of a line
}

// NewWriter writes the header line. It refuses a header that could not be read again; any other
// error is that of w.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if err := h.Validate(); err != nil {
		return nil, fmt.Errorf("trace header: %w", err)
	}
	d := &Writer{w: w, header: h}
	return d, d.put(AppendHeader(d.buf[:0], h))
}

// NewCheckedWriter is like NewWriter, for a trace that has to last: every line ends in its own
// checksum and that of the line before. So a reader notices what a worn memory card or a person
// has changed.
func NewCheckedWriter(w io.Writer, h Header) (*Writer, error) {
	if err := h.Validate(); err != nil {
		return nil, fmt.Errorf("trace header: %w", err)
	}
	d := &Writer{w: w, header: h, crc: crcBound, lines: 1}
	line, crc := appendCRC(AppendHeader(d.buf[:0], h), d.crc, 0)
	d.last = crc.own
	return d, d.put(line)
}

// Continue returns a Writer that continues where the Reader is, which must be the end of its
// trace. w must append to the same bytes, cut to Offset. The new records must follow those that
// were read, and they have checksums if the header has one. If only the newline of the last line
// is missing, it is written first.
func (d *Reader) Continue(w io.Writer) (*Writer, error) {
	if d.err != io.EOF {
		return nil, fmt.Errorf("trace: line %d is not the end: read on before writing", d.line)
	}
	n := &Writer{w: w, header: d.header, order: d.order, crc: d.crc, last: d.last, lines: d.line, sealed: d.sealed}
	if d.warn != nil {
		n.lines-- // the torn line, which is cut off
	}
	if d.broken {
		return n, n.put(append(n.buf[:0], '\n'))
	}
	return n, nil
}

// Write appends one record. It refuses a record that a Reader would refuse (time goes back, no
// scan before it, a colour from an occupancy board, a command without its keys) and then writes
// nothing. If the io.Writer fails, the last line may be torn, and every later call returns the
// same error.
func (d *Writer) Write(r Record) error {
	if d.err != nil {
		return d.err
	}
	if err := checkValues(r); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	if err := checkSensing(r.What, d.header.Sensing); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	line, crc := appendCRC(AppendRecord(d.buf[:0], r), d.crc, d.last)
	if len(line) > MaxLine {
		return fmt.Errorf("trace: the record takes %d bytes, more than the %d of the longest line", len(line), MaxLine)
	}
	next := d.order
	if err := next.follow(r); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	if err := d.put(line); err != nil {
		return err
	}
	d.order, d.last, d.sealed = next, crc.own, false
	d.lines++
	return nil
}

func (d *Writer) put(line []byte) error {
	d.buf = line
	if _, err := d.w.Write(line); err != nil {
		d.err = fmt.Errorf("trace: writing: %w", err)
	}
	return d.err
}
