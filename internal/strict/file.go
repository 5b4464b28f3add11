package strict

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// File is a text that was read, with its faults.
type File struct {
	name    string
	options Options
	shape   reflect.Type // the struct into which it is decoded
	places  *places
	spoilt  []string // paths of values of the wrong kind
	lists   []list   // lists where the key does not take one
	unknown []key    // keys that no field has
	faults  Faults
}

// Options affect how faults are described.
type Options struct {
	Docs string // the page that describes the file
	// Written, if not empty, means that a program writes the file. It says how to get
	// another one, and is given as the remedy instead of advice on how to write a value.
	Written string
	// Keys returns the keys of the table at a path, to suggest instead of an unknown one;
	// nil means all fields of its struct. It is called after the struct has been filled.
	Keys func(table string) []string
	// Meant maps keys that people write by mistake to the right ones, the likeliest first.
	Meant map[string][]string
}

// key is an unknown key.
type key struct {
	path string
	at   span
}

// list is a list written for a key that does not take one.
type list struct {
	fault int
	path  string
}

// Read decodes a text into a struct whose fields have toml tags. The name appears in
// faults. A value of the wrong kind is a fault and reads as zero, and so is a text with
// characters that are not plain (package plaintext). If the text is not TOML,
// ok is false and into must not be used; the faults say why.
func Read(name string, text []byte, options Options, into any) (f *File, ok bool) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // with which some editors of Windows begin UTF-8
	f = &File{name: name, options: options, shape: reflect.TypeOf(into).Elem(), places: findPlaces(text)}
	if deep := f.places.deep; deep != nil {
		f.add(*deep, fmt.Sprintf("this is more than %d levels deep", mostLevels), "see "+options.Docs+" for the keys there are")
		return f, false
	}
	if many := f.places.many; many != nil {
		f.add(*many, fmt.Sprintf("more than %d keys or tables are before this", mostKeys), "see "+options.Docs+" for the keys there are")
		return f, false
	}
	if err := f.decode(text, into); err != nil {
		f.undecodable(err)
		return f, false
	}
	for _, l := range f.lists {
		f.suggestList(l)
	}
	for _, k := range f.unknown {
		f.unknownKey(k)
	}
	return f, true
}

// suggestList suggests the key of the same table that takes a list, if there is one.
func (f *File) suggestList(l list) {
	cut := strings.LastIndexByte(l.path, '.')
	table, last := l.path[:max(0, cut)], l.path[cut+1:]
	for _, word := range append([]string{last + "s"}, f.options.Meant[last]...) {
		if t := fieldAt(f.shape, l.path[:cut+1]+word); slices.Contains(f.keysAt(table), word) && t != nil && element(t) != nil {
			f.faults[l.fault].Remedy = "did you mean `" + word + "`? it takes a list"
			return
		}
	}
}

// keysAt returns those keys of the table at a path that may be suggested.
func (f *File) keysAt(table string) []string {
	if f.options.Keys != nil {
		if some := f.options.Keys(table); some != nil {
			return some
		}
	}
	return f.Keys(table)
}

// decode fills the struct. Values of the wrong kind are replaced with zero first.
func (f *File) decode(text []byte, into any) error {
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		return err
	}
	f.check(all)
	if len(f.spoilt) == 0 {
		return toml.Unmarshal(text, into)
	}
	whole, err := toml.Marshal(all)
	if err == nil {
		err = toml.Unmarshal(whole, into)
	}
	if err != nil {
		return errors.New(err.Error()) // without its place, which is not one in the file
	}
	return nil
}

// undecodable reports a text that is not TOML.
func (f *File) undecodable(err error) {
	message := strings.TrimPrefix(err.Error(), "toml: ")
	var wrong *toml.DecodeError
	if !errors.As(err, &wrong) {
		f.faults = append(f.faults, Fault{File: f.name, What: oneLine(message), Remedy: "see " + f.options.Docs})
		return
	}
	line, column := wrong.Position()
	from := f.places.offset(line, column)
	text := f.places.text
	switch {
	case f.options.Written != "":
		f.add(span{from, from + 1}, "this is not TOML: "+message, f.options.Written)
	case strings.Contains(message, "already"):
		end := from
		for end < len(text) && (text[end] == '_' || text[end] == '-' || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
			end++
		}
		f.add(span{from, max(end, from+1)}, message, "keep one of the two")
	default:
		f.add(span{from, from + 1}, "this is not TOML: "+message, `write a key, an equals sign and a value, texts in quotes, as in event = "open-2026"`)
	}
}

