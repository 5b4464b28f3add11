package strict

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"touchmove/internal/topic"
)

// Choice looks a word up in a list and returns its index. If it is not there, it reports a
// fault and returns -1.
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

// Number writes a number with as few digits as are needed to read it back.
func Number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// OrNothing returns the word, or a pair of quotes if it is empty.
func OrNothing(word string) string {
	if word == "" {
		return `""`
	}
	return word
}

// Index writes the index of a list's element as in paths: "[3]".
func Index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// Level checks that a word can be a level of a topic. example is suggested if the word has
// no letter or digit.
func (f *File) Level(path, key, level, example string) {
	if topic.IsLevel(level) {
		return
	}
	if strings.ContainsFunc(level, func(r rune) bool { return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }) {
		example = topic.Level(level)
	}
	f.Fault(path, fmt.Sprintf("%s: %q cannot be a topic level", key, level), "write 1 to 32 of the characters a to z, 0 to 9 and -, for example `"+example+"`")
}

// LikelySquare returns the square that was probably meant: each character is brought into
// its range.
func LikelySquare(word string) string {
	if len(word) != 2 {
		return "e4"
	}
	file, rank := word[0]|0x20, word[1]
	return string([]byte{min(max(file, 'a'), 'h'), min(max(rank, '1'), '8')})
}
