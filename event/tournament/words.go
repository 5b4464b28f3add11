package tournament

import (
	"fmt"

	"touchmove/internal/words"
	"touchmove/rules"
)

func wordsOf(l rules.Language) (*words.Texts, error) {
	w, ok := words.In(l)
	if !ok {
		return nil, fmt.Errorf("there are no reports in %v: choose %s", l, words.Names())
	}
	return w, nil
}

// named puts the words of a command into the language; texts written by people stay as they
// are.
func named(w *words.Texts, text string) string {
	if key := "value." + text; w.Has(key) {
		return w.T(key)
	}
	return text
}
