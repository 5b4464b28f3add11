package pgn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"touchmove/rules"
)

// roster is the seven tags that begin every game in export format, with their values when nothing
// is known (PGN standard 1994, section 8.1.1).
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// exportWidth is the maximum length of a line in export format: less than 80 characters (section
// 4.3).
const exportWidth = 79

// A Writer writes games in PGN's export format: the seven tags of the roster, the others by name,
// moves in English SAN on lines of less than 80 characters, and an empty line after each game. The
// same game always gives the same bytes, in UTF-8.
//
// What the format cannot express is written so that it reads back as close as possible: a comment
// with a closing brace becomes one to the end of a line, line ends become spaces, and a double loss
// appears only in the tag Result.
type Writer struct {
	// Notation is how moves are written. Only its zero value makes the export format; other
	// programs may not read other notations, but a Reader with the same Language does.
	Notation rules.Notation

	w    io.Writer
	buf  []byte
	col  int    // characters on the current line
	glue string // what to put in front of the next word, without a space
}

// NewWriter writes games to w, each with one call of its Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes one game. Its moves must be legal. The tag Result is written from g.Result and the
// tags FEN, SetUp and Variant from g.Start, whatever g.Tags says about them.
func (w *Writer) Write(g *Game) error {
	w.buf, w.col, w.glue = w.buf[:0], 0, ""
	if err := w.tags(g); err != nil {
		return err
	}
	w.buf = append(w.buf, '\n')
	for _, c := range g.Comments {
		w.comment(c)
	}
	w.line(g.Moves, g.Start)
	result := g.Result
	if !result.InPGN() {
		result = rules.Ongoing
	}
	w.word(result.String())
	w.buf = append(w.buf, "\n\n"...)
	_, err := w.w.Write(w.buf)
	return err
}

func (w *Writer) tags(g *Game) error {
	tags := slices.Clone(g.Tags)
	for _, t := range tags {
		if t.Name == "" || tagName(t.Name) != t.Name {
			return fmt.Errorf("%q cannot be the name of a tag: want letters, digits and _", t.Name)
		}
	}
	tags.Set("Result", g.Result.String())
	standard := g.Start == startPosition
	if g.Start.Variant() == rules.Chess960 {
		tags.Set("Variant", "Chess960")
	}
	if standard {
		tags.Delete("SetUp")
		tags.Delete("FEN")
	} else {
		tags.Set("SetUp", "1")
		tags.Set("FEN", g.Start.FEN())
	}
	for _, t := range roster {
		if value := tags.Get(t.Name); value != "" {
			t.Value = value
		}
		w.tag(t)
		tags.Delete(t.Name)
	}
	slices.SortStableFunc(tags, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range tags {
		w.tag(t)
	}
	return nil
}

func (w *Writer) tag(t Tag) {
	w.buf = append(w.buf, '[')
	w.buf = append(w.buf, t.Name...)
	w.buf = append(w.buf, ` "`...)
	for _, c := range t.Value {
		switch {
		case c == '"' || c == '\\':
			w.buf = append(w.buf, '\\', byte(c))
		case isObeyed(c):
			w.buf = append(w.buf, ' ')
		default:
			w.buf = utf8.AppendRune(w.buf, c)
		}
	}
	w.buf = append(w.buf, "\"]\n"...)
}

// isObeyed reports whether a program that shows the character acts on it: a control character, or
// one that changes the direction of the text around it (Unicode Standard Annex 9, 2) or ends a line
// or paragraph.
func isObeyed(c rune) bool {
	return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == 0x2028 || c == 0x2029
}

// line writes moves and everything that belongs to them. A move number stands before White's moves,
// and before Black's if something has come between.
func (w *Writer) line(moves Line, p rules.Position) {
	numbered := false
	for i := range moves {
		ply := &moves[i]
		for _, c := range ply.Before {
			w.comment(c)
			numbered = false
		}
		if p.Turn() == rules.White || !numbered {
			number := strconv.Itoa(p.FullmoveNumber()) + "."
			if p.Turn() == rules.Black {
				number += ".."
			}
			w.word(number)
		}
		numbered = true
		next := p.Pass()
		if ply.Move == rules.NoMove {
			w.word("--")
		} else {
			w.word(p.Notate(ply.Move, w.Notation))
			next = p.After(ply.Move)
		}
		for _, nag := range ply.NAGs {
			w.word("$" + strconv.Itoa(int(nag)))
		}
		for _, c := range ply.Comments {
			w.comment(c)
			numbered = false
		}
		for _, v := range ply.Variations {
			w.glue += "("
			w.line(v, p)
			w.closing(")")
			numbered = false
		}
		p = next
	}
}

// comment writes {text} and breaks it at its spaces, but not within a command such as [%clk 1:22:24]: many
// programs find a command only with a space behind its name.
func (w *Writer) comment(text string) {
	text = strings.TrimSpace(strings.Map(func(c rune) rune {
		if isObeyed(c) {
			return ' '
		}
		return c
	}, strings.ReplaceAll(text, "\r\n", " ")))
	if text == "" {
		return
	}
	if strings.ContainsRune(text, '}') {
		if w.glue != "" {
			w.word("")
		}
		w.newline()
		w.buf = append(w.buf, ';')
		w.buf = append(w.buf, text...)
		w.buf = append(w.buf, '\n')
		w.col = 0
		return
	}
	// A line must not begin with the sign of an escape, and a line break can stand for only one of
	// two consecutive spaces. In both cases the words stay together.
	words := strings.Split("{"+text+"}", " ")
	for i := 0; i < len(words); {
		word := words[i]
		for i++; i < len(words) && (words[i] == "" || words[i][0] == '%' || words[i-1] == "" || inCommand(w.glue+word, words[i])); i++ {
			word += " " + words[i]
		}
		w.word(word)
	}
}

// inCommand reports whether the command that ends a word goes on with the next, and the two fit on a line.
func inCommand(word, next string) bool {
	command := strings.LastIndex(word, "[%")
	return command >= 0 && !strings.Contains(word[command:], "]") && utf8.RuneCountInString(word)+1+utf8.RuneCountInString(next) <= exportWidth
}

// word writes a word after a space, or on a new line if it does not fit.
func (w *Writer) word(word string) {
	word, w.glue = w.glue+word, ""
	n := utf8.RuneCountInString(word)
	switch {
	case w.col == 0:
	case w.col+1+n > exportWidth:
		w.newline()
	default:
		w.buf = append(w.buf, ' ')
		w.col++
	}
	w.buf = append(w.buf, word...)
	w.col += n
}

// closing writes a closing parenthesis right behind what it closes, or on a new line if it does not fit.
func (w *Writer) closing(s string) {
	if w.col+len(s) > exportWidth {
		w.newline()
	}
	w.buf = append(w.buf, w.glue...)
	w.buf = append(w.buf, s...)
	w.col += len(w.glue) + len(s)
	w.glue = ""
}

func (w *Writer) newline() {
	if w.col > 0 {
		w.buf = append(w.buf, '\n')
	}
	w.col = 0
}
