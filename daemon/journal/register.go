package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
	"touchmove/sensors/trace"
)

// registerName is the file of a directory that says which journals must be there though no
// later journal names them, and how far the program itself has deleted the oldest ones. Every
// journal names the one before it (trace.Header.After); this file does the same for the
// latest one, and tells a journal that was pruned from one that somebody has deleted.
const registerName = "journals.json"

// RegisterFile returns the path of that file.
func RegisterFile(dir string) string { return filepath.Join(dir, registerName) }

// register is the content of the file. It is written before journals are pruned and after one
// is begun or its lines are stored, so a process that ends in between leaves nothing that looks
// like a deletion.
type register struct {
	Pruned string `json:"pruned,omitempty"` // up to this name, journals may be missing if Must does not have them
	Must   []must `json:"must"`
}

type must struct {
	Journal string `json:"journal"`
	CRC     string `json:"crc,omitempty"` // of a line that it has
}

// longestRegister is how long the file may be: a thousand times as long as it ever is.
const longestRegister = 1 << 20

func readRegister(dir string) (r register, err error) {
	text, err := regularfile.Read(RegisterFile(dir), longestRegister)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil // none yet: the journals are of an earlier version
	}
	if err == nil {
		if err = json.Unmarshal(text, &r); err != nil {
			err = fmt.Errorf("%s cannot be read: %w; it says which journals were pruned, and is rewritten when the next game begins", RegisterFile(dir), err)
		}
	}
	return r, err
}

func (r register) write(dir string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(RegisterFile(dir)); err == nil && !info.Mode().IsRegular() {
		os.Remove(RegisterFile(dir)) //nolint:errcheck // Write reports it, or replaces the link
	}
	return atomicfile.Write(RegisterFile(dir), append(text, '\n'), 0o644)
}

// set notes a journal and drops those that the header of another one names.
func (r *register) set(link trace.Link, named []trace.Link) {
	r.Must = slices.DeleteFunc(r.Must, func(m must) bool {
		return m.Journal == link.Journal || slices.ContainsFunc(named, func(l trace.Link) bool { return l.Journal == m.Journal })
	})
	r.Must = append(r.Must, must(link))
}

// Note notes in a directory that a journal must be there from now on, with everything up to
// the line of its link. The journals that its header names need no note of their own any
// more. The error names the file.
func Note(dir string, link trace.Link, named ...trace.Link) error {
	r, err := readRegister(dir)
	if err != nil {
		r = register{}
	}
	r.set(link, named)
	return errors.Join(err, r.write(dir))
}

// Predecessors returns what the header of a new journal says of those before it: the latest in
// the directory, and that in which the board played until now, which may be an earlier
// one. playing is nil if there is none. Journals that the register misses are named too, so
// that it stays known. It is not nil.
func Predecessors(dir string, playing *Journal) ([]trace.Link, error) {
	links := []trace.Link{}
	add := func(link trace.Link) {
		if !slices.ContainsFunc(links, func(l trace.Link) bool { return l.Journal == link.Journal }) {
			links = append(links, link)
		}
	}
	latest, err := Latest(dir)
	if err != nil {
		return nil, err
	}
	if playing != nil {
		add(playing.Link())
	}
	if name := stem(latest); name != "" && (playing == nil || latest != playing.path) {
		link := trace.Link{Journal: name}
		if kept, err := Read(latest); err == nil && kept.Bound {
			link.CRC = kept.end
		}
		add(link)
	}
	r, err := readRegister(dir)
	if err != nil {
		return links, nil // whoever checks the directory says so
	}
	for _, m := range r.Must {
		if m.Journal > r.Pruned && !exists(dir, m.Journal) {
			add(trace.Link(m))
		}
	}
	return links, nil
}

// Missing returns the paths of journals that must be in a directory, as no later one names them,
// and are not there.
func Missing(dir string) (paths []string) {
	r, err := readRegister(dir)
	if err != nil {
		return nil // whoever checks the directory says so
	}
	for _, m := range r.Must {
		if m.Journal > r.Pruned && !exists(dir, m.Journal) {
			paths = append(paths, filepath.Join(dir, m.Journal+suffix))
		}
	}
	return paths
}

// Cut reports whether a journal lacks a line of which the register of its directory says that
// it was stored.
func Cut(path string, kept *Kept) bool {
	r, err := readRegister(filepath.Dir(path))
	return err == nil && slices.ContainsFunc(r.Must, func(m must) bool {
		return m.Journal == stem(path) && !kept.Has(trace.Link(m))
	})
}

// pruning notes which journals are about to be deleted, before they are.
func pruning(dir string, paths, deleted []string) error {
	r, err := readRegister(dir)
	if err != nil {
		r = register{}
	}
	for _, p := range deleted {
		r.Pruned = max(r.Pruned, stem(p))
	}
	stays := func(name string) bool { return !slices.Contains(deleted, filepath.Join(dir, name+suffix)) }
	r.Must = slices.DeleteFunc(r.Must, func(m must) bool {
		return !stays(m.Journal) || m.Journal <= r.Pruned && !exists(dir, m.Journal)
	})
	for _, p := range paths { // those that are owed stay among the deleted
		name := stem(p)
		noted := slices.ContainsFunc(r.Must, func(m must) bool { return m.Journal == name })
		if name > r.Pruned || !stays(name) || noted {
			continue
		}
		m := must{Journal: name}
		if kept, err := Read(p); err == nil && kept.Bound {
			m.CRC = kept.end
		}
		r.Must = append(r.Must, m)
	}
	return r.write(dir)
}

func exists(dir, name string) bool {
	info, err := os.Lstat(filepath.Join(dir, name+suffix))
	return err == nil && !info.IsDir()
}
