package pgn

import (
	"errors"
	"strings"

	"touchmove/rules"
)

// wordOf returns the text up to a blank or a character that is a token of its own. A promotion in
// parentheses, as in e8(Q), belongs to its move.
func wordOf(s string, l rules.Language) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\r', '\v', '\f', '{', '}', ')', '[', ']', ';', '$', '<', '>', '*':
			return s[:i]
		case '(':
			if i > 0 {
				if k, rest := l.CutLetter(s[i+1:]); k != rules.NoKind && strings.HasPrefix(rest, ")") {
					return s[:len(s)-len(rest)+1]
				}
			}
			return s[:i]
		}
	}
	return s
}

func leadingDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return s[:i]
		}
	}
	return s
}

// word reads a move number, a result, a move, or a mark that stands alone.
func (m *movetext) word(word string) error {
	r := m.r
	if word == "" {
		return m.fail("nothing is known to be meant by %q", r.line[r.col:r.col+1])
	}
	if result, ok := resultOf(word); ok {
		r.col += len(word)
		return m.result(result)
	}
	if digits := leadingDigits(word); digits != "" {
		if after := word[len(digits):]; after == "" || after[0] == '.' {
			r.col += len(digits) + len(after) - len(strings.TrimLeft(after, "."))
			return nil
		}
	}
	v := &m.open[len(m.open)-1]
	switch strings.TrimRight(word, "+#") {
	case "", "e.p.", "a.p.", "ep":
		if len(v.line) > 0 {
			r.col += len(word)
			return nil
		}
	}
	if word == "--" || word == "Z0" {
		if len(m.open) == 1 {
			return m.fail("a null move cannot stand in the game itself")
		}
		if v.after.InCheck() {
			return m.fail("a null move cannot answer a check")
		}
		r.col += len(word)
		m.push(v, rules.NoMove)
		return nil
	}
	if nag := judgement(word); nag != 0 && len(v.line) > 0 {
		r.col += len(word)
		m.judge(nag)
		return nil
	}
	return m.move(v, word)
}

// resultOf returns the result that a word is, and false if it is none.
func resultOf(word string) (rules.Result, bool) {
	switch word {
	case "1-0", "1–0":
		return rules.WhiteWins, true
	case "0-1", "0–1":
		return rules.BlackWins, true
	case "1/2-1/2", "1/2", "1/2–1/2", "½-½", "½–½", "½":
		return rules.Drawn, true
	}
	return rules.Ongoing, false
}

// move parses a move, with its judgement.
func (m *movetext) move(v *variation, word string) error {
	r := m.r
	text, marks := word, ""
	if i := strings.IndexAny(word, "!?‼⁇⁉⁈□±∓∞⩲⩱"); i > 0 {
		text, marks = word[:i], strings.TrimRight(word[i:], "+#")
	}
	move, err := v.after.ParseNotation(text, r.Language)
	if err != nil {
		var e *rules.MoveError
		if errors.As(err, &e) {
			e.Text = word
		}
		return r.errorAt(len(m.open[0].line)+1, err)
	}
	nag := judgement(marks)
	if marks != "" && nag == 0 {
		return m.fail("%q is not a judgement of a move: want !, ?, !!, ??, !? or ?!", marks)
	}
	r.col += len(word)
	m.push(v, move)
	if nag != 0 {
		m.judge(nag)
	}
	return nil
}

// judgement returns the glyph for a mark behind a move or standing alone, 0 for none. The signs
// other than ! and ? are those of printed analyses, with the numbers of the PGN standard, and N, a
// novelty, with its commonly used number.
func judgement(s string) NAG {
	switch s {
	case "":
		return 0
	case "!":
		return GoodMove
	case "?":
		return Mistake
	case "!!", "‼":
		return BrilliantMove
	case "??", "⁇":
		return Blunder
	case "!?", "⁉":
		return InterestingMove
	case "?!", "⁈":
		return DubiousMove
	case "□":
		return 7
	case "=":
		return 10
	case "∞":
		return 13
	case "+=", "+/=", "⩲":
		return 14
	case "=+", "=/+", "⩱":
		return 15
	case "+/-", "±":
		return 16
	case "-/+", "∓":
		return 17
	case "+-", "+–":
		return 18
	case "-+", "–+":
		return 19
	case "N":
		return 146
	}
	return 0
}

func (m *movetext) push(v *variation, move rules.Move) {
	v.line = append(v.line, Ply{Move: move, Before: v.pending})
	v.pending = nil
	v.before = v.after
	if move == rules.NoMove {
		v.after = v.after.Pass()
	} else {
		v.after = v.before.After(move)
	}
}
