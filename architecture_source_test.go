package touchmove_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// clock lists the functions of package time whose result or effect depends on the
// current time.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// checkSource reports uses of the clock and goroutines in one file.
func checkSource(t *testing.T, path string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s: a goroutine: what decides moves runs in one", fset.Position(n.Pos()))
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && x.Obj == nil && slices.Contains(clock, n.Sel.Name) {
				t.Errorf("%s: time.%s: time comes with the records", fset.Position(n.Pos()), n.Sel.Name)
			}
		}
		return true
	})
}
