package reconcile_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// constants reads the numbers and durations of the decoder's sources, as
// docs/reconstruction.md writes them: 1.5, 0.3 s.
func constants(t *testing.T, file string) map[string]string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, d := range tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if len(v.Names) != 1 || len(v.Values) != 1 {
				continue
			}
			if text, ok := written(v.Values[0]); ok {
				found[v.Names[0].Name] = text
			}
		}
	}
	return found
}

// written evaluates a literal, a negative one, or a literal times a unit of time.
func written(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		f, ok := constant.Float64Val(constant.ToFloat(constant.MakeFromLiteral(e.Value, e.Kind, 0)))
		return number(f), ok || f != 0
	case *ast.UnaryExpr:
		text, ok := written(e.X)
		return "-" + text, ok && e.Op == token.SUB
	case *ast.SelectorExpr:
		if e.Sel.Name == "Second" {
			return "1 s", true
		}
	case *ast.BinaryExpr:
		n, ok := written(e.X)
		unit, isUnit := e.Y.(*ast.SelectorExpr)
		if !ok || !isUnit {
			return "", false
		}
		f, err := strconv.ParseFloat(n, 64)
		if err != nil {
			return "", false
		}
		one := map[string]time.Duration{"Second": time.Second, "Millisecond": time.Millisecond, "Minute": time.Minute}[unit.Sel.Name]
		return number(f*one.Seconds()) + " s", one != 0
	}
	return "", false
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

// The tables of docs/reconstruction.md hold every constant of costs.go, and what
// they say of these and of others is what the sources say.
func TestCostsInDocs(t *testing.T) {
	doc, err := os.ReadFile("../docs/reconstruction.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]+) \\|").FindAllStringSubmatch(string(doc), -1) {
		told[m[1]] = m[2]
	}
	files, err := filepath.Glob("decoder/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	all := map[string]string{}
	for _, f := range files {
		for name, value := range constants(t, f) {
			all[name] = value
		}
	}
	for name, value := range told {
		if all[name] != value {
			t.Errorf("docs/reconstruction.md: %s is %q, and the decoder has %q", name, value, all[name])
		}
	}
	inText := map[string]string{ // said in the text, in these words
		"bounce": "40 ms", "pairDiscount": "0.35", "slowGame": "4 s",
		"beamWidth": "96", "beamMargin": "18", "maxDepth": "three",
	}
	for name, value := range constants(t, "decoder/costs.go") {
		if words, ok := inText[name]; ok {
			if !strings.Contains(string(doc), words) || !saysSame(words, value) {
				t.Errorf("docs/reconstruction.md says %q of %s, which is %s", words, name, value)
			}
			continue
		}
		if _, ok := told[name]; !ok {
			t.Errorf("docs/reconstruction.md has no row for %s (%s)", name, value)
		}
	}
	for _, row := range curveRows(t) {
		if !strings.Contains(string(doc), row) {
			t.Errorf("docs/reconstruction.md has no row %q", row)
		}
	}
}

func saysSame(words, value string) bool {
	return words == value || words == "three" && value == "3" || words == "40 ms" && value == "0.04 s"
}

// curveRows writes the prices of disagreements as the table has them.
func curveRows(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("decoder/costs.go")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, m := range regexp.MustCompile(`(?m)^\t(?:missingMover|missingOther|extra):\s*\{([\d.]+), ([\d.]+) \* time\.(\w+), ([\d.]+)\}`).FindAllStringSubmatch(string(source), -1) {
		scale, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if m[3] == "Millisecond" {
			scale /= 1000
		}
		rows = append(rows, fmt.Sprintf("| %s | %s s | %s |", m[1], number(scale), m[4]))
	}
	if len(rows) != 3 {
		t.Fatalf("%d kinds of disagreements in costs.go", len(rows))
	}
	return rows
}
