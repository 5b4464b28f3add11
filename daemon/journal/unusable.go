package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// IsOfOneBoard reports whether an error is about a file of one board that cannot be used as
// it is, and not about the computer, its whole disk or another process: other boards can
// play.
func IsOfOneBoard(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrLater) || errors.Is(err, regularfile.ErrUnfit) || errors.Is(err, atomicfile.ErrNoDirectory) || errors.Is(err, fs.ErrPermission) ||
		slices.ContainsFunc(ofOneFile, func(no syscall.Errno) bool { return errors.Is(err, no) })
}

// ofOneFile are what open(2) and read(2) report about one file: it is a symbolic link, a
// directory or a socket, or in a file; or the disk cannot read it.
var ofOneFile = []syscall.Errno{syscall.ELOOP, syscall.EISDIR, syscall.ENXIO, syscall.ENOTDIR, syscall.EIO}

// noLocks are what flock(2) reports of a file system without locks: a network mount whose server grants none, or one of
// a program in user space.
var noLocks = []syscall.Errno{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP}

// explain adds to an error about a file of this program what to do.
func explain(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: give it to the user that the daemon runs as (chown)", err)
	case errors.Is(err, syscall.ELOOP):
		return fmt.Errorf("%w: it is a symbolic link, and nothing is written through one: move it away", err)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%w, and a file belongs there: move it away", err)
	case errors.Is(err, syscall.ENXIO):
		return fmt.Errorf("%w: it is a socket or a device, and a file belongs there: move it away", err)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w, and a directory belongs there: move it away", err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: the kernel does this when a card is worn or its file system is damaged (dmesg): repair it (fsck), put in another card, or name a directory on another disk (state)", err)
	case slices.ContainsFunc(noLocks, func(no syscall.Errno) bool { return errors.Is(err, no) }):
		return fmt.Errorf("%w: the file system has no locks, so nothing would keep two daemons from writing the same journals: name a directory on a disk of this computer (state), and for a copy elsewhere use [journal] copy", err)
	case errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w: the disk cannot read it (dmesg): move it away, or fetch it from the second copy (touchmove restore)", err)
	}
	return err
}
