package touchmove_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/internal/words"
	"touchmove/rules"
)

// refused is a code as it is in the source.
type refused struct {
	sentence string
	with     []string // names of its particulars, in the order of the source
}

// refusals returns all codes of the project: from the calls of refusal.New and Wrap,
// and those that refusal.Of makes of errors of package rules.
func refusals(t *testing.T) map[string]refused {
	t.Helper()
	all := map[string]refused{}
	add := func(code string, r refused) {
		t.Helper()
		was, ok := all[code]
		if ok && !slices.Equal(slices.Sorted(slices.Values(was.with)), slices.Sorted(slices.Values(r.with))) {
			t.Errorf("%s stands for two things: %v and %v", code, was.with, r.with)
		}
		if !ok || r.sentence < was.sentence {
			all[code] = r
		}
	}
	for _, path := range goFiles(t) {
		text := read(t, path)
		if !strings.Contains(text, `"touchmove/internal/refusal"`) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || fmt.Sprint(fun.X) != "refusal" || fun.Sel.Name != "New" && fun.Sel.Name != "Wrap" {
				return true
			}
			var words []string
			for i, arg := range call.Args {
				lit, ok := arg.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					if i == 0 || fun.Sel.Name == "New" && (i == 1 || i%2 == 0) {
						t.Errorf("%s: codes, sentences and names of refusal.%s are written out", path, fun.Sel.Name)
						return true
					}
					continue
				}
				word, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if i < 2 || i%2 == 0 {
					words = append(words, word)
				}
			}
			if fun.Sel.Name == "Wrap" {
				add(words[0], refused{"{why}", []string{"why"}})
			} else {
				add(words[0], refused{words[1], words[2:]})
			}
			return true
		})
	}
	for reason, what := range map[rules.Reason]string{
		rules.BadFieldCount: "not 4 to 6 fields", rules.BadPlacement: "the board is not eight ranks of eight squares", rules.BadTurn: "neither w nor b to move",
		rules.BadCastling: "not a list of castling letters", rules.BadEnPassant: "neither - nor a square of the third or sixth rank", rules.BadCounter: "a move counter is not a number, or too large",
		rules.NoKing: "a side has no king", rules.ManyKings: "a side has more than one king", rules.ManyPieces: "a side has more than sixteen pieces",
		rules.PawnOnLastRank: "a pawn stands on the first or eighth rank", rules.OpponentInCheck: "the player not to move stands in check", rules.NoCastlingRook: "a castling right without its rook",
		rules.CastlingKingAway: "a castling right with the king off its first rank", rules.ManyCastlingRooks: "two castling rights on the same side of the king",
		rules.NotStandardCastling: "a castling right of standard chess, with king or rook off the e, a and h files", rules.ImpossibleEnPassant: "no pawn can have made the double step just now",
	} {
		add("position-"+strings.ReplaceAll(string(reason), "_", "-"), refused{what, []string{"fen"}})
	}
	add("move-illegal", refused{"not legal in that position", []string{"move"}})
	add("move-invalid", refused{"not the text of a move", []string{"move"}})
	add("move-ambiguous", refused{"several legal moves fit", []string{"move"}})
	return all
}

// docs/mqtt.md lists every code with its particulars; -update rewrites the table.
func TestRefusalsPage(t *testing.T) {
	all := refusals(t)
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	var b strings.Builder
	b.WriteString("| code | particulars | in English |\n|---|---|---|\n")
	for _, code := range slices.Sorted(maps.Keys(all)) {
		if !form.MatchString(code) {
			t.Errorf("%q is no code: lower case, words joined by hyphens", code)
		}
		var names []string
		for _, name := range all[code].with {
			names = append(names, "`"+name+"`")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", code, strings.Join(names, ", "), strings.ReplaceAll(strings.ReplaceAll(all[code].sentence, ":q}", "}"), "|", "\\|"))
	}
	const name, open, end = "docs/mqtt.md", "<!-- table -->\n", "<!-- end of table -->"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	from, to := bytes.Index(page, []byte(open)), bytes.Index(page, []byte(end))
	if from < 0 || to < from {
		t.Fatalf("%s has no table between %q and %q", name, open, end)
	}
	want := string(page[:from]) + open + b.String() + string(page[to:])
	goldentest.Check(t, name, want)
}

// Every refusal has a text in every language, using only particulars that the code has.
func TestRefusalsInEveryLanguage(t *testing.T) {
	all := refusals(t)
	delete(all, "other") // it has only its English sentence
	name := regexp.MustCompile(`\{(\w+)\}`)
	for _, w := range words.All() {
		for code, r := range all {
			key := "refusal." + code
			if !w.Has(key) {
				t.Errorf("internal/words/%s.json lacks %s, which says %q with the particulars %v", w.Code, key, r.sentence, r.with)
			}
			for _, m := range name.FindAllStringSubmatch(w.T(key), -1) {
				if !slices.Contains(r.with, m[1]) {
					t.Errorf("internal/words/%s.json: %s names {%s}, and the code has the particulars %v", w.Code, key, m[1], r.with)
				}
			}
		}
	}
	for key := range keysOf(t) {
		if code, ok := strings.CutPrefix(key, "refusal."); ok && all[code].with == nil && all[code].sentence == "" {
			t.Errorf("internal/words has refusal.%s, but no command is refused with this code", code)
		}
	}
}
