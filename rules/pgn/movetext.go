package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"touchmove/rules"
)

// maxNesting is how deep variations may be nested.
const maxNesting = 200

// The limits of one game. The longest game that the Laws allow has 17,697 half-moves, each with its
// number and a clock; a longer text can only be an attempt to exhaust the reader's memory.
const (
	maxTokens = 200_000 // moves, numbers, comments, glyphs and brackets, those of variations included
	maxText   = maxLine // bytes
	maxTags   = 1_000
)

// movetext reads the moves of one game.
type movetext struct {
	r      *Reader
	g      *Game
	open   []variation // the main line and the variations being read, innermost last
	tokens int         // read so far
	ended  bool
}

// A variation is a line being read.
type variation struct {
	line    Line
	before  rules.Position // where the last move was made, which a variation would replace
	after   rules.Position
	pending []string // comments for the next move
}

func (m *movetext) read() error {
	r := m.r
	m.open = []variation{{line: r.plies[:0], after: m.g.Start}}
	var err error
	for err == nil && !m.ended {
		r.skipBlank()
		if r.col >= len(r.line) {
			if !r.nextLine() {
				break
			}
			if len(r.line) > 0 && r.line[0] == '[' && beginsTag(r.line) {
				break // the next game begins; this one has no result
			}
			continue
		}
		err = m.token()
	}
	if err == nil && len(m.open) > 1 && r.err != nil && r.err != io.EOF {
		return nil
	}
	if err == nil && len(m.open) > 1 {
		err = m.fail("%d variations are not closed at the end of the game", len(m.open)-1)
	}
	for len(m.open) > 1 {
		m.closeVariation()
	}
	main := &m.open[0]
	m.settle(main)
	r.plies = main.line
	if len(main.line) > 0 {
		m.g.Moves = slices.Clone(main.line)
	}
	clear(main.line)
	return err
}

func (m *movetext) fail(format string, args ...any) error {
	return m.r.errorAt(len(m.open[0].line)+1, fmt.Errorf(format, args...))
}

// token reads what begins at the current character, which is not blank.
func (m *movetext) token() error {
	r := m.r
	if m.tokens++; m.tokens > maxTokens || r.text.size > maxText {
		return m.fail("the game has more than %d moves, comments and brackets, or %d bytes", maxTokens, maxText)
	}
	rest := r.line[r.col:]
	v := &m.open[len(m.open)-1]
	switch c := rest[0]; c {
	case '{':
		return m.braces()
	case ';':
		m.comment(rest[1:])
		r.col = len(r.line)
		return nil
	case '(':
		if strings.HasPrefix(rest, rules.DrawOffer) {
			r.col += len(rules.DrawOffer)
			m.comment(rules.DrawOffer)
			return nil
		}
		if len(v.line) == 0 {
			return m.fail("a variation stands before any move it could replace")
		}
		if len(m.open) > maxNesting {
			return m.fail("variations are nested more than %d deep", maxNesting)
		}
		r.col++
		m.settle(v)
		m.open = append(m.open, variation{after: v.before})
		return nil
	case ')':
		if len(m.open) == 1 {
			return m.fail("a variation is closed that was never opened")
		}
		r.col++
		m.closeVariation()
		return nil
	case '$':
		digits := leadingDigits(rest[1:])
		n, err := strconv.ParseUint(digits, 10, 8)
		if err != nil || len(v.line) == 0 {
			return m.fail("$ is followed by a number from 0 to 255 and stands behind a move")
		}
		r.col += 1 + len(digits)
		m.judge(NAG(n))
		return nil
	case '<':
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return m.fail("< is reserved and not closed by >")
		}
		r.col += end + 1
		return nil
	case '.':
		r.col++
		return nil
	case '*':
		r.col++
		return m.result(rules.Ongoing)
	}
	return m.word(wordOf(rest, r.Language))
}

func (m *movetext) judge(nag NAG) {
	v := &m.open[len(m.open)-1]
	ply := &v.line[len(v.line)-1]
	ply.NAGs = append(ply.NAGs, nag)
}

// braces reads a comment in braces; a line end in it is read as a space.
func (m *movetext) braces() error {
	r := m.r
	line, col, number := r.line, r.col, r.text.number
	r.col++
	if end := strings.IndexByte(r.line[r.col:], '}'); end >= 0 {
		text := r.line[r.col : r.col+end]
		r.col += end + 1
		m.comment(text)
		return nil
	}
	var text strings.Builder
	for text.Len() <= maxText {
		text.WriteString(r.line[r.col:])
		text.WriteByte(' ')
		if !r.nextLine() {
			break
		}
		if end := strings.IndexByte(r.line, '}'); end >= 0 {
			text.WriteString(r.line[:end])
			r.col = end + 1
			m.comment(text.String())
			return nil
		}
	}
	e := &Error{Game: r.game, Ply: len(m.open[0].line) + 1, Line: number, Column: utf8.RuneCountInString(line[:col]) + 1,
		Err: errors.New("the comment that begins here is not closed")}
	return e
}

// comment attaches a comment to the last move or, if there is none or variations have come between,
// to the next one.
func (m *movetext) comment(text string) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r", " ")) // the line ends of old Macs
	if text == "" {
		return
	}
	v := &m.open[len(m.open)-1]
	if n := len(v.line); n > 0 && len(v.line[n-1].Variations) == 0 {
		v.line[n-1].Comments = append(v.line[n-1].Comments, text)
		return
	}
	v.pending = append(v.pending, text)
}

// settle attaches the comments that still wait for a move: to the last move of the line, or to a
// game without moves.
func (m *movetext) settle(v *variation) {
	if n := len(v.line); n > 0 {
		v.line[n-1].Comments = append(v.line[n-1].Comments, v.pending...)
	} else if v == &m.open[0] {
		m.g.Comments = v.pending
	}
	v.pending = nil
}

func (m *movetext) closeVariation() {
	last := len(m.open) - 1
	pending := m.open[last].pending
	m.settle(&m.open[last])
	line := m.open[last].line
	m.open = m.open[:last]
	if len(line) > 0 {
		parent := &m.open[last-1]
		ply := &parent.line[len(parent.line)-1]
		ply.Variations = append(ply.Variations, line)
		return
	}
	for _, c := range pending {
		m.comment(c)
	}
}

// result ends the game. Some programs write one within a variation too; it is ignored there.
func (m *movetext) result(result rules.Result) error {
	if len(m.open) > 1 {
		return nil
	}
	m.ended = true
	if result != rules.Ongoing {
		m.g.Result = result
	} else if m.g.Result.InPGN() {
		m.g.Result = rules.Ongoing
	}
	return nil
}
