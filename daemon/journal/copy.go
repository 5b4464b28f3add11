package journal

import (
	"bytes"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"sync"
)

// Anybody with the rights can delete or truncate a file that is being written. Its
// content is then restored from memory, where a game takes some 100 kB. A journal that
// grows beyond copyLen, which no game does, is read from its open file instead;
// this works for a deleted file, too.
const (
	copyLen  = 32 << 20 // bytes of text, the most that is kept in memory
	packFrom = 64 << 10 // bytes of text that are compressed together
)

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
	if c.gone = c.gone || c.size > copyLen; c.gone {
		c.packed, c.plain = nil, nil
		return
	}
	for c.plain = append(c.plain, text...); len(c.plain) >= packFrom; {
		c.packed = append(c.packed, pack(c.plain[:packFrom]))
		c.plain = bytes.Clone(c.plain[packFrom:])
	}
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

// text returns everything: from memory, or else from the file if that is unchanged.
func (c *copied) text(file io.ReaderAt) ([]byte, error) {
	var text []byte
	if c.gone {
		text = make([]byte, c.size)
		if _, err := file.ReadAt(text, 0); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	for _, p := range c.packed {
		plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(p)))
		if err != nil {
			return nil, err
		}
		text = append(text, plain...)
	}
	if text = append(text, c.plain...); crc32.ChecksumIEEE(text) != c.sum {
		return nil, errChanged
	}
	return text, nil
}
