package configs

import (
	"path/filepath"

	"touchmove/internal/strict"
)

// checker makes a Config of one file, and gathers what is wrong with it.
type checker struct {
	*strict.File
	dir string // where relative names of files begin

	partial bool // what is checked is a part of a board: others serve the rest
}

// path makes a file name of the configuration absolute or relative to where
// the daemon was started, as the configuration's own name is.
func (k *checker) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(k.dir, name)
}
