package doctor

import (
	"fmt"
	"io/fs"
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
	if e.daemon > 0 {
		r.add(Finding{
			Level: Note, What: fmt.Sprintf("touchmove runs here (process %d): chips behind a switch are not looked at, so as not to disturb it", e.daemon),
			Remedy: "for a whole examination stop it first", Type: []string{"sudo systemctl stop touchmove"},
		})
	}
	if e.User.Root && e.isPi5() {
		r.warn("on a Raspberry Pi 5 the daemon should not run as root", "give the user who runs it the groups i2c and gpio instead; periph's driver for older chips may else touch wrong addresses")
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
