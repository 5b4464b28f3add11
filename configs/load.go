package configs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// Load reads and checks a configuration file. Relative paths in it are taken
// from its own directory. The error is Faults when the file was read and
// cannot be used; warnings alone are returned with the configuration.
func Load(path string) (*Config, Faults, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	c, faults := Parse(path, text)
	if faults.Broken() {
		return nil, faults, faults
	}
	return c, faults, nil
}

// Parse checks the text of a configuration file. The name stands in faults and
// its directory is where relative paths begin. The configuration is nil when
// any fault is more than a warning. Parse opens no file.
func Parse(name string, text []byte) (*Config, Faults) {
	var raw file
	k := newChecker(name, text, "docs/config.md", &raw)
	var c *Config
	if k.decode(text, &raw) {
		c = k.config(&raw)
	}
	if k.sorted().Broken() {
		return nil, k.faults
	}
	return c, k.faults
}

// checker gathers what is wrong with one file.
type checker struct {
	name   string
	dir    string
	docs   string       // the page that describes the file
	shape  reflect.Type // the struct that it is decoded into
	places *places
	faults Faults

	partial bool // what is checked is a part of a board: others serve the rest
}

// newChecker makes the checker of a text that is decoded into a struct.
func newChecker(name string, text []byte, docs string, into any) *checker {
	return &checker{name: name, dir: filepath.Dir(name), docs: docs, shape: reflect.TypeOf(into).Elem(), places: findPlaces(text)}
}

// sorted returns the faults in the order of their lines.
func (k *checker) sorted() Faults {
	sort.SliceStable(k.faults, func(i, j int) bool { return k.faults[i].Line < k.faults[j].Line })
	return k.faults
}

// decode reads the file's shape. It returns false when the text is not TOML or a
// value is of the wrong kind; keys that nobody knows are noted and skipped.
func (k *checker) decode(text []byte, into any) bool {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	var missing *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case err == nil:
	case errors.As(err, &missing):
		for i := range missing.Errors {
			k.unknownKey(&missing.Errors[i])
		}
	case errors.As(err, &wrong):
		k.undecodable(wrong)
		return false
	default:
		k.faults = append(k.faults, Fault{File: k.name, What: oneLine(strings.TrimPrefix(err.Error(), "toml: ")), Remedy: "see " + k.docs})
		return false
	}
	return true
}

func (k *checker) unknownKey(e *toml.DecodeError) {
	key := e.Key()
	last := key[len(key)-1]
	_, names := fieldAt(k.shape, key)
	remedy := "see " + k.docs + " for the keys there are"
	if near := nearest(last, names); near != "" {
		remedy = "did you mean `" + near + "`?"
	} else if len(names) > 0 {
		remedy = "the keys here are " + strings.Join(names, ", ")
	}
	line, column := e.Position()
	at := k.places.offset(line, column)
	k.add(span{at, at + len(last)}, fmt.Sprintf("%q is not a key here", last), remedy)
	if f := &k.faults[len(k.faults)-1]; strings.TrimSpace(f.Source[:f.Column-1]) == "" {
		f.Column, f.Width = 0, 0 // it begins the line: there is nothing to point at
	}
}

func (k *checker) undecodable(e *toml.DecodeError) {
	line, column := e.Position()
	from := k.places.offset(line, column)
	message := strings.TrimPrefix(e.Error(), "toml: ")
	path, at, ok := k.places.pathAt(from)
	text := k.places.text
	t := fieldOf(k.shape, path)
	key := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case strings.Contains(message, "already"):
		end := from
		for end < len(text) && (text[end] == '_' || text[end] == '-' || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
			end++
		}
		k.add(span{from, max(end, from+1)}, message, "keep one of the two")
	case ok && t != nil && strings.Contains(message, "cannot"):
		k.add(at, fmt.Sprintf("%s: %s is not %s", key, text[at.from:at.to], kindWord(t)), "write "+kindWord(t))
	default:
		k.add(span{from, from + 1}, "this is not TOML: "+message, `write a key, an equals sign and a value, texts in quotes, as in event = "open-2026"`)
	}
}

// add notes a fault at a place in the file.
func (k *checker) add(at span, what, remedy string) {
	f := Fault{File: k.name, What: oneLine(what), Remedy: oneLine(remedy)}
	k.places.mark(&f, at)
	k.faults = append(k.faults, f)
}

// fault notes a fault of the value at a path.
func (k *checker) fault(path, what, remedy string) {
	k.note(path, Fault{What: what, Remedy: remedy})
}

// warn notes something that works but is probably not meant.
func (k *checker) warn(path, what, remedy string) {
	k.note(path, Fault{What: what, Remedy: remedy, Warning: true})
}

func (k *checker) note(path string, f Fault) {
	f.File, f.What, f.Remedy = k.name, oneLine(f.What), oneLine(f.Remedy)
	if at, ok := k.places.find(path); ok {
		k.places.mark(&f, at)
	}
	k.faults = append(k.faults, f)
}

// oneLine keeps a message on its line and its terminal in order, whatever text
// of the file it quotes.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
}

// path makes a file name of the configuration absolute or relative to where
// the daemon was started, as the configuration's own name is.
func (k *checker) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(k.dir, name)
}
