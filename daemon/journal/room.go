package journal

import (
	"errors"
	"syscall"
)

// A sync of a file that grows also stores its new length and its new blocks: the file
// system writes its own journal for that, and one more time waits for the card. So the
// file is lengthened by zeros ahead of the records, in a quiet moment; records overwrite
// them, and their sync stores the records alone. What follows the last line is zeros
// until Close cuts them off: after a crash they stay, and mean nothing.
const (
	room   = 64 << 10 // bytes of zeros behind the last line, some hundred moves
	little = 8 << 10  // when fewer are left, there are to be more
)

var zeros [room]byte

// end is where the next record goes.
func (j *Journal) end() int64 { return j.kept.size + int64(j.given) }

// prepare makes sure that there is room. It is not worth an alarm when the disk is full:
// then the file grows by each record, for the rest of the game.
func (j *Journal) prepare() error {
	if j.tight || j.size-j.end() >= little {
		return nil
	}
	before := j.size
	n, err := writeAll(j.file, zeros[:room-(before-j.end())], before)
	j.size += int64(n)
	if err == nil {
		err = j.file.Sync()
		j.tight = err != nil // written anew, without room
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

// trim cuts off the room behind what is stored. Where that fails, zeros stay, which mean
// nothing.
func (j *Journal) trim() {
	if j.size > j.kept.size && j.file.Truncate(j.kept.size) == nil {
		j.size = j.kept.size
	}
}
