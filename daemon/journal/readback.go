package journal

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Whoever writes into the middle of a file changes neither its name nor its size. So the file is
// read back now and then, a piece at a time: the pieces are in the page cache, and cost neither
// a sync its time nor the card a write.
const (
	readEvery = 60        // calls of Check between two readings
	readPiece = 256 << 10 // bytes that one call of Check reads
)

// readBack is a reading of the file that continues from one call of Check to the next.
type readBack struct {
	calls int    // of Check since the last reading
	at    int64  // how far it has got
	sum   uint32 // of what it has read
}

// readSome reads the next piece of the file if one is due. The error is ErrMoved if the file no
// longer has what was stored in it. A journal that is too long for a copy in memory is not read:
// it could not be rewritten, and the rest of the game could no longer be stored.
func (j *Journal) readSome() error {
	r := &j.back
	if r.calls++; r.calls < readEvery || j.kept.gone {
		return nil
	}
	piece := make([]byte, min(readPiece, j.kept.size-r.at))
	n, err := j.file.ReadAt(piece, r.at)
	if err != nil && !errors.Is(err, io.EOF) {
		j.back = readBack{}
		return err
	}
	r.at, r.sum = r.at+int64(n), crc32.Update(r.sum, crc32.IEEETable, piece[:n])
	if n == len(piece) && r.at < j.kept.size {
		return nil
	}
	same := r.at == j.kept.size && r.sum == j.kept.sum
	if j.back = (readBack{}); same {
		return nil
	}
	j.moved = true
	return fmt.Errorf("%w: what was written to it has been changed", ErrMoved)
}

// Verify reads everything back that is stored. Its errors are those of Check.
func (j *Journal) Verify() error {
	if j.failed != nil {
		return j.failed
	}
	for j.back = (readBack{calls: readEvery}); j.back.calls >= readEvery && !j.kept.gone; {
		if err := j.readSome(); err != nil {
			return j.fail(err)
		}
	}
	return nil
}
