package strict

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"touchmove/internal/topic"
)

// Choice checks a word against a list and gives its place in it, -1 and a fault
// if it is not there.
func (f *File) Choice(path, key, word string, known []string) int {
	for i, w := range known {
		if w == word {
			return i
		}
	}
	remedy := "write " + OneOf(known)
	if near := Nearest(word, known); near != "" {
		remedy = "did you mean `" + near + "`? " + remedy
	}
	what := fmt.Sprintf("%s: %q is not known", key, word)
	if word == "" {
		what = key + ": not written"
	}
	f.Fault(path, what, remedy)
	return -1
}

// OneOf writes a list as "a, b or c".
func OneOf(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Number writes a number as short as it can be read again.
func Number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// OrNothing is a word, or quotes where there is none to be seen.
func OrNothing(word string) string {
	if word == "" {
		return `""`
	}
	return word
}

// Index is the place of an element in a list, as paths have it: "[3]".
func Index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// Level checks that a word can be the level of a topic. example is one
// that can, to suggest instead of a word without a letter or digit.
func (f *File) Level(path, key, level, example string) {
	if topic.IsLevel(level) {
		return
	}
	if strings.ContainsFunc(level, func(r rune) bool { return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }) {
		example = topic.Level(level)
	}
	f.Fault(path, fmt.Sprintf("%s: %q cannot be a topic level", key, level), "write 1 to 32 of the characters a to z, 0 to 9 and -, for example `"+example+"`")
}

// LikelySquare is the square someone probably meant: the same with each character
// brought into its range.
func LikelySquare(word string) string {
	if len(word) != 2 {
		return "e4"
	}
	file, rank := word[0]|0x20, word[1]
	return string([]byte{min(max(file, 'a'), 'h'), min(max(rank, '1'), '8')})
}
