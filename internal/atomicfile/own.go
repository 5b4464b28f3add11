package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives a file to whom the old one belongs. Only root can give files away;
// for others the new one is theirs.
func own(f *os.File, old fs.FileInfo) {
	if old == nil {
		return
	}
	if is, ok := old.Sys().(*syscall.Stat_t); ok && int(is.Uid) != os.Geteuid() {
		f.Chown(int(is.Uid), int(is.Gid))
	}
}
