package journal

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
)

// IsRegister reports whether a path is that of a directory's register (RegisterFile).
func IsRegister(path string) bool { return filepath.Base(path) == registerName }

// Unknown compares a directory with its second copy, which has journals of these names and,
// unless copied is empty, this register. It returns nil if the directory continues from what the
// copy has: it has the copy's latest journals, or knows of them, as it does after one was moved
// away. Otherwise the directory is a new one, or an older one, and the result is the journals
// that it does not know.
func Unknown(dir string, paths []string, copied []byte) (names []string) {
	var theirs register
	json.Unmarshal(copied, &theirs) //nolint:errcheck // without it, the names must do
	known := knownIn(dir)
	ours, latest := true, ""
	look := func(name string) {
		if name != "" && !known(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, path := range paths {
		look(stem(path))
		latest = max(latest, stem(path))
	}
	for _, m := range theirs.Must {
		if look(m.Journal); slices.Contains(names, m.Journal) {
			ours = false
		}
	}
	if ours && (latest == "" || known(latest)) {
		return nil
	}
	slices.Sort(names)
	return names
}

// knownIn returns a function that reports whether a directory has a journal or says that it had
// it.
func knownIn(dir string) func(name string) bool {
	r, err := readRegister(dir)
	if err != nil {
		r = register{} // whoever checks the directory says so
	}
	var named map[string]bool // by later journals; nil until it is asked for
	return func(name string) bool {
		if exists(dir, name) || name <= r.Pruned || r.has(name) {
			return true
		}
		if named == nil {
			named = map[string]bool{}
			paths, _ := List(dir) //nolint:errcheck // then it names none
			for _, path := range paths {
				h, _ := headerOf(path) //nolint:errcheck // whoever reads it reports it
				for _, l := range h.After {
					named[l.Journal] = true
				}
			}
		}
		return named[name]
	}
}

// MergeRegister returns the register of a directory, whose text is ours, for its second copy,
// which has the register copied or none. The result never knows less than either: if the
// register was lost and started again, the copy still knows what was pruned, and which old journals
// were not.
func MergeRegister(dir string, copied, ours []byte) ([]byte, error) {
	var r, theirs register
	if err := json.Unmarshal(ours, &r); err != nil {
		return nil, fmt.Errorf("it cannot be read, and the copy's stays as it is: %w", err)
	}
	if len(copied) == 0 || json.Unmarshal(copied, &theirs) != nil {
		return ours, nil
	}
	r.Pruned = max(r.Pruned, theirs.Pruned)
	added := slices.DeleteFunc(slices.Clone(theirs.Must), func(m must) bool {
		pruned := m.Journal <= r.Pruned
		return r.has(m.Journal) || pruned != exists(dir, m.Journal) // it was pruned, or a later journal names it
	})
	if r.Must = append(slices.Clone(added), r.Must...); r.Must == nil {
		r.Must = []must{}
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}
