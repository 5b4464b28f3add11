package main

import (
	"errors"
	"os"

	"touchmove/internal/atomicfile"
)

// writeOutput writes what a command was asked to put into a file: whole or not
// at all, or into a pipe or a device as it is.
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
