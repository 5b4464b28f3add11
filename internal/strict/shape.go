package strict

import (
	"reflect"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// fieldAt returns the type of the value at a path, or nil if the struct has none there. An
// index leads to the element of a list.
func fieldAt(t reflect.Type, path string) reflect.Type {
	for part := range strings.SplitSeq(path, ".") {
		name, index, _ := strings.Cut(part, "[")
		if t = field(t, name); t == nil {
			return nil
		}
		if index != "" {
			if t = element(t); t == nil {
				return nil
			}
		}
	}
	return t
}

// field returns the type of the value of a key in a table, or nil if there is no such key.
func field(t reflect.Type, name string) reflect.Type {
	t = plain(t)
	switch t.Kind() {
	case reflect.Map:
		return t.Elem()
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("toml") == name {
				return f.Type
			}
			if f.Anonymous {
				if in := field(f.Type, name); in != nil {
					return in
				}
			}
		}
	case reflect.Interface:
		return t
	}
	return nil
}

// element returns the type of a list's elements, or nil if the type is not a list.
func element(t reflect.Type) reflect.Type {
	switch t = plain(t); t.Kind() {
	case reflect.Slice:
		return t.Elem()
	case reflect.Interface:
		return t
	}
	return nil
}

// plain returns the type, or the type that it points to.
func plain(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// keysOf returns the keys of a table.
func keysOf(t reflect.Type) (keys []string) {
	if t == nil {
		return nil
	}
	if t = plain(t); t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("toml"))
	}
	return keys
}

var dated = reflect.TypeFor[time.Time]()

// canHold reports whether a field of a type takes a value of a kind.
func canHold(t reflect.Type, kind unstable.Kind, raw []byte) bool {
	t = plain(t)
	if t == dated {
		return kind == unstable.DateTime
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.String:
		return kind == unstable.String
	case reflect.Bool:
		return kind == unstable.Bool
	case reflect.Int64:
		return kind == unstable.Integer
	case reflect.Uint64:
		return kind == unstable.Integer && (len(raw) == 0 || raw[0] != '-')
	case reflect.Float64:
		return kind == unstable.Float || kind == unstable.Integer
	case reflect.Slice:
		return kind == unstable.Array || kind == unstable.ArrayTable && plain(t.Elem()).Kind() == reflect.Struct
	case reflect.Struct, reflect.Map:
		return kind == unstable.InlineTable || kind == unstable.Table
	}
	return false
}

// kindWord describes the values of a type in words.
func kindWord(t reflect.Type) string {
	if t = plain(t); t == dated {
		return "a date with time"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number from 0 up"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Struct {
			return "a table in double brackets"
		}
		return "a list of " + strings.Replace(strings.Replace(kindWord(t.Elem()), "a text", "texts", 1), "a whole number", "whole numbers", 1)
	case reflect.Struct, reflect.Map:
		return "a table"
	}
	return "something else"
}

// zero returns a zero value that a field of the type takes.
func zero(t reflect.Type) any {
	switch t = plain(t); t.Kind() {
	case reflect.Slice:
		return []any{}
	case reflect.Struct, reflect.Map:
		if t == dated {
			return time.Unix(0, 0).UTC()
		}
		return map[string]any{}
	}
	return reflect.Zero(t).Interface()
}
