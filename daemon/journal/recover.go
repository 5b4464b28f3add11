package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"touchmove/internal/regularfile"
	"touchmove/sensors/trace"
)

// Kept is what Open found in a journal.
type Kept struct {
	Header  trace.Header
	Records []trace.Record
	Torn    []byte // the torn end that was cut off, without the zeros behind it; empty after a clean stop
	Gap     bool   // Torn continues after lost data: it may once have been stored and published
	Bound   bool   // its lines are chained by checksums; those of older versions were not
	Sealed  bool   // it was closed, and nothing is missing at its end

	lines []uint32 // the checksums of its lines, if they are bound
	end   string   // that of the last one
}

// Has reports whether the journal has the line of a link, and so everything before it.
func (k *Kept) Has(link trace.Link) bool {
	if link.CRC == "" {
		return true
	}
	crc, err := strconv.ParseUint(link.CRC, 16, 32)
	return err == nil && slices.Contains(k.lines, uint32(crc))
}

// Last returns the time of the last record, 0 when there is none.
func (k *Kept) Last() time.Duration {
	if len(k.Records) == 0 {
		return 0
	}
	return k.Records[len(k.Records)-1].At
}

// Open reads a journal back, cuts off the torn end that a power cut may have left, and
// makes it ready for the next record. It reads what is on the disk, not what the page
// cache has from a process whose sync failed. The cut is synced first, so that nothing
// published from now on depends on data that could still be lost. The error names the
// file, and the line if one is damaged in a way that no power cut explains.
func Open(disk Disk, path string) (*Journal, *Kept, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", explain(err))
	}
	j, kept, err := resume(disk, file, path)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return j, kept, nil
}

// Read reads a journal that will not be continued. It cuts off and locks nothing. The
// error names the file.
func Read(path string) (*Kept, error) {
	text, err := Text(path)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", explain(err))
	}
	kept, _, err := parse(text)
	if err == nil {
		err = checkName(path, kept)
	}
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return kept, nil
}

// Longest is how long a journal may be, in bytes. A game of some hours takes one or two
// millions. Reading one takes several times its length in memory, which all boards of the
// process share. A longer one is not read, so whoever writes one sees to it that it does not
// become so long.
const Longest = 64 << 20

// openToRead opens a journal. Reading a pipe or a device that has its name might never end.
func openToRead(path string) (*os.File, error) { return regularfile.Open(path, Longest) }

// Text returns the text of a journal, whatever it is. The error names the file.
func Text(path string) ([]byte, error) { return regularfile.Read(path, Longest) }

func resume(disk Disk, file File, path string) (*Journal, *Kept, error) {
	if err := file.Refresh(); err != nil {
		return nil, nil, err
	}
	size, err := file.Under(path)
	if err != nil {
		return nil, nil, err
	}
	text, err := regularfile.ReadUpTo(file, size, Longest+1)
	if err != nil {
		return nil, nil, err
	}
	if len(text) > Longest { // it has grown since it was opened
		return nil, nil, fmt.Errorf("more than %d bytes: something else writes into it: %w", Longest, regularfile.ErrUnfit)
	}
	kept, in, err := parse(text)
	if err != nil {
		return nil, nil, err
	}
	if err := checkName(path, kept); err != nil {
		return nil, nil, err
	}
	if in.Offset() < int64(len(text)) { // torn, or allocated space
		if err := file.Truncate(in.Offset()); err != nil {
			return nil, nil, fmt.Errorf("cutting off the torn end at byte %d: %w", in.Offset(), err)
		}
	}
	j := &Journal{disk: disk, file: file, path: path, seals: kept.Sealed}
	j.kept.add(text[:in.Offset()])
	j.size = in.Offset()
	if j.out, err = in.Continue(&j.tail); err != nil { // adds the newline if the last line lacks it
		return nil, nil, err
	}
	if err := j.writeTail(); err != nil {
		return nil, nil, err
	}
	if err := file.Sync(); err != nil {
		return nil, nil, err
	}
	j.markStored()
	return j, kept, nil
}

