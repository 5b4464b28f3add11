package guide

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Plain leads through a calibration in lines of text, for screen readers and scripts: each
// request and each result is on a line of its own. It reads the technician's answers from
// in, one word per line: an empty line continues; the words are "undo", "skip", "note",
// "end" and "quit", or their first letters. in may be nil. Plain returns false if the
// technician quit, or if in ended before the calibration did; then nothing is saved. An
// error is that of src, which ctx ends, or of out.
func Plain(ctx context.Context, src Source, g *Guide, hands *Hands, out io.Writer, in io.Reader) (done bool, err error) {
	words := lines(ctx, in)
	for !g.Done() {
		f, err := src.Next(ctx)
		if err != nil {
			return false, err
		}
		g.Feed(f)
		if hands != nil {
			hands.Act(f.At, g.Ask(), func(k Key) { g.Press(k) })
		}
		select {
		case word, more := <-words:
			if !more { // nobody is left to answer
				return false, nil
			}
			quit, text := answer(g, word)
			if quit {
				return false, nil
			}
			if text != "" {
				fmt.Fprintln(out, text)
			}
		default:
		}
		for _, l := range g.Lines() {
			if _, err := fmt.Fprintln(out, l.Plain()); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// Plain returns the line as function Plain prints it: warnings are marked, and everything
// but requests is indented or marked.
func (l Line) Plain() string {
	switch l.Kind {
	case "ask":
		return l.Text
	case "warn":
		return "warning: " + l.Text
	}
	return "  " + l.Text
}

// answer carries out a word that was typed.
func answer(g *Guide, word string) (quit bool, text string) {
	keys := map[string]Key{"": KeyEnter, "enter": KeyEnter, "u": KeyUndo, "undo": KeyUndo, "s": KeySkip, "skip": KeySkip, "n": KeyNote, "note": KeyNote, "w": KeyNote, "e": KeyFinish, "end": KeyFinish}
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "q" || word == "quit" {
		return true, ""
	}
	k, ok := keys[word]
	switch {
	case !ok:
		return false, fmt.Sprintf("%q is not an answer here: Enter, undo, skip, note, end or quit", word)
	case !g.Press(k):
		return false, "that has no effect now"
	}
	return false, ""
}

// lines reads words in the background. Its goroutine ends with in, or stays blocked reading
// it.
func lines(ctx context.Context, in io.Reader) <-chan string {
	words := make(chan string)
	if in == nil {
		return nil
	}
	go func() {
		defer close(words)
		r := bufio.NewScanner(in)
		for r.Scan() {
			select {
			case words <- r.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return words
}

// PlainWatch prints the changes of a board as lines, until ctx ends or for the given time
// (0 is without limit), and after that time the state of every square. An error is that of
// src, which ctx ends, or of out.
func PlainWatch(ctx context.Context, src Source, b Board, hands *Hands, out io.Writer, long time.Duration) error {
	w := NewWatch(&b)
	var last sensors.Scan
	began, first := time.Duration(0), true
	for {
		f, err := src.Next(ctx)
		if err != nil {
			return err
		}
		if first {
			began = f.At
		}
		w.Feed(f)
		if hands != nil {
			hands.Play(f.At)
		}
		if first {
			text := fmt.Sprintf("%s: %s", b.ID, count(w.scan.Full().Count(), "piece"))
			if full := w.scan.Full(); full != 0 {
				text += " on " + fewNames(full, 64)
			}
			if lost := w.scan.Unknown(); lost != 0 {
				text += "; no answer from " + fewNames(lost, 64)
			}
			if _, err := fmt.Fprintln(out, text); err != nil {
				return err
			}
			last = w.scan
		}
		for sq := range w.scan {
			if w.scan[sq] == last[sq] {
				continue
			}
			seen := w.See(rules.Square(sq))
			text := fmt.Sprintf("%7.2f s  %v %s", (f.At - began).Seconds(), rules.Square(sq), seen.State)
			if b.Linear && seen.State != sensors.Unknown {
				text += fmt.Sprintf(" %+d", seen.Level)
			}
			if seen.State == sensors.Unknown {
				text += "; " + seen.Says
			}
			if _, err := fmt.Fprintln(out, text); err != nil {
				return err
			}
		}
		last, first = w.scan, false
		if long > 0 && f.At-began >= long {
			return PlainSquares(w, out)
		}
	}
}

// PlainSquares prints the state of every square, one per line. An error is that of out.
func PlainSquares(w *Watch, out io.Writer) error {
	for sq := range rules.AllSquares.All() {
		seen := w.See(sq)
		text := fmt.Sprintf("%v  %-7s %-8s", sq, word(seen.Grade), seen.State)
		if w.board.Linear && seen.State != sensors.Unknown {
			text += fmt.Sprintf(" level %+6d  margin %3d %%  noise %.1f", seen.Level, seen.Percent(), seen.Noise)
		}
		if !w.board.Linear && seen.State != sensors.Unknown {
			text += " changed " + count(seen.Flips, "time")
		}
		if seen.Says != "" {
			text += "  " + seen.Says
		}
		if _, err := fmt.Fprintln(out, strings.TrimRight(text, " ")); err != nil {
			return err
		}
	}
	return nil
}
