package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"touchmove/rules"
)

//go:embed *.json
var files embed.FS

// Texts are the texts of one language. They do not change, and several goroutines may use
// them.
type Texts struct {
	// Code is the language (ISO 639-1), as in the file's name.
	Code     string
	Language rules.Language

	texts map[string]text
}

// text is one text; one is empty if the text does not depend on a number.
type text struct{ one, other string }

// UnmarshalJSON reads a string, or an object with the forms.
func (t *text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &t.other)
	}
	var forms struct{ One, Other string }
	if err := json.Unmarshal(b, &forms); err != nil {
		return err
	}
	t.one, t.other = forms.One, forms.Other
	return nil
}

// bare are the groups whose keys have no prefix.
var bare = []string{"common", "screen", "console"}

// all are the languages, English first.
var all = sync.OnceValue(func() []*Texts {
	var list []*Texts
	names, err := files.ReadDir(".")
	if err != nil {
		panic("words: " + err.Error()) // the files are built in
	}
	for _, name := range names {
		t, err := read(name.Name())
		if err != nil {
			panic("words: " + err.Error()) // the files are built in, and tested
		}
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(a, b *Texts) int { return int(a.Language) - int(b.Language) })
	return list
})

func read(name string) (*Texts, error) {
	raw, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	code := strings.TrimSuffix(name, ".json")
	t := &Texts{Code: code, texts: map[string]text{}}
	if t.Language, err = rules.ParseLanguage(code); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var groups map[string]map[string]text
	if err := json.Unmarshal(raw, &groups); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for group, keys := range groups {
		for key, text := range keys {
			if !slices.Contains(bare, group) {
				key = group + "." + key
			}
			t.texts[key] = text
		}
	}
	return t, nil
}

// All lists the languages that have a file, English first.
func All() []*Texts { return slices.Clone(all()) }

// Names lists the languages for a message, as "english, spanish or german".
func Names() string {
	var names []string
	for _, t := range all() {
		names = append(names, t.Language.String())
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// In returns the texts of a language. If the language has no file, ok is false and the
// texts are English.
func In(l rules.Language) (t *Texts, ok bool) {
	for _, t := range all() {
		if t.Language == l {
			return t, true
		}
	}
	return all()[0], false
}

// For is In with an error for a language without a file, which says of what there is none, such as
// "sheets".
func For(what string, l rules.Language) (*Texts, error) {
	t, ok := In(l)
	if !ok {
		return nil, fmt.Errorf("there are no %s in %v: choose %s", what, l, Names())
	}
	return t, nil
}

// Has reports whether the key has a text.
func (t *Texts) Has(key string) bool { _, ok := t.texts[key]; return ok }

// T returns the text of a key with its particulars filled in; with alternates their names
// and values. An int called "n" chooses the form. A particular that is not given stays in
// its braces. If the key has no text, T returns the key.
func (t *Texts) T(key string, with ...any) string {
	found, ok := t.texts[key]
	if !ok {
		return key
	}
	form := found.other
	if n, ok := valueOf("n", with).(int); ok && n == 1 && found.one != "" {
		form = found.one
	}
	return fill(form, with)
}

// fill replaces the particulars with their values, which are not expanded further.
func fill(form string, with []any) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(form, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, "}")
		value := valueOf(name, with)
		if !ok || value == nil {
			b.WriteByte('{')
			form = rest
			continue
		}
		if text, ok := value.(string); ok {
			b.WriteString(text)
		} else {
			fmt.Fprint(&b, value)
		}
		form = after
	}
}

// valueOf returns the particular of a name, or nil if it is not given.
func valueOf(name string, with []any) any {
	for i := 0; i+1 < len(with); i += 2 {
		if with[i] == name {
			return with[i+1]
		}
	}
	return nil
}

// Colour returns what to call a player whose name is not known.
func (t *Texts) Colour(by rules.Color) string { return t.T(by.String()) }

// Reason says in words why something is so: how a game ended, what makes a move illegal,
// which rule was broken, what is wrong with a sensor. A code without a text was written by
// a person; only its underscores become spaces.
func (t *Texts) Reason(code string) string {
	if key := "reason." + reasonKey.Replace(code); t.Has(key) {
		return t.T(key)
	}
	return strings.ReplaceAll(code, "_", " ")
}

// reasonKey turns the code of a reason into its key: some codes of events are phrases, for historical reasons.
var reasonKey = strings.NewReplacer(" ", "_", "-", "_", ",", "", ":", "")

// SAN returns moves in SAN, or the letter of a piece, with the letters of the language.
func (t *Texts) SAN(san string) string {
	if t.Language == rules.English {
		return san
	}
	var pairs []string
	for kind := rules.Knight; kind <= rules.King; kind++ {
		pairs = append(pairs, rules.English.Letter(kind), t.Language.Letter(kind))
	}
	return strings.NewReplacer(pairs...).Replace(san)
}

// Claim says in words what a player claims.
func (t *Texts) Claim(code string) string {
	if key := "claim." + strings.ReplaceAll(code, " ", "-"); t.Has(key) {
		return t.T(key)
	}
	return t.Reason(code)
}
