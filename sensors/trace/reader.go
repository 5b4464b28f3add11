package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxLine is the largest length of a line in a trace, in bytes, including its newline.
const MaxLine = 1 << 20

// Error is an error in a trace, with the number of its line, counted from 1. Callers put
// the file's name in front of it.
type Error struct {
	Line int
	Err  error
}

// Error returns "line 1208: " and the error.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error without its line.
func (e *Error) Unwrap() error { return e.Err }

// ErrLater is in the chain of the error about a line whose checksum is right, but whose content
// this version does not know: nothing has damaged it, so a later version wrote it.
var ErrLater = errors.New("the line is as it was written: a later version of touchmove wrote it")

// understood adds ErrLater to the error about the content of a line that has a right checksum.
func understood(err error, crc lineCRC) error {
	if err == nil || crc.kind == crcNone {
		return err
	}
	return fmt.Errorf("%w; %w", err, ErrLater)
}

// Reader reads a trace line by line. A power cut leaves an incomplete last line: it ends
// the trace and is not an error, but Warning reports it. Make a Reader with NewReader. It
// is for one goroutine at a time.
type Reader struct {
	in     *bufio.Reader
	header Header
	order  order
	crc    crcKind // as in the header
	last   uint32  // checksum of the last line read
	sealed bool    // that line is a seal
	line   int     // number of the last line read
	offset int64   // bytes of complete lines read
	broken bool    // the last line read had no newline
	long   []byte
	err    error // sticky: io.EOF or an *Error
	warn   error
}

// NewReader reads the header. A compressed trace (gzip) is recognised by its first two
// bytes. The error is an *Error for line 1, or that of r.
func NewReader(r io.Reader) (*Reader, error) {
	d := &Reader{in: bufio.NewReaderSize(r, 64<<10)}
	if magic, _ := d.in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) { // RFC 1952, 2.3.1
		z, err := gzip.NewReader(d.in)
		if err != nil {
			return nil, &Error{1, fmt.Errorf("the compressed trace has a torn beginning: nothing of it can be read (%w)", err)}
		}
		d.in = bufio.NewReaderSize(z, 64<<10)
	}
	line, whole, err := d.next()
	switch {
	case err == io.EOF:
		return nil, &Error{1, errors.New("the trace is empty: its header line is missing")}
	case err != nil:
		return nil, &Error{1, err}
	}
	d.offset, d.broken = int64(len(line)), !whole
	if whole {
		d.offset++
	}
	var crc lineCRC
	if line, crc, err = takeCRC(line); err == nil {
		d.crc, d.last = crc.kind, crc.own
		d.header, err = ParseHeader(line)
		err = understood(err, crc)
	}
	if err == nil && crc.before != 0 {
		err = ErrUnbound
	}
	if err != nil {
		if !whole && errors.Is(err, errNotJSON) {
			err = fmt.Errorf("the header line is torn, and the trace holds nothing else: record again (%w)", err)
		} else if bytes.HasPrefix(line, []byte("\xef\xbb\xbf")) {
			err = errors.New("the file begins with a byte order mark: save it as UTF-8 without one")
		}
		return nil, &Error{1, err}
	}
	return d, nil
}

// Header returns the trace's first line, with defaults for keys that it leaves out.
func (d *Reader) Header() Header { return d.header }

// Line returns the number of the last line read, counted from 1.
func (d *Reader) Line() int { return d.line }

// Offset returns the number of bytes of the (uncompressed) trace in complete lines that
// were read without an error. If the last line of a journal is torn, the journal is cut
// here before it continues.
func (d *Reader) Offset() int64 { return d.offset }

// Warning returns nil or, once Next has returned io.EOF, an *Error that says that the
// last line was incomplete and has been dropped.
func (d *Reader) Warning() error { return d.warn }

// Next returns the next record. At the end of the trace it returns io.EOF, for a broken
// line an *Error. After either, every further call returns the same.
func (d *Reader) Next() (Record, error) {
	if d.err != nil {
		return Record{}, d.err
	}
	r, seal, err := d.read()
	for seal && err == nil {
		r, seal, err = d.read()
	}
	if err != nil && err != io.EOF {
		err = &Error{d.line, err}
	}
	d.err = err
	return r, err
}

// All returns an iterator over the records from here to the end. An error is the last
// pair; the end of the trace is not returned as an error.
func (d *Reader) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			r, err := d.Next()
			if err == io.EOF || !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// read reads one line, which is a record or a seal.
func (d *Reader) read() (r Record, seal bool, err error) {
	line, whole, err := d.next()
	if err != nil {
		return Record{}, false, err
	}
	if !whole && isRoom(line) {
		return Record{}, false, io.EOF
	}
	length := int64(len(line))
	line, crc, err := takeCRC(line)
	if err != nil {
		return Record{}, false, err
	}
	if d.crc == crcBound && crc.kind == crcBound && crc.before != d.last {
		return Record{}, false, ErrUnbound
	}
	if seal, err = d.isSeal(line, crc.kind); seal && err == nil {
		d.took(length, whole, crc.own)
		d.sealed = d.crc == crcBound
	}
	if seal || err != nil {
		return Record{}, seal, err
	}
	r, err = ParseRecord(line, &d.header)
	err = understood(err, crc)
	if err == nil && d.crc != crcNone && crc.kind != d.crc {
		err = errors.New("the line has no crc, and line 1 has one: it is not as it was written; if you repair a line by hand, remove its crc and that of line 1")
	}
	if err != nil {
		switch {
		case !whole && errors.Is(err, errNotJSON):
			d.warn = &Error{d.line, errors.New("the last line is incomplete, as after a power cut: it is dropped")}
			return Record{}, false, io.EOF
		case len(bytes.TrimSpace(line)) == 0:
			err = errors.New("an empty line: delete it")
		}
		return Record{}, false, err
	}
	if err := d.order.follow(r); err != nil {
		return Record{}, false, err
	}
	d.took(length, whole, crc.own)
	return r, false, nil
}

// isRoom reports whether the rest of a trace is only zeros. A journal has them after its
// last line while it is being written, and after a crash.
func isRoom(rest []byte) bool { return len(bytes.TrimLeft(rest, "\x00")) == 0 }

// took records that a line was read without an error.
func (d *Reader) took(length int64, whole bool, crc uint32) {
	d.last, d.sealed = crc, false
	d.offset += length
	if d.broken = !whole; whole {
		d.offset++
	}
}

// next returns the next line without its newline, and whether it had one. A compressed
// trace that was cut short ends in the same way as an uncompressed one.
func (d *Reader) next() (line []byte, whole bool, err error) {
	d.long = d.long[:0]
	for {
		part, err := d.in.ReadSlice('\n')
		if len(d.long)+len(part) > MaxLine {
			d.line++
			return nil, false, fmt.Errorf("the line is longer than %d bytes: no record is", MaxLine)
		}
		if err == nil && len(d.long) == 0 {
			d.line++
			return part[:len(part)-1], true, nil
		}
		d.long = append(d.long, part...)
		switch {
		case err == nil:
			d.line++
			return d.long[:len(d.long)-1], true, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			if len(d.long) == 0 {
				return nil, false, io.EOF
			}
			d.line++
			return d.long, false, nil
		default:
			d.line++
			return nil, false, fmt.Errorf("reading: %w", err)
		}
	}
}
