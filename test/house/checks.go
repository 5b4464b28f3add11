package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// carriers are the functions that pass a command on from where it enters, the control
// socket or the command topic, to the game.
var carriers = []string{
	"daemon/control.Server.answer", "daemon/control.Server.carryOut", "broadcast.Publisher.receive",
	"daemon.scanning.command", "daemon.BoardLoop.step",
}

// forms are the types that a command has on this way.
var forms = []string{"broadcast.Payload", "broadcast.Request", "sensors/trace.Command", "sensors/trace.Record"}

// checks returns the functions that may refuse a command: a carrier passes it to a
// function of another type, which returns an error or a bool. A function that names only other
// commands, as the envelope of a sealed move does, does not count. The error names a
// carrier that no longer exists.
func (s *source) checks(carriers, forms []string, command string) (all []string, err error) {
	names := s.commandsNamed()
	for _, carrier := range carriers {
		found := false
		for _, p := range s.packages {
			p.functions(func(_ int, f *ast.FuncDecl) {
				if s.short(p.info.Defs[f.Name].(*types.Func)) != carrier {
					return
				}
				found = true
				ast.Inspect(f.Body, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					check := s.checkedBy(p, call, forms)
					others := names[check]
					if check != "" && typeOf(check) != typeOf(carrier) && (len(others) == 0 || slices.Contains(others, command)) && !slices.Contains(all, check) {
						all = append(all, check)
					}
					return true
				})
			})
		}
		if !found {
			return nil, fmt.Errorf("there is no %s any more", carrier)
		}
	}
	slices.Sort(all)
	return all, nil
}

// checkedBy returns the function of the module to which a call passes a command, if it
// returns an error, or whether to go on; otherwise "".
func (s *source) checkedBy(p *pkg, call *ast.CallExpr, forms []string) string {
	var id *ast.Ident
	held := slices.Clone(call.Args)
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id, held = f.Sel, append(held, f.X)
	}
	f, ok := p.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || !strings.HasPrefix(f.Pkg().Path(), s.module+"/") {
		return ""
	}
	results := f.Signature().Results()
	if results.Len() == 0 || !slices.Contains([]string{"error", "bool"}, results.At(results.Len()-1).Type().String()) {
		return ""
	}
	if !slices.ContainsFunc(held, func(e ast.Expr) bool { return s.isOneOf(p.info.TypeOf(e), forms) }) {
		return ""
	}
	return s.short(f)
}

func (s *source) isOneOf(t types.Type, forms []string) bool {
	if t == nil {
		return false
	}
	name := strings.TrimPrefix(strings.TrimPrefix(t.String(), "*"), s.module+"/")
	return slices.Contains(forms, name)
}

// commandsNamed returns the commands whose constants each function uses.
func (s *source) commandsNamed() map[string][]string {
	all := map[string][]string{}
	for _, p := range s.packages {
		p.functions(func(_ int, f *ast.FuncDecl) {
			ast.Inspect(f.Body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				c, ok := p.info.Uses[id].(*types.Const)
				if ok && c.Pkg() != nil && strings.HasSuffix(c.Pkg().Path(), "sensors/trace") && strings.HasPrefix(c.Name(), "Do") {
					name := s.short(p.info.Defs[f.Name].(*types.Func))
					all[name] = append(all[name], c.Name())
				}
				return true
			})
		})
	}
	return all
}

// typeOf returns a function's qualified name without its own part: package and type.
func typeOf(function string) string { return function[:max(0, strings.LastIndexByte(function, '.'))] }
