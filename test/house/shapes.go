package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// sized is something that has a size and a place.
type sized struct {
	name string
	size int
}

func (s sized) String() string { return fmt.Sprintf("%d %s", s.size, s.name) }

// largest sorts by size, largest first.
func largest(all []sized) []sized {
	slices.SortStableFunc(all, func(a, b sized) int { return b.size - a.size })
	return all
}

// functions returns all functions with their complexity.
func (s *source) functions() []sized {
	var all []sized
	for _, p := range s.packages {
		p.functions(func(file int, f *ast.FuncDecl) {
			all = append(all, sized{p.names[file] + " " + named(f), complexity(f.Body)})
		})
	}
	return largest(all)
}

func complexity(body ast.Node) int {
	n := 1
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// structs returns all struct types with the number of their fields. The fields of an
// embedded struct of the module count in its place: a reader of the type has them all.
func (s *source) structs() []sized {
	var all []sized
	for _, p := range s.packages {
		for i, f := range p.files {
			ast.Inspect(f, func(node ast.Node) bool {
				spec, ok := node.(*ast.TypeSpec)
				if !ok {
					return true
				}
				if _, ok := spec.Type.(*ast.StructType); ok {
					all = append(all, sized{p.names[i] + " " + spec.Name.Name, s.fields(p.info.Defs[spec.Name].Type())})
				}
				return true
			})
		}
	}
	return largest(all)
}

func (s *source) fields(t types.Type) int {
	n, of := 0, t.Underlying().(*types.Struct)
	for i := range of.NumFields() {
		n += s.width(of.Field(i))
	}
	return n
}

// width is 1, or the number of fields of an embedded struct of the module.
func (s *source) width(f *types.Var) int {
	t := f.Type()
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := t.(*types.Named)
	if !f.Embedded() || !ok || named.Obj().Pkg() == nil || !strings.HasPrefix(named.Obj().Pkg().Path(), s.module+"/") {
		return 1
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return 1
	}
	return s.fields(named)
}

// lines counts the lines of Go outside tests: those of the program, which are the
// packages that those below cmd need, and those of all other packages, which test and
// measure.
func (s *source) lines() (program, others int) {
	byPath := map[string]*pkg{}
	for _, p := range s.packages {
		byPath[s.module+"/"+p.path] = p
	}
	needed := map[*pkg]bool{}
	var need func(p *pkg)
	need = func(p *pkg) {
		if p == nil || needed[p] {
			return
		}
		needed[p] = true
		for _, i := range p.types.Imports() {
			need(byPath[i.Path()])
		}
	}
	for _, p := range s.packages {
		if strings.HasPrefix(p.path, "cmd/") {
			need(p)
		}
	}
	for _, p := range s.packages {
		for _, l := range p.lines {
			if needed[p] {
				program += l
			} else {
				others += l
			}
		}
	}
	return program, others
}

// folders returns the top-level folders that contain Go.
func (s *source) folders() []string {
	seen := map[string]bool{}
	for _, p := range s.packages {
		if top, _, _ := strings.Cut(p.path, "/"); top != "internal" && top != "test" && top != "examples" {
			seen[top] = true
		}
	}
	var all []string
	for top := range seen {
		all = append(all, top)
	}
	slices.Sort(all)
	return all
}

// moveTypes returns the struct types that hold a move that was made: its number, the
// move, and when the piece was released, each in its own field. A type that embeds one
// of them does not count separately.
func (s *source) moveTypes() (names []string) {
	for _, p := range s.packages {
		for _, name := range p.types.Scope().Names() {
			t, ok := p.types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
			if !ok || strings.HasPrefix(p.path, "cmd/") || strings.HasPrefix(p.path, "test/") {
				continue
			}
			has := map[string]bool{}
			for i := range t.NumFields() {
				has[strings.ToLower(t.Field(i).Name())] = true
			}
			if has["ply"] && (has["move"] || has["uci"]) && (has["released"] || has["releasedms"]) {
				names = append(names, p.path+"."+name)
			}
		}
	}
	return names
}
