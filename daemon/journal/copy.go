package journal

import (
	"bytes"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"sync"
)

// Anybody with the rights can delete or truncate a file that is being written, or change
// it. Its content is then restored from memory, where a game takes some 20 kB and the longest
// journal some 10 MB. One that is longer than any that is read, which the daemon does not
// write, is read from its open file instead; this works for a deleted file, too.
const packFrom = 64 << 10 // bytes of text that are compressed together

// copied is the stored content of a journal's file. The zero value is of an empty file.
type copied struct {
	packed [][]byte
	plain  []byte // behind packed
	size   int64
	sum    uint32
	gone   bool // dropped, because it became too long
}

var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // only if the level is invalid
	}
	return w
}}

// add appends text.
func (c *copied) add(text []byte) {
	c.size += int64(len(text))
	c.sum = crc32.Update(c.sum, crc32.IEEETable, text)
	if c.gone = c.gone || c.size > Longest; c.gone {
		c.packed, c.plain = nil, nil
		return
	}
	for len(c.plain)+len(text) >= packFrom { // of a long journal that is read, each byte is moved once
		n := packFrom - len(c.plain)
		full := text[:n]
		if len(c.plain) > 0 {
			full = append(c.plain, full...)
		}
		c.packed, c.plain, text = append(c.packed, pack(full)), nil, text[n:]
	}
	c.plain = append(c.plain, text...)
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	w.Write(text) // writing to a buffer cannot fail
	w.Close()
	return bytes.Clone(b.Bytes())
}

var errChanged = errors.New("its content is lost: the file was changed, and is too long for a copy in memory")

// writeTo writes everything into another file: from memory, or else from the file if that is
// unchanged. After an error the other file has a part of it.
func (c *copied) writeTo(to, file File) error {
	at, sum := int64(0), uint32(0)
	write := func(text []byte) error {
		n, err := writeAll(to, text, at)
		at, sum = at+int64(n), crc32.Update(sum, crc32.IEEETable, text)
		return err
	}
	for piece := make([]byte, packFrom); c.gone && at < c.size; {
		piece = piece[:min(packFrom, c.size-at)]
		if _, err := file.ReadAt(piece, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := write(piece); err != nil {
			return err
		}
	}
	for _, p := range c.packed {
		plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(p)))
		if err == nil {
			err = write(plain)
		}
		if err != nil {
			return err
		}
	}
	if err := write(c.plain); err != nil {
		return err
	}
	if sum != c.sum {
		return errChanged
	}
	return nil
}
