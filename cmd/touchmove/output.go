package main

import (
	"errors"
	"os"

	"touchmove/internal/atomicfile"
)

// writeOutput writes the output of a command to a file, completely or not at all.
// If path is a pipe or a device, it writes straight into it.
func writeOutput(path string, text []byte) error {
	if info, err := os.Stat(path); err != nil || info.IsDir() || info.Mode().IsRegular() {
		return atomicfile.WriteAll(path, text, 0o644)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
