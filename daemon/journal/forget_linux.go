package journal

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget drops a synced file from the page cache (posix_fadvise(2)).
func forget(f *os.File) error {
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}

// syncData stores the file's data (fdatasync(2)).
func syncData(f *os.File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); err != unix.EINTR {
			return err
		}
	}
}
