package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
)

// unread returns the fields of the structs of a package which nothing reads: no selector names
// them, except where a value is assigned. Fields of a struct that is embedded are found under
// their own names.
func (s *source) unread(path string) []string {
	declared := map[string]string{} // the field, by the place of its declaration
	for _, p := range s.packages {
		if p.path != path {
			continue
		}
		for i, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if t, ok := n.(*ast.TypeSpec); ok {
					if fields, ok := t.Type.(*ast.StructType); ok {
						for _, field := range fields.Fields.List {
							for _, name := range field.Names {
								declared[s.place(path, name.Pos(), name.Name)] = p.names[i] + " " + t.Name.Name + "." + name.Name
							}
						}
					}
				}
				return true
			})
		}
	}
	for _, p := range s.packages {
		for _, f := range p.files {
			assigned := map[*ast.SelectorExpr]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, left := range n.Lhs {
						if x, ok := left.(*ast.SelectorExpr); ok && n.Tok == token.ASSIGN {
							assigned[x] = true
						}
					}
				case *ast.SelectorExpr:
					is := p.info.Selections[n]
					if is == nil || is.Kind() != types.FieldVal || assigned[n] || is.Obj().Pkg() == nil {
						return true
					}
					if is.Obj().Pkg().Path() == s.module+"/"+path {
						delete(declared, s.place(path, is.Obj().Pos(), is.Obj().Name()))
					}
				}
				return true
			})
		}
	}
	var list []string
	for _, name := range declared {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// place names the declaration of a field. A package that imports another one knows its files and
// lines from export data, but not always the column.
func (s *source) place(path string, at token.Pos, name string) string {
	p := s.fset.Position(at)
	return fmt.Sprintf("%s/%s:%d %s", path, filepath.Base(p.Filename), p.Line, name)
}
