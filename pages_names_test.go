package touchmove_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var qualified = regexp.MustCompile("`([a-z][a-z0-9]*)\\.([A-Z]\\w*(?:\\.[A-Z]\\w*)?)`")

// tested matches the name of a test in a document.
var tested = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)`")

// Every name that the documents give with its package, such as eventlog.Board.Step, is
// declared there.
func TestPageNames(t *testing.T) {
	declared := declarations(t)
	for page, text := range pages(t) {
		for _, m := range qualified.FindAllStringSubmatch(text, -1) {
			if names, known := declared[m[1]]; !known || !slices.Contains(names, m[2]) {
				t.Errorf("%s names %s.%s, which no package %s declares", page, m[1], m[2], m[1])
			}
		}
	}
}

// declarations returns the exported names of every package, by package name: types,
// functions, values, and methods as TYPE.METHOD.
func declarations(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for file, dir := range sources(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			all[filepath.Base(dir)] = append(all[filepath.Base(dir)], declaredBy(d)...)
		}
	}
	return all
}

func declaredBy(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if name, ok := receiver.(*ast.Ident); ok {
			return []string{name.Name + "." + d.Name.Name}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// Every test that a document names exists.
func TestPagesNameTests(t *testing.T) {
	there := testNames(t)
	named := 0
	for page, text := range pages(t) {
		for _, m := range tested.FindAllStringSubmatch(text, -1) {
			if named++; !there[m[1]] {
				t.Errorf("%s names the test %s, which is nowhere", page, m[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("the documents name %d tests", named)
	}
}
