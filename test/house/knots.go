package main

import (
	"fmt"
	"go/types"
	"slices"
)

// knot is a set of files that all need each other.
type knot struct {
	files []string
	lines int
}

func (k knot) String() string {
	if len(k.files) > 6 {
		return fmt.Sprintf("%d in %d files", k.lines, len(k.files))
	}
	return fmt.Sprintf("%d in %s", k.lines, bases(k.files))
}

// knots returns the knots of a package, the one with the most lines first. A single file is not a knot.
func (p *pkg) knots(s *source) []knot {
	index := map[string]int{}
	for i, f := range p.files {
		index[s.fset.Position(f.FileStart).Filename] = i
	}
	needs := make([][]int, len(p.files))
	for i, f := range p.files {
		seen := map[int]bool{i: true}
		for id, object := range p.info.Uses {
			if id.Pos() < f.FileStart || id.Pos() > f.FileEnd || object.Pkg() != p.types || !isPackageLevel(object) {
				continue
			}
			if j, ok := index[s.fset.Position(object.Pos()).Filename]; ok && !seen[j] {
				seen[j] = true
				needs[i] = append(needs[i], j)
			}
		}
	}
	var all []knot
	for _, component := range components(needs) {
		if len(component) < 2 {
			continue
		}
		slices.Sort(component)
		k := knot{}
		for _, i := range component {
			k.files, k.lines = append(k.files, p.names[i]), k.lines+p.lines[i]
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b knot) int { return b.lines - a.lines })
	return all
}

// isPackageLevel reports whether an object is visible in the whole package: a
// package-level name, a field or a method, but nothing local.
func isPackageLevel(o types.Object) bool {
	switch o := o.(type) {
	case *types.PkgName, *types.Label:
		return false
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	case *types.Func:
		return true
	}
	return o.Parent() == o.Pkg().Scope()
}

// components returns the strongly connected components of a graph (Tarjan 1972).
func components(edges [][]int) [][]int {
	var (
		all    [][]int
		stack  []int
		number = make([]int, len(edges)) // 0: not visited yet
		low    = make([]int, len(edges))
		on     = make([]bool, len(edges))
		next   = 1
		visit  func(v int)
	)
	visit = func(v int) {
		number[v], low[v] = next, next
		next++
		stack, on[v] = append(stack, v), true
		for _, w := range edges[v] {
			if number[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], number[w])
			}
		}
		if low[v] != number[v] {
			return
		}
		var c []int
		for {
			w := stack[len(stack)-1]
			stack, on[w] = stack[:len(stack)-1], false
			c = append(c, w)
			if w == v {
				break
			}
		}
		all = append(all, c)
	}
	for v := range edges {
		if number[v] == 0 {
			visit(v)
		}
	}
	return all
}
