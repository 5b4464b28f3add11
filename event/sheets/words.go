package sheets

import (
	"fmt"

	"touchmove/internal/words"
	"touchmove/rules"
)

// Languages are those that sheets are written in.
func Languages() (list []rules.Language) {
	for _, w := range words.All() {
		list = append(list, w.Language)
	}
	return list
}

func wordsOf(l rules.Language) (*words.Texts, error) {
	w, ok := words.In(l)
	if !ok {
		return nil, fmt.Errorf("sheets are not written in %v: choose %s", l, words.Names())
	}
	return w, nil
}
