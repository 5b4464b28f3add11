package configs

import (
	"fmt"
	"os"
	"strings"
)

// Secret says where a password is kept: in a file or in an environment
// variable, never in the configuration itself. The zero value is no password.
// It is safe to print.
type Secret struct {
	File string
	Env  string
}

// IsZero says that no password was configured.
func (s Secret) IsZero() bool { return s == Secret{} }

// UnsetError says that the environment variable for a password is not there.
type UnsetError struct{ Env string }

// Error names the variable.
func (e *UnsetError) Error() string {
	return "password: the environment variable " + e.Env + " is not set"
}

// Read fetches the password. One line end after it is not part of it. The
// error names the file or the variable, never what is in it.
func (s Secret) Read() (string, error) {
	switch {
	case s.File != "":
		text, err := os.ReadFile(s.File)
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
