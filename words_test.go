package touchmove_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// sourceText returns the text of all sources: Go files that are not tests, and the
// screen's.
func sourceText(t *testing.T) (text string) {
	t.Helper()
	var b strings.Builder
	for _, path := range append(goFiles(t), files(t, ".ts")...) {
		if !strings.HasPrefix(filepath.ToSlash(path), "test/") {
			b.WriteString(read(t, path))
		}
	}
	return b.String()
}

// Every text is used: its key is in the sources, or they compose it from a prefix, a
// word that occurs in them, and a suffix. TestRefusalsInEveryLanguage checks the keys
// of refusals.
func TestEveryTextIsUsed(t *testing.T) {
	source := sourceText(t)
	plain := strings.NewReplacer(" ", "_", "-", "_", ",", "", ":", "")
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`[\w*/][\w*/-]*`).FindAllString(source, -1) {
		words[plain.Replace(w)] = true
	}
	for _, m := range regexp.MustCompile(`"([\w ,:-]+)"`).FindAllStringSubmatch(source, -1) { // codes of several words
		words[plain.Replace(m[1])], words[strings.ReplaceAll(m[1], " ", "")] = true, true
	}
	type made struct{ before, after string }
	var keys []made
	for _, m := range regexp.MustCompile("`([\\w.]+\\.)\\$\\{[^`]*?\\}((?:\\.\\w+)?)`").FindAllStringSubmatch(source, -1) {
		keys = append(keys, made{m[1], m[2]})
	}
	for _, m := range regexp.MustCompile(`"([\w.]+[._])" ?\+`).FindAllStringSubmatch(source, -1) {
		keys = append(keys, made{m[1], ""})
	}
	var used func(key string) bool
	used = func(key string) bool {
		for _, k := range keys {
			rest, ok := strings.CutPrefix(key, k.before)
			rest, ends := strings.CutSuffix(rest, k.after)
			if ok && ends && (words[plain.Replace(rest)] || used(rest)) {
				return true
			}
		}
		return strings.Contains(source, `"`+key+`"`)
	}
	for key := range keysOf(t) {
		if !used(key) && !strings.HasPrefix(key, "refusal.") {
			t.Errorf("%s is used by nobody", key)
		}
	}
}

// keysOf returns the keys of the English texts.
func keysOf(t *testing.T) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile("internal/words/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string]map[string]any
	if err := json.Unmarshal(raw, &groups); err != nil {
		t.Fatal(err)
	}
	english, keys := words.All()[0], map[string]bool{}
	for group, texts := range groups {
		for key := range texts {
			if !english.Has(key) {
				key = group + "." + key
			}
			keys[key] = true
		}
	}
	return keys
}

// Every key that the sources name literally has a text.
func TestNoTextIsMissing(t *testing.T) {
	english := words.All()[0]
	for _, m := range regexp.MustCompile(`\b(?:w\.T|texts\.t|texts\.has)\("([^"]+)"[,)]`).FindAllStringSubmatch(sourceText(t), -1) {
		if !english.Has(m[1]) {
			t.Errorf("%s has no text", m[1])
		}
	}
}

// Every code of a reason, a remark or an end of a game has a text. Without one, its English code would be shown.
func TestReasonsHaveTexts(t *testing.T) {
	source := read(t, "reconcile/article4/reasons.go") + read(t, "reconcile/article4/remark_names.go") + read(t, "reconcile/decoder/disarray.go")
	var codes []string
	for _, m := range regexp.MustCompile(`(?m)^\t(?:\w+ +(?:\w*Reason|RemarkName)|KingsInTheCentre|NewGameSetUp) += "([^"]+)"`).FindAllStringSubmatch(source, -1) {
		codes = append(codes, m[1])
	}
	for end := rules.Checkmate; end.String() != fmt.Sprintf("Termination(%d)", end); end++ {
		codes = append(codes, end.String())
	}
	if len(codes) < 50 {
		t.Errorf("%d codes were found: %v", len(codes), codes)
	}
	page := read(t, "docs/mqtt.md")
	for _, m := range regexp.MustCompile(`(?m)^\t(?:\w+ +ResultReason|KingsInTheCentre) += "([^" ]+|kings in the centre)"`).FindAllStringSubmatch(source, -1) {
		if !strings.Contains(page, "`"+m[1]+"`") {
			t.Errorf("docs/mqtt.md does not name the reason %s", m[1])
		}
	}
	german := words.All()[slices.IndexFunc(words.All(), func(w *words.Texts) bool { return w.Code == "de" })]
	for _, code := range codes {
		if text := german.Reason(code); text == strings.ReplaceAll(code, "_", " ") {
			t.Errorf("%s has no text", code)
		}
	}
}

// TestCommandsHaveTexts checks that every command has a name and an explanation on the arbiter's page (act, does) and
// a report (done). TestFilesAgree says what another language lacks, and screen/test/parts.test.mjs what fields lack.
func TestCommandsHaveTexts(t *testing.T) {
	english := words.All()[0]
	for _, kind := range trace.Commands() {
		for _, of := range []string{"act.", "does.", "done."} {
			if !english.Has(of + kind.Name) {
				t.Errorf("internal/words/en.json has no %s%s", of, kind.Name)
			}
		}
	}
}
