package main

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// spread is the files that name an item that should be known in one place.
type spread struct {
	name  string
	files []string
}

// plainest returns the item that the fewest files name: what a new one of its kind would
// need.
func plainest(all []spread) spread {
	if len(all) == 0 {
		return spread{}
	}
	return slices.MinFunc(all, func(a, b spread) int { return len(a.files) - len(b.files) })
}

// chips returns the files that name a chip's package, in code or in a text, apart from the
// package itself, its twin below sensors/sim/chips and the table below sensors/wiring.
func (s *source) chips() []spread {
	var all []spread
	for _, p := range s.packages {
		if dir, chip := filepath.Split(p.path); dir == "sensors/" && p.types.Scope().Lookup("Dev") != nil {
			all = append(all, spread{chip, s.naming(chip, p.path, "sensors/sim/chips", "sensors/wiring")})
		}
	}
	return all
}

func (s *source) naming(word string, known ...string) (files []string) {
	for _, p := range s.packages {
		if slices.ContainsFunc(known, func(k string) bool { return p.path == k || strings.HasPrefix(p.path, k+"/") }) {
			continue
		}
		for i, f := range p.files {
			found := false
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CommentGroup:
					return false
				case *ast.Ident:
					found = found || strings.Contains(strings.ToLower(n.Name), word)
				case *ast.BasicLit:
					found = found || strings.Contains(strings.ToLower(n.Value), word)
				}
				return !found
			})
			if found {
				files = append(files, p.names[i])
			}
		}
	}
	return files
}

// commands returns the files that use the constant of a command (trace.DoUndo), apart from
// the one that declares it.
func (s *source) commands() []spread {
	using := map[types.Object]map[string]bool{}
	for _, p := range s.packages {
		if p.path != "sensors/trace" {
			continue
		}
		for _, name := range p.types.Scope().Names() {
			if c, ok := p.types.Scope().Lookup(name).(*types.Const); ok && strings.HasPrefix(name, "Do") {
				using[c] = map[string]bool{}
			}
		}
	}
	// A package that imports another one sees its objects through export data, so they are
	// compared by name.
	byName := map[string]types.Object{}
	for c := range using {
		byName[c.Name()] = c
	}
	for _, p := range s.packages {
		for id, object := range p.info.Uses {
			if c, ok := object.(*types.Const); ok && c.Pkg() != nil && strings.HasSuffix(c.Pkg().Path(), "sensors/trace") {
				if known := byName[c.Name()]; known != nil {
					using[known][filepath.ToSlash(p.fileOf(id))] = true
				}
			}
		}
	}
	var all []spread
	for c, files := range using {
		var list []string
		for f := range files {
			list = append(list, f)
		}
		slices.Sort(list)
		all = append(all, spread{c.Name(), list})
	}
	slices.SortFunc(all, func(a, b spread) int { return strings.Compare(a.name, b.name) })
	return all
}

// callers returns the files that use one of a package's functions, apart from the one that
// declares them.
func (s *source) callers(path, declared string, functions ...string) (files []string) {
	for _, p := range s.packages {
		for id, object := range p.info.Uses {
			f, ok := object.(*types.Func)
			if !ok || f.Pkg() == nil || !strings.HasSuffix(f.Pkg().Path(), "/"+path) || !slices.Contains(functions, f.Name()) {
				continue
			}
			if name := filepath.ToSlash(p.fileOf(id)); name != declared {
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

func (p *pkg) fileOf(id *ast.Ident) string {
	for i, f := range p.files {
		if id.Pos() >= f.FileStart && id.Pos() <= f.FileEnd {
			return p.names[i]
		}
	}
	return ""
}
