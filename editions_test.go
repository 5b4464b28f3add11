package touchmove_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"testing"
)

// edition matches the names of the constants of package rules for editions of the Laws.
var edition = regexp.MustCompile(`^FIDE\d{4}$`)

// comparesEditions finds comparisons of a value with an edition of the Laws, and
// comparisons of the order of two editions.
func comparesEditions(file *ast.File) (at []token.Pos) {
	last := func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			return e.Sel.Name
		case *ast.Ident:
			return e.Name
		}
		return ""
	}
	ordered := []token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ && !slices.Contains(ordered, n.Op) {
				break
			}
			for _, e := range []ast.Expr{n.X, n.Y} {
				if name := last(e); edition.MatchString(name) || name == "Laws" && slices.Contains(ordered, n.Op) {
					at = append(at, n.Pos())
				}
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				if edition.MatchString(last(e)) {
					at = append(at, e.Pos())
				}
			}
		}
		return true
	})
	return at
}

// Differences between editions of the Laws are fields of a table, which `touchmove laws
// diff` reads too. No code compares editions.
func TestEditionsAreNotCompared(t *testing.T) {
	fset := token.NewFileSet()
	for _, path := range goFiles(t) {
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, pos := range comparesEditions(file) {
			t.Errorf("%s: an edition of the Laws is compared: make the difference a field of the table in reconcile/article4/editions.go", fset.Position(pos))
		}
	}
}

// The rule above finds what it should.
func TestComparesEditions(t *testing.T) {
	for _, c := range []struct {
		code string
		want int
	}{
		{"_ = l >= rules.FIDE2001", 1},
		{"_ = h.Laws == rules.FIDE1953", 1},
		{"_ = g.header.Laws < other", 1},
		{"switch l { case rules.FIDE2014: }", 1},
		{"switch { case FIDE1997 <= l: }", 1},
		{"h.Laws = rules.FIDE2009", 0},
		{"_ = raw.Laws != nil", 0},
		{"_ = style == rules.FIDE", 0},
		{"_ = editions[rules.FIDE2009]", 0},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() { "+c.code+" }", 0)
		if err != nil {
			t.Fatalf("%s: %v", c.code, err)
		}
		if got := len(comparesEditions(file)); got != c.want {
			t.Errorf("%s: %d comparisons, want %d", c.code, got, c.want)
		}
	}
}
