package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"touchmove/internal/plaintext"
)

// mostFaults is how many keys are named that are unknown or have a wrong value.
const mostFaults = 1000

// check finds unknown keys, values of the wrong kind, and texts with characters that a
// terminal would act on. It sets the values to zero in the decoded file, so that the rest can
// be read.
func (f *File) check(all map[string]any) {
	for _, v := range f.places.values {
		if len(f.unknown)+len(f.spoilt) >= mostFaults {
			break // this is another file
		}
		if slices.ContainsFunc(f.spoilt, func(s string) bool { return isWithin(v.path, s) }) ||
			slices.ContainsFunc(f.unknown, func(k key) bool { return isWithin(v.path, k.path) }) {
			continue
		}
		wanted, at, ok := resolve(f.shape, v.path)
		switch {
		case wanted == nil:
			k := key{at, v.key}
			if at != v.path {
				k.at = v.keys
			}
			f.unknown = append(f.unknown, k)
		case !ok || !canHold(wanted, v.kind, v.raw):
			f.wrongKind(v, at, wanted)
			put(all, at, zero(wanted))
		case v.kind == unstable.String:
			if err := plaintext.Text(v.text); err != nil {
				f.unfit(v, at, err)
				put(all, at, zero(wanted))
			}
		}
	}
}

// resolve follows a path through the struct. at is how far it gets: to the value, to the
// first unknown key (t is nil), or to the first value that the path cannot lead into
// because of its kind (ok is false).
func resolve(shape reflect.Type, path string) (t reflect.Type, at string, ok bool) {
	t = shape
	for part := range strings.SplitSeq(path, ".") {
		switch plain(t).Kind() {
		case reflect.Struct, reflect.Map, reflect.Interface:
		default:
			return t, at, false
		}
		name, index, listed := strings.Cut(part, "[")
		if at != "" {
			at += "."
		}
		at += name
		if t = field(t, name); t == nil {
			return nil, at, false
		}
		if listed {
			in := element(t)
			if in == nil {
				return t, at, false
			}
			t, at = in, at+"["+index
		}
	}
	return t, at, true
}

// wrongKind reports a value that is not of the kind of its field.
func (f *File) wrongKind(v value, path string, wanted reflect.Type) {
	written := string(v.raw)
	switch v.kind {
	case unstable.Array:
		written = "a list"
	case unstable.InlineTable:
		written = "a table"
	case unstable.Table:
		written = "[" + v.path + "]"
	case unstable.ArrayTable:
		written = "[[" + v.path + "]]"
	}
	last := path[strings.LastIndexByte(path, '.')+1:]
	what, remedy := fmt.Sprintf("%s: %s is not %s", last, written, kindWord(wanted)), "write "+kindWord(wanted)
	switch {
	case f.options.Written != "":
		what, remedy = fmt.Sprintf("%s: %s cannot stand there", last, written), f.options.Written
	case v.kind == unstable.String && isBare(wanted):
		remedy += ", without quotes"
	}
	at, ok := f.places.find(v.path)
	if !ok {
		at = v.key
	}
	f.add(at, what, remedy)
	f.spoilt = append(f.spoilt, path)
	if v.kind == unstable.Array && f.options.Written == "" {
		f.lists = append(f.lists, list{len(f.faults) - 1, path})
	}
}

// unfit reports a text with a character that cannot be shown.
func (f *File) unfit(v value, path string, err error) {
	remedy := "leave the character out"
	if f.options.Written != "" {
		remedy = f.options.Written
	}
	at, ok := f.places.find(v.path)
	if !ok {
		at = v.key
	}
	f.add(at, path[strings.LastIndexByte(path, '.')+1:]+": "+err.Error(), remedy)
	f.spoilt = append(f.spoilt, path)
}

// isBare reports whether values of a type are written without quotes.
func isBare(t reflect.Type) bool {
	switch plain(t).Kind() {
	case reflect.Bool, reflect.Int64, reflect.Uint64, reflect.Float64:
		return true
	}
	return false
}

// put sets the value at a path of a decoded file.
func put(table map[string]any, path string, to any) {
	var in any = table
	parts := strings.Split(path, ".")
	for i, part := range parts {
		name, index, listed := strings.Cut(part, "[")
		t, ok := in.(map[string]any)
		if !ok {
			return
		}
		if i == len(parts)-1 && !listed {
			t[name] = to
			return
		}
		if in = t[name]; !listed {
			continue
		}
		for listed {
			var number string
			number, index, listed = strings.Cut(strings.TrimSuffix(index, "]"), "[")
			n, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
			list, ok := in.([]any)
			if err != nil || !ok || n >= len(list) {
				return
			}
			if i == len(parts)-1 && !listed {
				list[n] = to
				return
			}
			in = list[n]
		}
	}
}
