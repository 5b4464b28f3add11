package configs

import (
	"path/filepath"

	"touchmove/internal/regularfile"
	"touchmove/internal/strict"
)

// longest is how long a configuration may be, in bytes: far longer than any is.
const longest = 1 << 20

// Load reads and checks a configuration file. Relative paths in the file are relative to
// its own directory. If the file has faults other than warnings, the error is a
// strict.Faults; warnings alone are returned with the configuration.
func Load(path string) (*Config, strict.Faults, error) {
	text, err := regularfile.Read(path, longest)
	if err != nil {
		return nil, nil, err
	}
	c, faults := Parse(path, text)
	if faults.Broken() {
		return nil, faults, faults
	}
	return c, faults, nil
}

// Parse checks the text of a configuration file. The name appears in faults, and relative
// paths are relative to its directory. The configuration is nil if any fault is more than a
// warning. Parse opens no file.
func Parse(name string, text []byte) (*Config, strict.Faults) {
	c, faults := Draft(name, text)
	if faults.Broken() {
		return nil, faults
	}
	return c, faults
}

// Draft is Parse, but returns whatever it could read of a configuration that has faults, so that
// the files that it names can be checked too. Such a configuration must not be used for anything
// else. It is nil if the text is not TOML.
func Draft(name string, text []byte) (*Config, strict.Faults) {
	var raw file
	options := strict.Options{Docs: "docs/config.md", Keys: func(table string) []string { return keysAt(&raw, table) }, Meant: meant}
	f, ok := strict.Read(name, text, options, &raw)
	var c *Config
	if ok {
		k := &checker{File: f, dir: filepath.Dir(name)}
		c = k.config(&raw)
		c.Path = name
	}
	return c, f.Faults()
}
