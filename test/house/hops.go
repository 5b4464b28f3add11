package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// legs is the way of a reading from the driver of a chip to the MQTT library. Each leg is
// a chain of calls; between two legs the reading is returned, yielded, or waits for the
// disk. A leg names what an ordinary reading passes where a shorter chain leads through
// the end of a game. Functions are named package.Type.Function, and those of a library as
// go/types names them.
var legs = [][]string{
	{"daemon.scanning.read", "sensors/scan.Sensor.Read"},
	{"daemon.scanning.interpret", "sensors/scan.Table.Scan"},
	{"calibration.Table.Scan"},
	{"daemon.scanning.changes", "daemon.scanning.put"},
	{"daemon.BoardLoop.Run", "reconcile/decoder.Decoder.Change"},
	{"reconcile.Game.Step", "reconcile/decoder.Decoder.Findings"},
	{"reconcile.Game.takeFindings", "reconcile.Game.emit"},
	{"eventlog.Board.Step", "eventlog.Board.apply", "eventlog.Board.put"},
	{"daemon.BoardLoop.step", "daemon.BoardLoop.store", "daemon/store.History.Put"},
	{"daemon/store.History.Publish", "broadcast.Log.Append"},
	{"broadcast.Publisher.serve", "broadcast.Log.From"},
	{"broadcast.Publisher.serve", "(github.com/eclipse/paho.mqtt.golang.Client).Publish"},
}

// hops returns the objects that hold a reading, or what was made of it, in the order of
// its way. Each is named by its type; types declared in one file count once. Plain
// functions and interfaces hold nothing. The error names a leg that is no longer a chain
// of calls.
func (s *source) hops(legs [][]string) (objects []string, err error) {
	calls := s.calls()
	var declared []string // the files of the objects
	for _, leg := range legs {
		way := leg[:1]
		for i := 1; i < len(leg); i++ {
			next := shortest(calls, leg[i-1], leg[i])
			if next == nil {
				return nil, fmt.Errorf("%s no longer leads to %s", leg[i-1], leg[i])
			}
			way = append(way, next...)
		}
		for _, function := range way {
			name, file := s.object(function)
			if file != "" && !slices.Contains(declared, file) {
				objects, declared = append(objects, name), append(declared, file)
			}
		}
	}
	return objects, nil
}

// calls returns the functions that each function calls or refers to.
func (s *source) calls() map[string][]string {
	all := map[string][]string{}
	for _, p := range s.packages {
		p.functions(func(_ int, f *ast.FuncDecl) {
			from := s.short(p.info.Defs[f.Name].(*types.Func))
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if to, ok := p.info.Uses[id].(*types.Func); ok {
						all[from] = append(all[from], s.short(to))
					}
				}
				return true
			})
		})
	}
	return all
}

// short returns a function's name as a leg has it.
func (s *source) short(f *types.Func) string {
	full := f.Origin().FullName() // (*touchmove/daemon.Live).Records
	if f.Pkg() == nil || !strings.HasPrefix(f.Pkg().Path(), s.module+"/") {
		return full
	}
	full = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(full)
	return strings.TrimPrefix(full, s.module+"/")
}

// shortest returns a shortest chain of calls from one function to another, without the
// first; nil if there is none.
func shortest(calls map[string][]string, from, to string) []string {
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range calls[queue[0]] {
			if _, seen := before[next]; seen {
				continue
			}
			before[next] = queue[0]
			if next != to {
				queue = append(queue, next)
				continue
			}
			var way []string
			for at := to; at != from; at = before[at] {
				way = append(way, at)
			}
			slices.Reverse(way)
			return way
		}
	}
	return nil
}

// object returns the type of a function's receiver, and the file that declares it. Both
// are empty for a plain function, an interface, and anything outside the module.
func (s *source) object(function string) (name, file string) {
	end := strings.LastIndexByte(function, '.')
	if end < 0 {
		return "", ""
	}
	dot := strings.LastIndexByte(function[:end], '.')
	if dot < 0 {
		return "", ""
	}
	for _, p := range s.packages {
		if p.path != function[:dot] {
			continue
		}
		if o := p.types.Scope().Lookup(function[dot+1 : end]); o != nil && !types.IsInterface(o.Type()) {
			return function[:end], s.fset.Position(o.Pos()).Filename
		}
	}
	return "", ""
}
