package configs

import (
	"path/filepath"
	"strconv"
	"time"

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

func (k *checker) secret(path, file, env string) Secret {
	if file != "" && env != "" {
		k.Fault(path+".password_env", "password: both a file and an environment variable", "keep password_file or password_env")
	}
	return Secret{File: k.path(file), Env: env}
}

// microseconds is a number of them as a time.
func microseconds(us int64) time.Duration { return time.Duration(us) * time.Microsecond }

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// numeral is a small number as a word.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
