package pgn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"touchmove/rules"
)

// An Error tells where in a PGN a game is broken, and why.
type Error struct {
	Game   int   // number of the game in the text, from 1
	Ply    int   // half-move of the main line reached, counted from the start position's first, from 1; 0 in the tags
	Line   int   // from 1
	Column int   // character of the line, from 1
	Err    error // a *MoveError, a *SetupError or a plain sentence
}

// Error names game, half-move, line and column.
func (e *Error) Error() string {
	if e.Ply == 0 {
		return fmt.Sprintf("game %d, line %d, column %d: %v", e.Game, e.Line, e.Column, e.Err)
	}
	dots := ""
	if e.Ply%2 == 0 {
		dots = "..."
	}
	return fmt.Sprintf("game %d, move %d%s, line %d, column %d: %v", e.Game, (e.Ply+1)/2, dots, e.Line, e.Column, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads the games of a PGN one after the other, holding only one in memory. It accepts the
// import format: any layout, any form of move ParseSAN knows, missing results, escape lines, the
// usual encodings. A broken game does not affect the others. A game that is longer than any can be,
// in moves, tags or text, is broken where it becomes too long.
type Reader struct {
	// Language is that of the pieces' letters, English if not set. Figurines are understood in
	// every language.
	Language rules.Language

	text  textReader
	line  string
	col   int // byte of line to look at next
	game  int
	err   error // of the underlying reader, or io.EOF
	plies []Ply // room for a main line, reused

	fenLine, fenColumn int // where the FEN tag of this game is
}

// NewReader reads games from r. Nothing is read before the first Next.
func NewReader(r io.Reader) *Reader {
	return &Reader{text: textReader{r: bufio.NewReaderSize(r, 64<<10)}}
}

// Encoding is the encoding found so far. A single line that is not valid UTF-8 makes it Latin1.
func (r *Reader) Encoding() Encoding { return r.text.encoding }

// All iterates over the remaining games, broken ones with a *Error and what was read of them. It
// ends after the last game, or with a nil game and the error if reading itself fails.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if err == io.EOF || !yield(g, err) || g == nil {
				return
			}
		}
	}
}

// Next reads a game. For a broken one it returns a *Error together with the game up to where it
// breaks; the next call continues with the game after it. After the last game it returns io.EOF;
// any other error with a nil game comes from the underlying reader and is final.
func (r *Reader) Next() (*Game, error) {
	if !r.skipToGame() {
		return nil, r.err
	}
	r.game++
	r.text.size = len(r.line)
	g := &Game{}
	if err := r.readTags(g); err != nil {
		r.skipRest(true)
		return g, err
	}
	if err := r.setStart(g); err != nil {
		r.skipRest(false)
		return g, err
	}
	m := movetext{r: r, g: g}
	err := m.read()
	if r.err != nil && r.err != io.EOF {
		return nil, r.err
	}
	if err != nil {
		r.skipRest(false)
		return g, err
	}
	return g, nil
}

// errMore is the error about a text with more than the one game that it must have.
var errMore = errors.New("more than one game")

// Single parses a text that has exactly one game. Besides the errors of Next, io.EOF among them, one
// says that there are more.
func Single(text string) (*Game, error) {
	r := NewReader(strings.NewReader(text))
	g, err := r.Next()
	if err != nil {
		return nil, err
	}
	if _, err := r.Next(); err != io.EOF {
		return nil, errMore
	}
	return g, nil
}

// nextLine moves to the next line that is not an escape line; false at the end or when reading
// fails.
func (r *Reader) nextLine() bool {
	for r.err == nil {
		r.line, r.err = r.text.line()
		r.col = 0
		if r.err == nil && !strings.HasPrefix(r.line, "%") {
			return true
		}
	}
	r.line, r.col = "", 0
	return false
}

// skipToGame moves to the first character that belongs to a game.
func (r *Reader) skipToGame() bool {
	for {
		r.skipBlank()
		if r.col < len(r.line) {
			return true
		}
		if !r.nextLine() {
			return false
		}
	}
}

func (r *Reader) skipBlank() {
	for r.col < len(r.line) && isBlank(r.line[r.col]) {
		r.col++
	}
}

// skipRest skips the rest of a broken game, up to the next line that begins like a tag. Within the
// tags it first skips those that remain.
func (r *Reader) skipRest(inTags bool) {
	if !inTags && r.col == 0 && beginsTag(r.line) {
		return
	}
	for r.nextLine() {
		isTag := beginsTag(r.line)
		if isTag && !inTags {
			return
		}
		if !isTag && strings.TrimSpace(r.line) != "" {
			inTags = false
		}
	}
}

