package journal

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"touchmove/sensors/trace"
)

// TakesNothing reports whether an error says that a disk can be read and not written: its file
// system is read-only, as the kernel makes it when a card fails, or has no room at all.
func TakesNothing(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// OpenLater is Open for a disk that takes nothing now (TakesNothing). The journal is as after an
// error of Sync, why: what is appended stays in memory, and every Sync tries again.
func OpenLater(disk Disk, path string, why error) (*Journal, *Kept, error) {
	text, err := Text(path)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", explain(err))
	}
	kept, in, err := parse(text)
	if err == nil {
		err = checkName(path, kept)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("journal %s: %w", path, err)
	}
	j := later(disk, path, why)
	j.kept.add(text[:in.Offset()])
	if j.out, err = in.Continue(&j.tail); err != nil {
		return nil, nil, fmt.Errorf("journal %s: %w", path, err)
	}
	j.seals, j.last = kept.Sealed, kept.end
	j.length.Store(j.kept.size + int64(j.tail.Len()))
	return j, kept, nil
}

// CreateLater is Create for such a disk.
func CreateLater(disk Disk, path string, h trace.Header, why error) (*Journal, error) {
	j := later(disk, path, why)
	h.Journal = stem(path)
	var err error
	if j.out, err = trace.NewCheckedWriter(&j.tail, h); err != nil {
		return nil, fmt.Errorf("journal %s cannot be begun: %w", path, err)
	}
	j.seals, j.last = true, j.out.LastCRC()
	j.length.Store(int64(j.tail.Len()))
	return j, nil
}

func later(disk Disk, path string, why error) *Journal {
	f := &unopened{release: func() {}}
	if dir, ok := disk.(*Dir); ok {
		if release, err := dir.Hold(); err == nil {
			f.release = release
		}
	}
	j := &Journal{disk: disk, file: f, path: path}
	j.fail(why) //nolint:errcheck // every Sync tries again
	return j
}

// unopened stands for the file of a journal that could not be opened to write it.
type unopened struct{ release func() }

var errUnopened = errors.New("the file is not open")

func (*unopened) Read([]byte) (int, error)           { return 0, io.EOF }
func (*unopened) ReadAt([]byte, int64) (int, error)  { return 0, io.EOF }
func (*unopened) WriteAt([]byte, int64) (int, error) { return 0, errUnopened }
func (*unopened) Truncate(int64) error               { return errUnopened }
func (*unopened) Sync() error                        { return errUnopened }
func (*unopened) Refresh() error                     { return nil }
func (*unopened) Under(string) (int64, error)        { return 0, ErrMoved }

// Close implements File.
func (f *unopened) Close() error {
	f.release()
	return nil
}

// openNow opens the file of a journal that could not be opened before. If there is none, or
// another one, the journal is written anew.
func (j *Journal) openNow() error {
	if _, not := j.file.(*unopened); !not {
		return nil
	}
	if err := j.disk.Restore(filepath.Dir(j.path)); err != nil {
		return err
	}
	file, err := j.disk.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err := j.adopt(file); err != nil {
		file.Close()
		return err
	}
	return nil
}

// adopt continues in a file if it has what was read of the journal, and behind that nothing but
// allocated space.
func (j *Journal) adopt(file File) error {
	text, err := io.ReadAll(io.LimitReader(file, Longest+1))
	if err != nil {
		return err
	}
	n := j.kept.size
	if int64(len(text)) < n || crc32.ChecksumIEEE(text[:n]) != j.kept.sum || len(bytes.TrimRight(text[n:], "\x00")) > 0 {
		return file.Close() // rewrite puts it aside
	}
	before := j.file
	j.file, j.moved, j.given, j.size = file, false, 0, int64(len(text))
	return before.Close()
}
