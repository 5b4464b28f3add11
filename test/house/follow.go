package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// stay is a function that holds a value on its way.
type stay struct {
	in    *pkg
	file  string
	f     *ast.FuncDecl
	value types.Object // the parameter
}

// follow follows a parameter from function to function, as long as it, or a variable
// made from it, is passed on with its type, and returns the functions that hold it. It
// does not enter the packages of beyond and those below them. name is the function
// (Board.Step), and parameter the type (trace.Record).
func (s *source) follow(path, name, parameter string, beyond ...string) []stay {
	bodies := map[string]stay{} // by full name, as another package sees a function only through export data
	for _, p := range s.packages {
		p.functions(func(file int, f *ast.FuncDecl) {
			if o, ok := p.info.Defs[f.Name].(*types.Func); ok {
				bodies[o.FullName()] = stay{in: p, file: p.names[file], f: f}
			}
		})
	}
	var way []stay
	seen := map[types.Object]bool{}
	var visit func(at stay)
	visit = func(at stay) {
		if seen[at.value] {
			return
		}
		seen[at.value] = true
		way = append(way, at)
		for _, next := range at.passes(parameter, bodies) {
			below := func(b string) bool { return next.in.path == b || strings.HasPrefix(next.in.path, b+"/") }
			if !slices.ContainsFunc(beyond, below) {
				visit(next)
			}
		}
	}
	for _, at := range bodies {
		if at.in.path == path && named(at.f) == name {
			for _, field := range at.f.Type.Params.List {
				for _, id := range field.Names {
					if strings.HasSuffix(at.in.info.Defs[id].Type().String(), parameter) {
						at.value = at.in.info.Defs[id]
						visit(at)
					}
				}
			}
		}
	}
	return way
}

// passes returns the functions to which a stay passes its value, with its type.
func (at stay) passes(parameter string, bodies map[string]stay) []stay {
	held := map[types.Object]bool{at.value: true}
	holds := func(e ast.Node) bool {
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				return false // the result of a call is another value
			case *ast.Ident:
				found = found || held[at.in.info.Uses[n]]
			}
			return !found
		})
		return found
	}
	var next []stay
	ast.Inspect(at.f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			at.alias(n, holds, held)
		case *ast.CallExpr:
			to, ok := bodies[at.callee(n)]
			if !ok {
				return true
			}
			for i, argument := range n.Args {
				if !holds(argument) {
					continue
				}
				if value := to.parameter(i); value != nil && strings.HasSuffix(value.Type().String(), parameter) {
					next = append(next, stay{in: to.in, file: to.file, f: to.f, value: value})
				}
			}
		}
		return true
	})
	return next
}

// alias notes the variables that an assignment makes from a held value.
func (at stay) alias(n *ast.AssignStmt, holds func(ast.Node) bool, held map[types.Object]bool) {
	if n.Tok != token.DEFINE || len(n.Rhs) != 1 || !holds(n.Rhs[0]) {
		return
	}
	if id, ok := n.Lhs[0].(*ast.Ident); ok {
		held[at.in.info.Defs[id]] = true
	}
}

// callee returns the full name of the called function, "" if it is known only at run
// time.
func (at stay) callee(call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return ""
	}
	if o, ok := at.in.info.Uses[id].(*types.Func); ok {
		return o.FullName()
	}
	return ""
}

// parameter returns the i-th parameter, or the last one for the arguments of a variadic
// function.
func (at stay) parameter(i int) types.Object {
	var all []types.Object
	for _, field := range at.f.Type.Params.List {
		for _, id := range field.Names {
			all = append(all, at.in.info.Defs[id])
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[min(i, len(all)-1)]
}

// passed lists the files of a way, and counts how often the way returns to one that it
// had left.
func passed(way []stay) (files []string, returns int) {
	last := ""
	for _, at := range way {
		if at.file == last {
			continue
		}
		if slices.Contains(files, at.file) {
			returns++
		} else {
			files = append(files, at.file)
		}
		last = at.file
	}
	return files, returns
}
