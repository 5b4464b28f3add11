package sheets

import (
	"fmt"

	"touchmove/internal/words"
	"touchmove/rules"
)

func wordsOf(l rules.Language) (*words.Texts, error) {
	w, ok := words.In(l)
	if !ok {
		return nil, fmt.Errorf("there are no sheets in %v: choose %s", l, words.Names())
	}
	return w, nil
}
