// Package uci runs a chess engine as another process and speaks the Universal Chess
// Interface with it (UCI, by S. Meyer-Kahlen, April 2004).
//
// An engine is foreign code: it may crash, hang, or write anything. Every answer has a time
// limit, lines that cannot be parsed are ignored, and an engine that does not answer is
// killed. An Engine that has failed cannot be used again; start another one.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"touchmove/internal/plaintext"
)

// How long an engine has for an answer, in addition to the time for a search.
const (
	startTimeout = 15 * time.Second // from uci to uciok; it may load a network
	readyTimeout = 15 * time.Second
	grace        = 2 * time.Second // from the end of a search's time to bestmove
	stopTimeout  = 2 * time.Second // from stop to bestmove
	quitTimeout  = time.Second
	sayTimeout   = time.Second
)

// mostOptions is how many options an engine may have: the largest have some dozens.
const mostOptions = 1000

// longestName is the longest name of an option that is remembered, in bytes.
const longestName = 200

// longestLine is the longest line of an engine, in bytes. Lines with principal variations
// are the longest.
const longestLine = 1 << 16

// The errors of an engine. All are final.
var (
	ErrEnded   = errors.New("the engine has ended")
	ErrSilent  = errors.New("the engine does not answer")
	ErrNoUCI   = errors.New("the program does not speak UCI: it has not sent uciok")
	ErrTooLong = errors.New("the engine wrote a line without an end")
	ErrOptions = errors.New("the engine lists too many options")
)

// Option is a setting of an engine, such as Threads or Hash.
type Option struct{ Name, Value string }

// Engine is a running engine. Its methods are for one goroutine.
type Engine struct {
	name    string
	options map[string]bool
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string   // closed when the engine has ended
	ended   chan struct{} // closed when nobody reads lines any more
	failed  error         // why the engine cannot be used any more
	cut     error         // why reading its output stopped
}

// Start starts a program and waits until it is ready. If the engine lacks one of the
// options, the error names those that it has.
func Start(ctx context.Context, path string, args []string, options []Option) (*Engine, error) {
	e := &Engine{options: map[string]bool{}, command: exec.Command(path, args...), lines: make(chan string, 64), ended: make(chan struct{})}
	in, err := e.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.command.Start(); err != nil {
		return nil, fmt.Errorf("engine %s: %w", path, err)
	}
	e.in, e.out = in, out
	go e.read(out)
	if err := e.greet(ctx, options); err != nil {
		e.Close()
		return nil, fmt.Errorf("engine %s: %w", path, err)
	}
	return e, nil
}

// read passes on the engine's lines until it ends.
func (e *Engine) read(out io.Reader) {
	defer close(e.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4096), longestLine)
	for lines.Scan() {
		select {
		case e.lines <- strings.TrimSpace(lines.Text()):
		case <-e.ended:
			return
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		e.cut = ErrTooLong
	}
}

// greet sends uci, sets the options and waits until the engine is ready.
func (e *Engine) greet(ctx context.Context, options []Option) error {
	listed := 0 // options
	e.say("uci")
	err := e.until(ctx, startTimeout, func(line string) bool {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.name = printable(name, 60)
		}
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			listed++
			if name, _, _ := strings.Cut(rest, " type "); len(name) <= longestName {
				e.options[strings.Clone(name)] = true // not the whole line
			}
		}
		return line == "uciok" || listed > mostOptions
	})
	if listed > mostOptions {
		return ErrOptions
	}
	if err != nil {
		if errors.Is(err, ErrSilent) || errors.Is(err, ErrEnded) {
			return ErrNoUCI
		}
		return err
	}
	for _, o := range options {
		if !e.Has(o.Name) {
			return fmt.Errorf("it has no option %q", o.Name)
		}
		e.say("setoption name " + o.Name + " value " + o.Value)
	}
	return e.ready(ctx)
}

// Has reports whether the engine has an option of this name.
func (e *Engine) Has(option string) bool { return e.options[option] }

// Name returns the engine's name, or "" if it gave none.
func (e *Engine) Name() string { return e.name }

// Set sets an option that the engine has. It takes effect with the next search.
func (e *Engine) Set(o Option) { e.say("setoption name " + o.Name + " value " + o.Value) }

// ready waits until the engine has carried out all commands so far.
func (e *Engine) ready(ctx context.Context) error {
	e.say("isready")
	return e.until(ctx, readyTimeout, func(line string) bool { return line == "readyok" })
}

// say sends a line. If the engine has ended, waiting for its answer shows that. One that has read
// nothing for so long that the pipe is full has failed.
func (e *Engine) say(line string) {
	if in, ok := e.in.(interface{ SetWriteDeadline(time.Time) error }); ok {
		in.SetWriteDeadline(time.Now().Add(sayTimeout)) //nolint:errcheck // a pipe has deadlines
	}
	if _, err := io.WriteString(e.in, line+"\n"); errors.Is(err, os.ErrDeadlineExceeded) {
		e.fail(ErrSilent) //nolint:errcheck // until reports it
	}
}

// until reads lines until last returns true for one of them.
func (e *Engine) until(ctx context.Context, limit time.Duration, last func(line string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		if e.failed != nil {
			return e.failed
		}
		select {
		case line, ok := <-e.lines:
			if !ok {
				e.failed = ErrEnded
				if e.cut != nil {
					e.failed = e.cut
				}
				return e.failed
			}
			if last(line) {
				return nil
			}
		case <-timer.C:
			return ErrSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close asks the engine to end, and kills it if it does not.
func (e *Engine) Close() {
	e.say("quit")
	e.in.Close() //nolint:errcheck // it may have ended
	timer := time.AfterFunc(quitTimeout, func() {
		e.command.Process.Kill() //nolint:errcheck // it may have ended
		e.out.Close()            //nolint:errcheck // even if a child process still writes to it
	})
	defer timer.Stop()
	close(e.ended)
	for range e.lines { // ends when read does
	}
	e.command.Wait() //nolint:errcheck // how it ended does not matter
}

// printable returns at most so many characters of a text, without those that a terminal or a page
// acts on.
func printable(s string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if plaintext.Unfit(r) {
			return -1
		}
		return r
	}, s))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}
