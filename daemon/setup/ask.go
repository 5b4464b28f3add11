package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"touchmove/internal/terminal"
	"unicode/utf8"
)

// ErrStopped ends a setup that is not completed: the input ended, the user stopped it, or its
// context ended. Nothing has been written then.
var ErrStopped = errors.New("stopped: nothing was written")

// ErrThere ends a setup that finds a configuration and leaves it as it is.
var ErrThere = errors.New("the configuration that is there stays as it is")

// Style says how texts are painted. A nil function paints nothing.
type Style struct {
	OK, Warn, Bad, Info, Dim, Bold func(string) string

	ASCII bool // no characters beyond ASCII
	Clear bool // every page begins on an empty screen, as on a terminal
	Echo  bool // answers are printed too, as a terminal does with what is typed
}

// asker writes pages and reads answers, one per line. It reads no byte beyond the line that it
// waits for, so that the next reader gets the rest of the input.
type asker struct {
	in      io.Reader
	out     io.Writer
	style   Style
	yes     bool // asks nobody: every question gets its default
	pending chan answered
	failed  error // of the last write
}

// answered is a line that was read.
type answered struct {
	text string
	err  error
}

// longest is the maximum length of an answer in bytes.
const longest = 1 << 10

func (a *asker) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if a.style.ASCII {
		text = strings.NewReplacer("●", "o", "▲", "!", "✖", "X", "“", `"`, "”", `"`, "’", "'", "×", "x", "→", "->").Replace(text)
	}
	if _, err := io.WriteString(a.out, text); err != nil {
		a.failed = err
	}
}

// page begins a page: its title, and how long the rest takes.
func (a *asker) page(title, left string) {
	if a.style.Clear {
		a.printf("\x1b[2J\x1b[H")
	} else {
		a.printf("\n")
	}
	const width = 80
	head := " touchmove setup  " + title
	gap := strings.Repeat(" ", max(2, width-utf8.RuneCountInString(head)-utf8.RuneCountInString(left)-1))
	if left == "" {
		gap = ""
	}
	a.printf("%s%s%s\n\n", paint(a.style.Bold, head), gap, paint(a.style.Dim, left))
}

// say writes a paragraph, indented by two columns and at most 78 wide.
func (a *asker) say(text string) {
	for _, line := range terminal.Wrap(text, 76) {
		a.printf("  %s\n", line)
	}
}

// keys lists below a page what can be typed: pairs of a key and its effect.
func (a *asker) keys(pairs ...string) {
	if a.yes {
		return
	}
	var words []string
	for i := 0; i+1 < len(pairs); i += 2 {
		words = append(words, paint(a.style.Bold, pairs[i])+" "+pairs[i+1])
	}
	a.printf("\n %s\n", strings.Join(words, "   "))
}

func paint(with func(string) string, text string) string {
	if with == nil {
		return text
	}
	return with(text)
}

// line reads an answer. looked is true if again came first; what is being typed is kept for the
// next call.
func (a *asker) line(ctx context.Context, again <-chan time.Time) (text string, looked bool, err error) {
	if a.failed != nil {
		return "", false, a.failed
	}
	if a.pending == nil {
		a.pending = make(chan answered, 1)
		go func(to chan<- answered) { to <- readLine(a.in) }(a.pending)
	}
	select {
	case <-ctx.Done():
		a.printf("\n")
		return "", false, ErrStopped
	case <-again:
		return "", true, nil
	case got := <-a.pending:
		a.pending = nil
		if got.err != nil {
			a.printf("\n")
			return "", false, ErrStopped
		}
		text = strings.TrimSpace(got.text)
		if a.style.Echo {
			a.printf("%s\n", text)
		}
		return text, false, nil
	}
}

// readLine reads up to the end of a line, byte by byte.
func readLine(in io.Reader) answered {
	var text []byte
	for one := make([]byte, 1); ; {
		n, err := in.Read(one)
		switch {
		case n > 0 && one[0] == '\n':
			return answered{text: string(text)}
		case n > 0 && len(text) < longest:
			text = append(text, one[0])
		}
		if err != nil && len(text) > 0 && errors.Is(err, io.EOF) {
			return answered{text: string(text)}
		}
		if err != nil {
			return answered{err: err}
		}
	}
}

// text asks until takes accepts the answer. Enter accepts the usual one, in brackets; with
// known, that one is taken without asking. The question is repeated after "?", which shows the
// help, and after an unacceptable answer, which is explained.
func (a *asker) text(ctx context.Context, question, usual, help string, known bool, takes func(string) error) (string, error) {
	known = known || a.yes
	for {
		a.printf("  %-44s [%s] ", question, usual)
		given := usual
		if known {
			a.printf("%s\n", usual)
		} else {
			word, _, err := a.line(ctx, nil)
			if err != nil {
				return "", err
			}
			if word == "q" || word == "quit" {
				return "", ErrStopped
			}
			if word == "?" {
				for _, line := range terminal.Wrap(help, 74) {
					a.printf("    %s\n", line)
				}
				continue
			}
			if word != "" {
				given = word
			}
		}
		err := takes(given)
		if err == nil {
			return given, nil
		}
		for _, line := range terminal.Wrap(err.Error(), 74) {
			a.printf("    %s\n", paint(a.style.Warn, line))
		}
		if known {
			return "", fmt.Errorf("%s: %w", given, err)
		}
	}
}

// yesNo is a question with the answers yes and no.
type yesNo struct {
	ask, help string
	usual     bool // what only Enter means
	known     bool // usual is the answer: it was given before
}

// agreed asks a question with the answers yes and no.
func (a *asker) agreed(ctx context.Context, q yesNo) (bool, error) {
	word := map[bool]string{true: "yes", false: "no"}
	given, err := a.text(ctx, q.ask, word[q.usual], q.help, q.known, func(s string) error {
		if _, ok := truth(s); !ok {
			return fmt.Errorf("%q is neither yes nor no: type one of them, or only Enter for %s", s, word[q.usual])
		}
		return nil
	})
	yes, _ := truth(given)
	return yes, err
}

// truth reads yes and no, in the program's four languages.
func truth(s string) (yes, ok bool) {
	switch strings.ToLower(s) {
	case "y", "yes", "j", "ja", "s", "si", "sí", "sim":
		return true, true
	case "n", "no", "nein", "não", "nao":
		return false, true
	}
	return false, false
}

// key asks for one of the letters or numbers that a page offers; "" is Enter. looked is true if
// again came first.
func (a *asker) key(ctx context.Context, help string, again <-chan time.Time, allowed ...string) (key string, looked bool, err error) {
	if a.yes {
		return "", false, nil
	}
	for {
		if a.pending == nil {
			a.printf(" > ")
		}
		word, looked, err := a.line(ctx, again)
		if err != nil || looked {
			return "", looked, err
		}
		word = strings.ToLower(word)
		switch {
		case word == "q" || word == "quit":
			return "", false, ErrStopped
		case word == "?":
			a.printf("\n")
			a.say(help)
			continue
		}
		for _, k := range allowed {
			if word == k {
				return k, false, nil
			}
		}
		a.printf("  %s\n", paint(a.style.Warn, fmt.Sprintf("%q is nothing to choose here: the keys are in the line above", word)))
	}
}
