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

// openCopy opens the second copy of the journals. A copy that cannot be opened stops
// nothing: it is tried again, and is an alarm meanwhile.
func openCopy(c *configs.Config, log *slog.Logger) (*copies.Copier, error) {
	if c.Journal.Copy.IsZero() {
		return nil, nil
	}
	store, err := copies.Open(c.Journal.Copy)
	if err != nil {
		return nil, fmt.Errorf("journal.copy: %w", err)
	}
	if dir, ok := store.(*copies.Dir); ok && dir.SharesDisk(c.State) {
		log.Warn("the second copy is on the same disk as the journals: when the disk fails both are gone", "copy", c.Journal.Copy.Dir, "state", c.State)
	}
	return copies.New(store, c.State, copiedFiles(c), log), nil
}

// copiedFiles are the files besides the journals that another computer needs to go on.
// Passwords and keys of certificates stay where they are.
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

// copyHealth is how the second copy is, for the metrics; nil without one.
func (d *Daemon) copyHealth() func() health.Copy {
	if d.copier == nil {
		return nil
	}
	return func() health.Copy {
		s := d.copier.Status(time.Now())
		return health.Copy{Behind: s.Behind, Files: s.Copies, Failed: s.Err != nil}
	}
}
