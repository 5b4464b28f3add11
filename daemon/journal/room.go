package journal

import (
	"errors"
	"syscall"
)

// When a file grows, its sync also stores the new length and the new blocks: the file
// system writes its own journal for that, and waits for the card one more time. So the
// file is lengthened by zeros in a quiet moment. Records overwrite the zeros, and their
// sync stores only the records. Behind the last line there are zeros until Close cuts
// them off; after a crash they stay, and mean nothing.
const (
	room   = 64 << 10 // bytes of zeros behind the last line, enough for about a hundred moves
	little = 8 << 10  // when fewer are left, more are added
)

var zeros [room]byte

// end returns where the next record goes.
func (j *Journal) end() int64 { return j.kept.size + int64(j.given) }

// prepare allocates space if little is left. A full disk is no reason for an alarm here:
// the file then grows by each record, for the rest of the game.
func (j *Journal) prepare() error {
	if j.tight || j.size-j.end() >= little {
		return nil
	}
	before := j.size
	n, err := writeAll(j.file, zeros[:room-(before-j.end())], before)
	j.size += int64(n)
	if err == nil {
		err = j.file.Sync()
		j.tight = err != nil // without allocated space
		return err
	}
	j.tight = true
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	if err := j.file.Truncate(before); err != nil {
		return err
	}
	j.size = before
	return nil
}

// trim cuts off the space behind what is stored. If that fails, zeros stay, which mean
// nothing.
func (j *Journal) trim() {
	if j.size > j.kept.size && j.file.Truncate(j.kept.size) == nil {
		j.size = j.kept.size
	}
}
