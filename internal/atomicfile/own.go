package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives a new file the owner of the old one. Only root can do that; for other users the
// new file stays theirs.
func own(f *os.File, old fs.FileInfo) {
	if old == nil {
		return
	}
	if is, ok := old.Sys().(*syscall.Stat_t); ok && int(is.Uid) != os.Geteuid() {
		f.Chown(int(is.Uid), int(is.Gid))
	}
}
