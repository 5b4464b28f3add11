package reconcile_test

import (
	"bytes"
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

	"touchmove/internal/goldentest"
	"touchmove/reconcile/decoder"
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

// valueOf writes the default value of a parameter in the form of the pages.
func valueOf(p decoder.Parameter) string {
	value := number(decoder.DefaultParameters()[p])
	if p.Unit() == decoder.Seconds {
		value += " s"
	}
	return value
}

// parameters returns all parameters by name.
func parameters() map[string]decoder.Parameter {
	all := map[string]decoder.Parameter{}
	for p := range decoder.Parameter(decoder.ParameterCount) {
		all[p.String()] = p
	}
	return all
}

var tableRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]+) \\|")

// TestCostsInDocs checks that docs/reconstruction.md has the decoder's parameters and constants.
func TestCostsInDocs(t *testing.T) {
	const page = "../docs/reconstruction.md"
	doc, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	named := parameters()
	want := curveRows(named, tableRow.ReplaceAllFunc(doc, func(row []byte) []byte {
		name := string(tableRow.FindSubmatch(row)[1])
		if p, ok := named[name]; ok {
			return fmt.Appendf(nil, "| `%s` | %s |", name, valueOf(p))
		}
		return row
	}))
	goldentest.Check(t, page, want)
	all := map[string]string{}
	files, err := filepath.Glob("decoder/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, f := range files {
		for name, value := range constants(t, f) {
			all[name] = value
		}
	}
	for _, m := range tableRow.FindAllStringSubmatch(string(doc), -1) {
		if _, ok := named[m[1]]; !ok && all[m[1]] != m[2] {
			t.Errorf("%s: %s is %q, and the decoder has %q", page, m[1], m[2], all[m[1]])
		}
	}
	for words, value := range map[string]string{ // values written in the text, in these words
		"40 ms": valueOf(named["bounce"]), valueOf(named["pairDiscount"]): valueOf(named["pairDiscount"]), "4 s": valueOf(named["slowGame"]),
		"96": all["beamWidth"], "18": all["beamMargin"], "three": all["maxDepth"],
	} {
		if !strings.Contains(string(doc), words) || !saysSame(words, value) {
			t.Errorf("%s says %q of what is %s", page, words, value)
		}
	}
}

func saysSame(words, value string) bool {
	return words == value || words == "three" && value == "3" || words == "40 ms" && value == "0.04 s"
}

// curveRows puts the prices of mismatches into the table of their kinds.
func curveRows(named map[string]decoder.Parameter, doc []byte) []byte {
	for kind, class := range map[string]string{
		"a piece of the side to move is missing": "mover",
		"a piece of the other side is missing":   "other",
		"something stands where nothing should":  "extra",
	} {
		row := regexp.MustCompile(`(?m)^\| ` + kind + ` \|[^|]+\|[^|]+\|[^|]+\|`)
		doc = row.ReplaceAll(doc, fmt.Appendf(nil, "| %s | %s | %s | %s |", kind, valueOf(named[class+"Most"]), valueOf(named[class+"Scale"]), valueOf(named[class+"Once"])))
	}
	return doc
}

// TestParametersInDocs checks that docs/reconstruction.md has a row for each parameter, with its
// value and the origin of that value.
func TestParametersInDocs(t *testing.T) {
	const page, mark = "../docs/reconstruction.md", "| parameter | value | where it comes from |\n|---|---|---|\n"
	doc, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := bytes.Cut(doc, []byte(mark))
	if !ok {
		t.Fatalf("%s has no table of parameters", page)
	}
	want := append(bytes.Clone(head), mark...)
	for p := range decoder.Parameter(decoder.ParameterCount) {
		if p.String() == "" || p.Origin() == "" {
			t.Errorf("parameter %d has no name, or nothing says where its value comes from", p)
		}
		want = fmt.Appendf(want, "| `%s` | %s | %s |\n", p, valueOf(p), p.Origin())
	}
	if _, after, more := bytes.Cut(rest, []byte("\n\n")); more {
		want = append(append(want, '\n'), after...)
	}
	goldentest.Check(t, page, want)
}
