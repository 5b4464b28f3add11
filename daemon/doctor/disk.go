package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Free space that is little, and far too little, for a tournament, in bytes. The
// journal of one game takes some hundred kilobytes.
const (
	little  = 500 << 20
	tooFull = 50 << 20
)

// disk checks whether the state directory can be written, and whether it has enough
// space.
func (e *examination) disk(r *report) {
	if e.Config == nil {
		r.note("without a configuration the state directory is not known")
		return
	}
	state := e.Config.State
	if !strings.HasPrefix(state, "/") {
		r.note("the state directory " + state + " is relative to the directory where the daemon starts")
		return
	}
	dir := e.nearest(state)
	err := e.Write(dir)
	switch {
	case errors.Is(err, fs.ErrPermission) && dir == state:
		r.fault(fmt.Sprintf("%s may not write in the state directory %s", e.User.Name, state), "give it to this user", fmt.Sprintf("sudo chown -R %s: %s", e.User.Name, state))
	case errors.Is(err, fs.ErrPermission):
		r.fault(fmt.Sprintf("the state directory %s does not exist, and %s may not create it in %s", state, e.User.Name, dir), "make it",
			fmt.Sprintf("sudo install -d -o %s %s", e.User.Name, state))
	case err != nil:
		r.fault(fmt.Sprintf("nothing can be written in %s: %v", dir, err), "a card that is worn out, or was switched off while it was written, becomes read-only: look at the kernel's messages, and replace the card",
			"sudo dmesg | grep -iE 'mmc|ext4|read-only'", "sudo mount -o remount,rw /")
	default:
		r.ok(fmt.Sprintf("%s can be written", state))
	}
	free, err := e.Free(dir)
	switch {
	case err != nil:
		r.note(fmt.Sprintf("cannot tell how much space is free in %s: %v", dir, err))
	case free < tooFull:
		r.fault(fmt.Sprintf("%s: %d MB are free", dir, free>>20), "free some space: otherwise games cannot be stored", "sudo journalctl --vacuum-size=50M", "sudo apt-get clean")
	case free < little:
		r.warn(fmt.Sprintf("%s: %d MB are free", dir, free>>20), "make room before a tournament", "sudo journalctl --vacuum-size=50M", "sudo apt-get clean")
	default:
		r.ok(fmt.Sprintf("%s: %d MB are free", dir, free>>20))
	}
}

// nearest returns the directory itself, or the nearest one above it that exists.
func (e *examination) nearest(dir string) string {
	for dir != "/" && !e.exists(strings.TrimPrefix(dir, "/")) {
		dir = path.Dir(dir)
	}
	return dir
}
