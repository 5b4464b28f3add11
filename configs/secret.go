package configs

import (
	"fmt"
	"os"
	"strings"

	"touchmove/internal/regularfile"
)

// longestSecret is how long the file of a password may be, in bytes.
const longestSecret = 64 << 10

// Secret says where a password is kept: in a file or in an environment variable, never in
// the configuration itself. The zero value is no password. A Secret can be printed safely.
type Secret struct {
	File string
	Env  string
}

// IsZero reports whether no password is configured.
func (s Secret) IsZero() bool { return s == Secret{} }

// UnsetError is the error for an environment variable of a password that is not set.
type UnsetError struct{ Env string }

// Error names the variable.
func (e *UnsetError) Error() string {
	return "password: the environment variable " + e.Env + " is not set"
}

// Read returns the password, without one line end after it. The error names the file or the
// variable, never its contents.
func (s Secret) Read() (string, error) {
	switch {
	case s.File != "":
		text, err := regularfile.Read(s.File, longestSecret)
		if err != nil {
			return "", fmt.Errorf("password: %w", err)
		}
		password := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
		if password == "" {
			return "", fmt.Errorf("password: %s is empty: write the password on its first line", s.File)
		}
		return password, nil
	case s.Env != "":
		password := os.Getenv(s.Env)
		if password == "" {
			return "", &UnsetError{s.Env}
		}
		return password, nil
	}
	return "", nil
}
