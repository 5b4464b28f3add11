package configs

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
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

// The longest path and the longest name in it that Linux takes, in bytes (limits.h: PATH_MAX with the
// terminating zero, NAME_MAX), and what is kept free for the event, the board and the file below.
const (
	longestPath = 4095
	longestName = 255
	roomBelow   = 512
)

// tree checks that a directory whose subdirectories have journals has a path that leaves room for them.
func (k *checker) tree(at, dir string) {
	_, key, below := strings.Cut(at, ".")
	if !below {
		key = at
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		whole = dir
	}
	if n := len(whole); n > longestPath-roomBelow {
		k.Fault(at, fmt.Sprintf("%s: the path has %d bytes, and Linux takes %d with the names of the files in it", key, n, longestPath), fmt.Sprintf("name a directory with a path of at most %d bytes, such as /var/lib/touchmove", longestPath-roomBelow))
		return
	}
	for name := range strings.SplitSeq(whole, string(filepath.Separator)) {
		if len(name) > longestName {
			k.Fault(at, fmt.Sprintf("%s: a name in the path has %d bytes, and Linux takes %d", key, len(name), longestName), "shorten the name that begins with "+strconv.Quote(strings.ToValidUTF8(name[:20], "?")))
		}
	}
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
