package article4_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestRemarksInDocs checks that docs/laws.md says when each remark is reported.
func TestRemarksInDocs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/laws.md")
	if err != nil {
		t.Fatalf("the page of the Laws: %v", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "remark_names.go", nil, 0)
	if err != nil {
		t.Fatalf("the names of the remarks: %v", err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, v := range spec.Values {
			name, err := strconv.Unquote(v.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatalf("%s: %v", spec.Names[0].Name, err)
			}
			if !strings.Contains(string(doc), "`"+name+"`") {
				t.Errorf("docs/laws.md has no row for the remark %s", name)
			}
			n++
		}
		return true
	})
	if n < 20 {
		t.Errorf("%d remarks were found: where are the others?", n)
	}
}
