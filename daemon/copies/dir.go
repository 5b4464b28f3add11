package copies

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// Dir is a directory on another disk, such as a USB stick or a network mount. The disk may be
// missing at the start, be removed, come back, or be replaced: Dir uses the directory when a
// disk is there, and never writes into the empty mount point on the disk of the journals.
type Dir struct {
	path   string
	state  string // the state directory; "": there is none
	disk   uint64 // the disk that it was on when its files were listed last
	listed bool   // disk is set
	apart  bool   // it was once on a disk other than that of the state directory
	closed bool   // nobody else may see even when its files change
}

// NewDir makes the store of a directory for the journals of a state directory, "" for none. It
// does not touch the disk, which may not answer.
func NewDir(path, state string) *Dir { return &Dir{path: path, state: state} }

// CloseToOthers closes the directories of the copy to others than its user and group when their
// names are next listed: an earlier version left them open. Call it if the broadcast is delayed,
// as the time and the size of a journal say when a move was made.
func (d *Dir) CloseToOthers() { d.closed = true }

// leaks reports whether others may see when the files of a delayed game change: whoever made
// the directory left it open, or its file system has no permissions.
func (d *Dir) leaks() bool {
	info, err := os.Stat(d.path)
	return d.closed && err == nil && info.Mode().Perm()&0o005 != 0
}

// apartName is the file in the state directory that holds the path of a copy which was on
// another disk than the journals: after a start without that disk, its empty mount point is
// not mistaken for it.
const apartName = "copy-on-another-disk"

// mounted returns the disk of the directory, and makes the directory if the copy begins there. The
// error says that the disk is missing.
func (d *Dir) mounted() (disk uint64, err error) {
	above, err := diskOf(filepath.Dir(d.path))
	if err != nil {
		return 0, fmt.Errorf("%w: mount the disk of the copy, or create the directory", err)
	}
	disk, err = diskOf(d.path)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		disk, err = above, nil
	}
	if err != nil || d.state == "" {
		return disk, err
	}
	own, err := diskOf(d.state)
	if err != nil {
		return 0, err
	}
	if inside, err := IsWithin(d.path, d.state); err != nil || inside {
		return 0, cmp.Or(err, fmt.Errorf("%s leads into the state directory, %s, and the journals would be copied over themselves: name a directory on another disk", d.path, d.state))
	}
	switch d.recall(); {
	case disk == own && d.apart:
		return 0, fmt.Errorf("%s: its disk is not mounted: mount it; if the copy is to be on the disk of the journals from now on, delete %s and reload", d.path, d.memory())
	case !missing:
		return disk, nil
	case (d.listed || d.apart) && (disk == own || isMemory(filepath.Dir(d.path))):
		return 0, fmt.Errorf("%s is not there: mount the disk of the copy, or create the directory", d.path)
	}
	if err := atomicfile.MakeDir(d.path); err != nil {
		return 0, err
	}
	os.Chmod(d.path, 0o700) //nolint:errcheck // not every file system has permissions
	return disk, nil
}

func (d *Dir) memory() string { return filepath.Join(d.state, apartName) }

// recall finds out whether the directory was on another disk before this process began.
func (d *Dir) recall() {
	if !d.apart {
		text, err := regularfile.Read(d.memory(), mostFile)
		d.apart = err == nil && string(text) == d.path
	}
}

// remember notes a directory that is on another disk than the journals.
func (d *Dir) remember(disk uint64) error {
	if d.state == "" {
		return nil
	}
	own, err := diskOf(d.state)
	if err != nil || disk == own {
		return err
	}
	d.apart = true
	return atomicfile.Write(d.memory(), []byte(d.path), 0o644)
}

// isMemory reports whether a directory is on no disk, as those are in which desktops make their
// mount points.
func isMemory(path string) bool {
	const tmpfs = 0x01021994 // TMPFS_MAGIC (linux/magic.h)
	var is syscall.Statfs_t
	return syscall.Statfs(path, &is) == nil && int64(is.Type) == tmpfs //nolint:unconvert // its type differs by platform
}

// SharesDisk reports whether the directory was on the disk of the journals when its files
// were listed last.
func (d *Dir) SharesDisk() bool { return d.listed && !d.apart && d.state != "" }

func diskOf(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Dev), nil //nolint:unconvert // its type differs by platform
	}
	return 0, nil
}

// there returns an error if the disk is missing, or is not the one whose files were listed: a
// disk that was pulled out and put back counts as another one.
func (d *Dir) there() error {
	disk, err := d.mounted()
	if err == nil && (!d.listed || disk != d.disk) {
		err = fmt.Errorf("%s: %w", d.path, ErrAnother)
	}
	return err
}
