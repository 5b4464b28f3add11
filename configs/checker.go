package configs

import (
	"path/filepath"
	"strconv"
	"time"

	"touchmove/internal/strict"
)

// checker makes a Config from one file and collects the faults it finds.
type checker struct {
	*strict.File
	dir string // relative file names begin here

	partial   bool // the wiring checked is a part of a board; other parts serve the remaining squares
	simulates int  // simulated boards so far
}

// path resolves a file name of the configuration. Like the configuration's own name, the
// result is absolute or relative to the directory in which the daemon was started.
func (k *checker) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(k.dir, name)
}

func (k *checker) secret(path, file, env string) Secret {
	if file != "" && env != "" {
		k.Fault(path+".password_env", "password: both a file and an environment variable", "keep password_file or password_env")
	}
	return Secret{File: k.path(file), Env: env}
}

// microseconds converts a number of microseconds to a Duration.
func microseconds(us int64) time.Duration { return time.Duration(us) * time.Microsecond }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// numeral writes a number in words, if it is at most eight.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
