package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestComponents(t *testing.T) {
	for _, c := range []struct {
		name  string
		edges [][]int
		want  []int // sizes, the largest first
	}{
		{"a chain is no knot", [][]int{{1}, {2}, {}}, []int{1, 1, 1}},
		{"a circle is one", [][]int{{1}, {2}, {0}}, []int{3}},
		{"two circles with a bridge", [][]int{{1}, {0, 2}, {3}, {2}}, []int{2, 2}},
		{"one circle through another", [][]int{{1}, {0, 2}, {1}, {0}}, []int{3, 1}},
	} {
		var sizes []int
		for _, component := range components(c.edges) {
			sizes = append(sizes, len(component))
		}
		slices.Sort(sizes)
		slices.Reverse(sizes)
		if !slices.Equal(sizes, c.want) {
			t.Errorf("%s: components of %v, want %v", c.name, sizes, c.want)
		}
	}
}

func TestComplexity(t *testing.T) {
	for body, want := range map[string]int{
		"":                             1,
		"if a { b() } else { c() }":    2,
		"if a && b || c { d() }":       4,
		"for range x { if a { b() } }": 3,
		"switch a { case 1, 2: case 3: default: }": 3,
		"func() { if a { b() } }()":                2,
		"select { case <-a: default: }":            2,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {"+body+"\n}", 0)
		if err != nil {
			t.Fatal(body, err)
		}
		if got := complexity(f.Decls[0].(*ast.FuncDecl).Body); got != want {
			t.Errorf("%s: complexity %d, want %d", body, got, want)
		}
	}
}

// The figures of a module of three files, two of which need each other.
func TestFigures(t *testing.T) {
	var out strings.Builder
	over, err := run(&out, "testdata/module", true)
	if err != nil {
		t.Fatal(err)
	}
	if over == 0 {
		t.Errorf("what a module without boards lacks is within its limit:\n%s", out.String())
	}
	for _, want := range []string{
		"  15 room: a b\n",
		"widest struct but tables of data",
		"1000  3 !      not measured: nothing of the kind is found any more", // types of a move
		"1000  3 !      not measured: there is no daemon/control.Server.answer any more",
		"5 room/c.go D",
		"3 room/a.go A",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in:\n%s", want, out.String())
		}
	}
}

// A way is measured by the objects on it, and a leg that no longer exists is an error.
func TestHops(t *testing.T) {
	s, err := load("testdata/module")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		legs [][]string
		want string // the objects, or the error
	}{
		{"one call after the other", [][]string{{"way.Chip.Read", "way.Wire.Tx"}}, "way.Chip way.Wire"},
		{"a function in between holds nothing", [][]string{{"way.Chip.Read", "way.Screen.Show"}}, "way.Chip way.Screen"},
		{"an object counts once", [][]string{{"way.Chip.Read", "way.Wire.Tx"}, {"way.Wire.Tx"}}, "way.Chip way.Wire"},
		{"no chain", [][]string{{"way.Wire.Tx", "way.Screen.Show"}}, "way.Wire.Tx no longer leads to way.Screen.Show"},
	} {
		objects, err := s.hops(c.legs)
		got := strings.Join(objects, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	f := spreadOver("files", 2, []spread{{"a", []string{"1", "2", "3", "4"}}, {"b", []string{"1"}}, {"c", []string{"1", "2"}}})
	if want := "b: 1 (median 2, most 4: a)"; f.value != 1 || f.where != want {
		t.Errorf("%d, %q, want 1, %q", f.value, f.where, want)
	}
}

// A check gets a command and returns an error or a bool; a function that names other commands does not
// count.
func TestChecks(t *testing.T) {
	s, err := load("testdata/module")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		want    string
	}{
		{"DoNote", "door.Form door.Known"},
		{"DoSeal", "door.Envelope door.Form door.Known"},
	} {
		all, err := s.checks([]string{"door.Door.Take"}, []string{"sensors/trace.Command"}, c.command)
		if got := strings.Join(all, " "); err != nil || got != c.want {
			t.Errorf("%s is checked by %q, %v, want %q", c.command, got, err, c.want)
		}
	}
	if _, err := s.checks([]string{"door.Door.Gone"}, nil, "DoNote"); err == nil {
		t.Error("a carrier that is not there is no error")
	}
}

// A field is read where a selector names it, in its own package or in another one.
func TestUnread(t *testing.T) {
	s, err := load("testdata/module")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.unread("room"), ", "); got != "room/a.go A.b, room/c.go D.z" {
		t.Errorf("nothing reads %s", got)
	}
}
