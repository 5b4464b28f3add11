package words_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/internal/words"
	"touchmove/rules"
)

// entry is a text in a file; its key has the group.
type entry struct {
	key   string
	forms map[string]string // by "one" and "other"; by "" if the text does not depend on a number
}

// entriesOf reads a file in its order, and refuses keys that occur twice.
func entriesOf(t *testing.T, name string) (list []entry) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	seen := map[string]bool{}
	var path []string
	var open int
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' {
				open++
			} else {
				open--
				path = path[:max(len(path)-1, 0)]
			}
		case string:
			if len(path) < open {
				path = append(path, v)
				if at := strings.Join(path, "\n"); seen[at] {
					t.Errorf("%s: %q stands twice", name, v)
				} else {
					seen[at] = true
				}
				continue
			}
			key, form := path[0]+"."+path[1], ""
			if len(path) > 2 {
				form = path[2]
			}
			if n := len(list); n == 0 || list[n-1].key != key {
				list = append(list, entry{key, map[string]string{}})
			}
			list[len(list)-1].forms[form] = v
			path = path[:len(path)-1]
		default:
			t.Fatalf("%s: %v is no text", name, v)
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

func placeholders(text string) []string {
	list := placeholder.FindAllString(text, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

// Every language has the same keys in the same order, with the same forms and
// particulars.
func TestFilesAgree(t *testing.T) {
	names, err := filepath.Glob("*.json")
	if err != nil || len(names) < 4 {
		t.Fatalf("%v: %v", names, err)
	}
	english := entriesOf(t, "en.json")
	for _, name := range names {
		list := entriesOf(t, name)
		for i, e := range english {
			if i >= len(list) || list[i].key != e.key {
				t.Fatalf("%s: %s is missing, or out of the order of en.json", name, e.key)
			}
			for form, text := range list[i].forms {
				want, ok := e.forms[form]
				if !ok {
					t.Errorf("%s: %s has a form %q, and English has none", name, e.key, form)
				}
				if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) {
					t.Errorf("%s: %s is %q", name, e.key, text)
				}
				if got := placeholders(text); form != "one" && !slices.Equal(got, placeholders(want)) {
					t.Errorf("%s: %s has the particulars %v, English %v", name, e.key, got, placeholders(want))
				}
			}
			if len(list[i].forms) != len(e.forms) || len(e.forms) == 2 && !strings.Contains(e.forms["other"], "{n}") {
				t.Errorf("%s: %s has the forms %v: one and other, for a number {n}", name, e.key, list[i].forms)
			}
		}
		if len(list) > len(english) {
			t.Errorf("%s: %s is not in en.json", name, list[len(english)].key)
		}
	}
}

// The screen writes the same letters for the pieces as package rules.
func TestPieceLetters(t *testing.T) {
	for _, w := range words.All() {
		var letters []string
		for _, k := range []rules.Kind{rules.King, rules.Queen, rules.Rook, rules.Bishop, rules.Knight} {
			letters = append(letters, w.Language.Letter(k))
		}
		if want := strings.Join(letters, " "); w.T("pieces") != want {
			t.Errorf("%s: %q, want %q", w.Code, w.T("pieces"), want)
		}
	}
}

func TestT(t *testing.T) {
	english, ok := words.In(rules.English)
	german, _ := words.In(rules.German)
	dutch, has := words.In(rules.Dutch)
	if !ok || has || dutch != english {
		t.Error("a language without a file is English")
	}
	for _, c := range []struct{ got, want string }{
		{english.T("report.inferred", "n", 1), "1 move is partly inferred"},
		{english.T("report.inferred", "n", 2), "2 moves are partly inferred"},
		{german.T("report.after", "round", "{n}"), "nach Runde {n}"},
		{english.T("no such key", "n", 1), "no such key"},
		{english.T("report.after", "other", "x"), "after round {round}"},
		{english.T("alarm.flag", "player", "{moves}", "moves", 3, "needed", 4), "{moves}'s flag has fallen: 3 of 4 moves"},
		{german.Reason("stuck-on"), "immer besetzt"},
		{german.Reason("kings in the centre"), "Könige im Zentrum"},
		{german.Reason("both_went home"), "both went home"},
		{german.Claim("quickplay finish"), "Remis in der Endspurtphase"},
		{german.Claim("fifty-moves"), "50 Züge"},
		{german.Claim("my move"), "my move"},
		{german.Colour(rules.Black), "Schwarz"},
		{words.Names(), "english, spanish, portuguese or german"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func BenchmarkT(b *testing.B) {
	w, _ := words.In(rules.English)
	for b.Loop() {
		w.T("public.guessed_move", "n", 12, "san", "Nf6")
	}
}
