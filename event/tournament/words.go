package tournament

import "touchmove/internal/words"

// named puts the words of a command into the language; texts written by people stay as they
// are.
func named(w *words.Texts, text string) string {
	if key := "value." + text; w.Has(key) {
		return w.T(key)
	}
	return text
}