// unknownKey reports an unknown key, and the one that was probably meant.
func (f *File) unknownKey(k key) {
	table, last := "", k.path
	if cut := strings.LastIndexByte(k.path, '.'); cut >= 0 {
		table, last = k.path[:cut], k.path[cut+1:]
	}
	last, _, _ = strings.Cut(last, "[")
	names := f.keysAt(table)
	remedy := "see " + f.options.Docs + " for the keys there are"
	if near := f.meant(last, names); near != "" {
		remedy = "did you mean `" + near + "`?"
	} else if owner := f.owner(last); owner != "" {
		remedy = "write it under `" + owner + "`"
	} else if len(names) > 0 {
		remedy = "the keys here are " + strings.Join(names, ", ")
	}
	f.add(k.at, fmt.Sprintf("%q is not a key here", last), remedy)
	fault := &f.faults[len(f.faults)-1]
	if f.options.Written == "" && strings.TrimSpace(fault.Source[:fault.Column-1]) == "" {
		fault.Column, fault.Width = 0, 0 // the key begins the line: no need to point at it
	}
}

// owner returns the table that has a key, as "[game]"; "" if no table or several have it.
func (f *File) owner(key string) (table string) {
	for _, name := range f.Keys("") {
		t := plain(fieldAt(f.shape, name))
		if t.Kind() != reflect.Struct || !slices.Contains(keysOf(t), key) {
			continue
		}
		if table != "" {
			return ""
		}
		table = "[" + name + "]"
	}
	return table
}

// meant returns the key that was probably meant, or "" if none is similar.
func (f *File) meant(written string, names []string) string {
	for _, word := range f.options.Meant[written] {
		if slices.Contains(names, word) {
			return word
		}
	}
	return Nearest(written, names)
}

// Keys lists the keys of the table at a path, such as "board[0].wiring"; "" is the file
// itself. It returns nil if the file has no such table.
func (f *File) Keys(table string) []string {
	t := f.shape
	if table != "" {
		t = fieldAt(f.shape, table)
	}
	return keysOf(t)
}

// Written reports whether a key or a table is in the file.
func (f *File) Written(path string) bool {
	_, ok := f.places.at[path]
	return ok
}

// FirstWritten returns the first of the paths that is in the file; if none is, the first of
// all.
func (f *File) FirstWritten(paths ...string) string {
	for _, path := range paths {
		if f.Written(path) {
			return path
		}
	}
	return paths[0]
}

// Spoilt reports whether the value at a path, or a value inside or around it, was of the
// wrong kind. It reads as zero, so it cannot be checked further.
func (f *File) Spoilt(path string) bool {
	return slices.ContainsFunc(f.spoilt, func(s string) bool { return isWithin(s, path) || isWithin(path, s) })
}

// isWithin reports whether a path is equal to another one or leads into it.
func isWithin(path, of string) bool {
	return strings.HasPrefix(path, of) && (len(path) == len(of) || path[len(of)] == '.' || path[len(of)] == '[')
}

// Fault adds a fault of the value at a path, such as "round[0].game[2].white". If that
// value is not in the file, the fault is placed at the table around it. A value of the
// wrong kind gets no further faults.
func (f *File) Fault(path, what, remedy string) {
	f.note(path, Fault{What: what, Remedy: remedy})
}

// Warn adds a warning about something that works but is probably not meant.
func (f *File) Warn(path, what, remedy string) {
	f.note(path, Fault{What: what, Remedy: remedy, Warning: true})
}

func (f *File) note(path string, fault Fault) {
	if len(f.faults) >= 2*mostFaults { // finding their places in a long file takes its time
		return
	}
	if slices.ContainsFunc(f.spoilt, func(s string) bool { return isWithin(path, s) }) {
		return
	}
	fault.File, fault.What, fault.Remedy = f.name, oneLine(fault.What), oneLine(fault.Remedy)
	if at, ok := f.places.find(path); ok {
		f.places.mark(&fault, at)
	}
	f.faults = append(f.faults, fault)
}

// add adds a fault at a place in the file.
func (f *File) add(at span, what, remedy string) {
	fault := Fault{File: f.name, What: oneLine(what), Remedy: oneLine(remedy)}
	f.places.mark(&fault, at)
	f.faults = append(f.faults, fault)
}

// Found returns the number of faults and warnings so far.
func (f *File) Found() int { return len(f.faults) }

// Broken reports whether any fault so far is more than a warning.
func (f *File) Broken() bool { return f.faults.Broken() }

// Faults returns all faults and warnings, in the order of the lines.
func (f *File) Faults() Faults {
	sort.SliceStable(f.faults, func(i, j int) bool { return f.faults[i].Line < f.faults[j].Line })
	return f.faults
}

// OneLine replaces each character that cannot be printed with a space, so that a text of
// the file stays on one line and does not disturb a terminal.
func OneLine(s string) string { return oneLine(s) }

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
}
