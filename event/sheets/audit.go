package sheets

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"touchmove/internal/hms"
	"touchmove/internal/plaintext"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// PrivateNotes says what a log shows of notes that are for arbiters alone.
type PrivateNotes bool

// What a log shows of private notes.
const (
	Withheld PrivateNotes = false
	Shown    PrivateNotes = true
)

// Audit writes the log of what was done at a board, one line per action: when, by whom,
// what, by which article, and what it changed. Each line ends with a hash of itself and all
// lines before it, so that a later change to a line shows in every line after it. clock tells
// the moment of a record time; if it is nil, times are relative to the beginning. Of private notes only
// the number and the time are written, unless they are to be shown.
func Audit(actions []reconcile.Action, l rules.Laws, clock func(time.Duration) time.Time, private PrivateNotes) string {
	var b strings.Builder
	sum := sha256.Sum256(nil)
	for _, a := range actions {
		text := auditLine(a, l, clock, private)
		sum = sha256.Sum256(append(sum[:], text...))
		fmt.Fprintf(&b, "%s #%s\n", text, hex.EncodeToString(sum[:8]))
	}
	return b.String()
}

// longestLine is how many bytes a line of a log may have: more than any command.
const longestLine = 1 << 20

// Verify checks a log written by Audit. The error names the first line that was changed, or
// that does not follow the one before.
func Verify(log io.Reader) error {
	sum := sha256.Sum256(nil)
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, longestLine)
	lines.Split(atNewlines)
	n := 1
	for ; lines.Scan(); n++ {
		text := lines.Text()
		if text == "" {
			continue
		}
		at := strings.LastIndex(text, " #")
		if at < 0 {
			return fmt.Errorf("line %d has no hash: %.200s", n, text)
		}
		sum = sha256.Sum256(append(sum[:], text[:at]...))
		if hex.EncodeToString(sum[:8]) != text[at+2:] {
			return fmt.Errorf("line %d, or one before it, is not what was written: %.200s", n, text)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d has more than %d bytes: this is no log of actions", n, longestLine)
	} else if err != nil {
		return err
	}
	return nil
}

// atNewlines splits at \n alone, and leaves a \r at the end of a line, which Audit never wrote.
func atNewlines(data []byte, atEnd bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEnd && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

func auditLine(a reconcile.Action, l rules.Laws, clock func(time.Duration) time.Time, private PrivateNotes) string {
	var b strings.Builder
	when := fmt.Sprintf("+%s.%03d", hms.Full(a.At), a.At%time.Second/time.Millisecond)
	if clock != nil {
		when = clock(a.At).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	fmt.Fprintf(&b, "%d. %s game %d", a.Number, when, a.Game)
	var secret bool
	if _, err := a.Command.Extra.Get("private", &secret); err != nil {
		secret = true
	}
	if a.Command.Do == trace.DoNote && secret && private == Withheld {
		b.WriteString(" a private note")
		return b.String()
	}
	c := a.Command
	by := c.By
	if by == "" {
		by = "–"
	}
	if who := sender(c); who != "" {
		by += " (" + who + ")"
	}
	fmt.Fprintf(&b, " %s: %s", by, c.Do)
	for _, word := range []string{c.What, c.Piece, c.Square, c.To, c.UCI, c.Result, c.FEN} {
		if word != "" {
			b.WriteString(" " + word)
		}
	}
	if c.Ply > 0 {
		fmt.Fprintf(&b, " ply %d", c.Ply)
	}
	if c.Plies > 0 {
		fmt.Fprintf(&b, " %d plies", c.Plies)
	}
	switch {
	case c.Do == trace.DoSeal: // never write a sealed move; old records may have it in plain text
		var commitment string
		if _, err := c.Extra.Get("commitment", &commitment); err == nil && commitment != "" {
			b.WriteString(" check " + commitment)
		}
	case c.Extra != "":
		b.WriteString(" " + string(c.Extra))
	}
	if c.Why != "" {
		fmt.Fprintf(&b, " (%s)", c.Why)
	}
	if _, is, ok := c.Case(); ok {
		if article := is.Article(l); article != "" {
			fmt.Fprintf(&b, " [%v %s]", l, article)
		}
	}
	if change := changes(a.Before, a.After); change != "" {
		b.WriteString("; " + change)
	}
	if a.Undoes > 0 {
		fmt.Fprintf(&b, "; undoes %d", a.Undoes)
	}
	return oneLine(b.String())
}

// oneLine replaces the characters that would break a line or that terminals obey, before the
// line is hashed: a terminal and a file have the same log.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return ' '
		case plaintext.Unfit(r):
			return '?'
		}
		return r
	}, text)
}

// changes describes what an action changed.
func changes(was, is reconcile.Situation) string {
	var list []string
	change := func(name string, a, b any) {
		if a != b {
			list = append(list, fmt.Sprintf("%s %v to %v", name, a, b))
		}
	}
	change("half-moves", was.Ply, is.Ply)
	if was.Ply == is.Ply {
		change("position", was.FEN, is.FEN)
	}
	change("result", was.Result, is.Result)
	for _, by := range []rules.Color{rules.White, rules.Black} {
		change(by.String()+"'s illegal moves", was.Illegal[by], is.Illegal[by])
		if was.Timed && is.Timed {
			change(by.String()+"'s time", tenths(was.Times.Left[by]), tenths(is.Times.Left[by]))
			change(by.String()+"'s moves", was.Times.Moves[by], is.Times.Moves[by])
		}
	}
	if is.Timed {
		change("clock", was.Times.Phase.String()+" "+was.Times.Running(), is.Times.Phase.String()+" "+is.Times.Running())
	}
	return strings.Join(list, ", ")
}

func tenths(d time.Duration) string {
	return fmt.Sprintf("%s.%d", hms.Full(d), d%time.Second/(100*time.Millisecond))
}

// sender describes who gave a command, and in which role, if the connection showed one.
func sender(c trace.Command) string {
	var who, role string
	if _, err := c.Extra.Get("who", &who); err != nil || who == "" {
		return ""
	}
	if _, err := c.Extra.Get("role", &role); err != nil || role == "" {
		return who
	}
	return who + ", " + role
}
