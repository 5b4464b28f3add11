package doctor

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// system reports which computer this is.
func (e *examination) system(r *report) {
	what := e.model
	if what == "" {
		what = "a computer without a device tree"
	}
	if release := e.line("proc/sys/kernel/osrelease"); release != "" {
		what += ", Linux " + release
	}
	r.ok(what)
	switch {
	case e.daemon == 0:
	case e.busy.none():
		r.note(fmt.Sprintf("touchmove runs here (process %d), and uses no I2C bus", e.daemon))
	default:
		r.add(Finding{
			Level: Note, What: fmt.Sprintf("touchmove runs here (process %d): chips behind a switch are not looked at, so as not to disturb it", e.daemon),
			Remedy: "to examine everything, stop it first", Type: []string{"sudo systemctl stop touchmove"},
		})
	}
	if e.User.Root && e.isPi5() {
		r.warn("on a Raspberry Pi 5 the daemon should not run as root", "add the user who runs it to the groups i2c and gpio instead; otherwise periph's driver for older chips may touch wrong addresses")
	}
}

// findDaemon looks for a running daemon among the processes, and returns its number or
// 0.
func (e *examination) findDaemon() int {
	entries, err := fs.ReadDir(e.FS, "proc")
	if err != nil {
		return 0
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == e.PID {
			continue
		}
		if !strings.HasPrefix(e.line("proc/"+entry.Name()+"/comm"), "touchmove") {
			continue
		}
		for _, arg := range strings.Split(e.text("proc/"+entry.Name()+"/cmdline"), "\x00") {
			if arg == "run" || arg == "record" || arg == "calibrate" {
				return pid
			}
		}
	}
	return 0
}

// busy says which I2C buses a running daemon has open, by the list of its open files if this user
// may read that. The zero value says none.
type busy struct {
	unknown bool // every bus may be in use
	buses   []int
}

// uses reports whether the daemon may be using a bus.
func (b busy) uses(bus int) bool { return b.unknown || slices.Contains(b.buses, bus) }

// none reports whether the daemon uses no bus, as one with nothing but simulated boards.
func (b busy) none() bool { return !b.unknown && len(b.buses) == 0 }

// opened finds out which buses a process has open (proc_pid_fd(5)).
func (e *examination) opened(pid int) (b busy) {
	dir := fmt.Sprintf("proc/%d/fd", pid)
	entries, err := fs.ReadDir(e.FS, dir)
	if err != nil {
		return busy{unknown: true} // another user's
	}
	for _, entry := range entries {
		target, err := fs.ReadLink(e.FS, dir+"/"+entry.Name())
		if err != nil {
			continue // closed in the meantime
		}
		if number, ok := strings.CutPrefix(target, "/dev/i2c-"); ok {
			if n, err := strconv.Atoi(number); err == nil {
				b.buses = append(b.buses, n)
			}
		}
	}
	return b
}