// parse reads all complete records. The returned reader is at their end.
func parse(text []byte) (*Kept, *trace.Reader, error) {
	end, records, err := sound(text)
	if err != nil {
		return nil, nil, err
	}
	tail := bytes.TrimRight(text[end:], "\x00")
	kept := &Kept{Torn: bytes.Clone(tail), Gap: bytes.IndexByte(tail, '\n') >= 0} // not a part of the text, which is long
	kept.Records = make([]trace.Record, 0, records+1)
	in, err := trace.NewReader(bytes.NewReader(text[:end]))
	if err != nil {
		return nil, nil, err
	}
	kept.Header = in.Header()
	for r, err := range in.All() {
		if err != nil { // of a last line that lacks only its newline
			return nil, nil, unreadable(err, "")
		}
		kept.Records = append(kept.Records, r)
	}
	kept.Bound, kept.Sealed = in.Bound(), in.Sealed() && len(kept.Torn) == 0
	if kept.Bound {
		kept.lines = make([]uint32, 0, in.Line())
		for line := range bytes.Lines(text[:end]) {
			kept.end = trace.CRC(line)
			if crc, err := strconv.ParseUint(kept.end, 16, 32); err == nil {
				kept.lines = append(kept.lines, uint32(crc))
			}
		}
	}
	return kept, in, nil
}

// ErrDamaged is in the chain of the error about a journal whose content was changed by
// something other than a power cut.
var ErrDamaged = errors.New("touchmove does not guess: repair the line, or move the file away to begin a new game")

// ErrLater is in the chain of the error about a journal that a later version has begun or
// continued. Nothing is wrong with it.
var ErrLater = errors.New("nothing is changed in it: install the version that wrote it, or a later one; or move the file away to begin a new game")

// unreadable says of a line that cannot be read, and that no power cut explains, what to do. why
// is how that is known.
func unreadable(err error, why string) error {
	if errors.Is(err, trace.ErrLater) {
		return fmt.Errorf("%w; %w", err, ErrLater)
	}
	return fmt.Errorf("%w%s; %w", err, why, ErrDamaged)
}

// sound returns the length of the complete lines at the beginning of a journal, and how many records they have. A fault
// is an error unless a power cut explains it: an end in the middle of a line, or bytes
// that no record contains, where the disk had allocated space.
func sound(text []byte) (length, records int, err error) {
	in, err := trace.NewReader(bytes.NewReader(text))
	if err != nil {
		return 0, 0, unreadable(err, ": a journal gets its first line before its name, so a power cut cannot have caused this")
	}
	for _, err = range in.All() {
		if err == nil {
			records++
		}
	}
	end := int(in.Offset())
	if errors.Is(err, trace.ErrUnbound) {
		return 0, 0, unreadable(err, " ("+tampered(text, in.Line())+")")
	}
	if n := unended(text[end:]); n > 0 {
		return end + n, records, nil
	}
	if err != nil && !torn(text[end:]) {
		return 0, 0, unreadable(err, ": a power cut cannot have caused this")
	}
	return end, records, nil
}

// torn reports whether the first of these lines is cut off or was never written: an
// unwritten sector reads as zeros or, if erased, as 0xff, and no record contains either.
func torn(lines []byte) bool {
	line, _, ended := bytes.Cut(lines, []byte{'\n'})
	return !ended || bytes.IndexByte(line, 0) >= 0 || bytes.IndexByte(line, 0xff) >= 0
}

// unended returns the length of a last line that is complete by its checksum, but lacks
// its newline; 0 if there is none.
func unended(end []byte) int {
	if bytes.IndexByte(end, '\n') >= 0 {
		return 0
	}
	for _, line := range [][]byte{end[:max(0, len(end)-1)], bytes.TrimRight(end, "\x00"), bytes.TrimRight(end, "\xff")} {
		if trace.Checked(line) {
			return len(line)
		}
	}
	return 0
}