// beginsTag reports whether a line begins with [Name "; that never happens in moves and rarely in
// comments.
func beginsTag(line string) bool {
	s, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "[")
	if !ok {
		return false
	}
	s = strings.TrimLeft(s, " \t")
	name := tagName(s)
	return name != "" && strings.HasPrefix(strings.TrimLeft(s[len(name):], " \t"), `"`)
}

func tagName(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isWord(c) && c < 0x80 && c != '-' && c != '+' && c != '#' && c != '=' && c != ':' {
			return s[:i]
		}
	}
	return s
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func (r *Reader) errorAt(ply int, err error) *Error {
	return &Error{Game: r.game, Ply: ply, Line: r.text.number, Column: r.column(), Err: err}
}

func (r *Reader) column() int { return utf8.RuneCountInString(r.line[:min(r.col, len(r.line))]) + 1 }

// readTags reads the tag section.
func (r *Reader) readTags(g *Game) error {
	g.Start = startPosition
	r.fenLine, r.fenColumn = 0, 0
	for {
		r.skipBlank()
		if r.col >= len(r.line) || r.line[r.col] == ';' {
			if !r.nextLine() {
				break
			}
			continue
		}
		if r.line[r.col] != '[' {
			break
		}
		column := r.column()
		tag, err := r.readTag()
		if err != nil {
			return err
		}
		if len(g.Tags) == maxTags {
			return r.errorAt(0, fmt.Errorf("the game has more than %d tags", maxTags))
		}
		if tag.Name == "FEN" {
			r.fenLine, r.fenColumn = r.text.number, column
		}
		g.Tags = append(g.Tags, tag)
	}
	if result, err := rules.ParseResult(g.Tags.Get("Result")); err == nil {
		g.Result = result
	}
	return nil
}

// setStart sets up the start position that the tags name.
func (r *Reader) setStart(g *Game) error {
	variant, fen := g.Tags.Get("Variant"), g.Tags.Get("FEN")
	if fen == "" && variant == "" {
		return nil
	}
	start, err := startOf(variant, fen)
	if err != nil {
		e := r.errorAt(0, err)
		if r.fenLine > 0 {
			e.Line, e.Column = r.fenLine, r.fenColumn
		}
		return e
	}
	g.Start = start
	return nil
}

var startPosition = rules.StartPosition()

// startOf returns the position named by the tags Variant and FEN. Castling rights that exist only
// in Chess960 make it Chess960 whatever the variant says, since many databases omit that tag.
func startOf(variant, fen string) (rules.Position, error) {
	v := rules.Standard
	switch name := strings.ToLower(variant); {
	case strings.Contains(name, "960"), strings.Contains(name, "fischer"), strings.Contains(name, "freestyle"):
		v = rules.Chess960
	case name == "", name == "standard", name == "chess", name == "normal", name == "from position":
	default:
		return rules.Position{}, fmt.Errorf("the variant %q is not known: want Standard or Chess960", variant)
	}
	if fen == "" {
		fen = rules.StartFEN
	}
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	p, err := rules.NewPosition(s, v)
	var refused *rules.SetupError
	if v == rules.Standard && errors.As(err, &refused) && refused.Reason == rules.NotStandardCastling {
		return rules.NewPosition(s, rules.Chess960)
	}
	return p, err
}

// readTag reads [Name "value"].
func (r *Reader) readTag() (Tag, error) {
	r.col++
	r.skipBlank()
	name := tagName(r.line[r.col:])
	if name == "" {
		return Tag{}, r.errorAt(0, errors.New(`a tag begins with its name, as in [Event "..."]`))
	}
	r.col += len(name)
	r.skipBlank()
	if r.col >= len(r.line) || r.line[r.col] != '"' {
		return Tag{}, r.errorAt(0, fmt.Errorf("the value of the tag %s must stand in quotation marks", name))
	}
	r.col++
	var value strings.Builder
	start := r.col
	for ; ; r.col++ {
		if r.col >= len(r.line) {
			return Tag{}, r.errorAt(0, fmt.Errorf("the value of the tag %s has no closing quotation mark", name))
		}
		c := r.line[r.col]
		if c == '"' {
			break
		}
		if c == '\\' && r.col+1 < len(r.line) && (r.line[r.col+1] == '"' || r.line[r.col+1] == '\\') {
			value.WriteString(r.line[start:r.col])
			r.col++
			start = r.col
		}
	}
	value.WriteString(r.line[start:r.col])
	r.col++
	r.skipBlank()
	if r.col >= len(r.line) || r.line[r.col] != ']' {
		return Tag{}, r.errorAt(0, fmt.Errorf("the tag %s has no closing bracket", name))
	}
	r.col++
	return Tag{name, value.String()}, nil
}
