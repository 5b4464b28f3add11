package daemon

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// lookedThrough is how many journals are looked through for a command that is sent again: whoever
// has no answer may try for as long as some games of blitz take.
const lookedThrough = 6

// tookBefore says whether a command stands in one of the last journals before the one that is
// written.
func (s *store) tookBefore(id string) bool {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		s.logger.Warn("commands of games before this one are not known again", "error", err)
		return false
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == s.Journal.Path() })
	sought := trace.Command{ID: id, Do: trace.DoNote}.AppendJSON(nil) // as the journals have it, up to what it does
	sought = sought[1:bytes.LastIndexByte(sought, ':')]
	return slices.ContainsFunc(paths[max(0, len(paths)-lookedThrough):], func(path string) bool {
		text, err := os.ReadFile(path) // one that is gone, or broken, has told the log already
		return err == nil && bytes.Contains(text, sought)
	})
}
