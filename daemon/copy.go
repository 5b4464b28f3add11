package daemon

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/configs"
	"touchmove/daemon/copies"
	"touchmove/daemon/health"
)

// openCopy opens the second copy of the journals; nil if none is configured. It does
// not connect: a copy that cannot be reached is tried again and again, with an alarm
// meanwhile.
func openCopy(c *configs.Config, log *slog.Logger) (*copies.Copier, error) {
	if c.Journal.Copy.IsZero() {
		return nil, nil
	}
	store, err := copies.Open(c.Journal.Copy, c.State)
	if err != nil {
		return nil, fmt.Errorf("journal.copy: %w", err)
	}
	if dir, ok := store.(*copies.Dir); ok && c.Broadcast.Delay > 0 {
		dir.CloseToOthers()
	}
	return copies.New(store, c.State, copiedFiles(c), log), nil
}

// copiedFiles returns the files besides the journals that another computer needs to
// continue. Passwords and the keys of certificates are not copied.
func copiedFiles(c *configs.Config) map[string]string {
	files := map[string]string{}
	add := func(path string) {
		if path != "" {
			files[copies.ConfigDir+"/"+filepath.Base(path)] = path
		}
	}
	add(c.Path)
	add(c.Event.File)
	for _, b := range c.Boards {
		path, _ := c.CalibrationOf(b)
		add(path)
	}
	return files
}

// copyHealth returns a function that gives the state of the second copy for the
// metrics; nil without a copy.
func (d *Daemon) copyHealth() func() health.Copy {
	if d.copier == nil {
		return nil
	}
	return func() health.Copy {
		s := d.copier.Status(time.Now())
		return health.Copy{Behind: s.Behind, Files: s.Copies, Failed: s.Err != nil}
	}
}
