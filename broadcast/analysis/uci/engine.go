// Package uci runs a chess engine that speaks the Universal Chess Interface (UCI, by
// S. Meyer-Kahlen, April 2004), as another process.
//
// An engine is foreign code: it may crash, hang, or write anything. Every answer is
// waited for only so long, what cannot be read is passed over, and an engine that does not
// answer is killed. An Engine that has failed is not used again; start another one.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// How long an engine has for an answer, beside the time that it was told to search.
const (
	startTimeout = 15 * time.Second // uci to uciok, which may load a network
	readyTimeout = 15 * time.Second
	grace        = 2 * time.Second // for bestmove after the time of a search
	stopTimeout  = 2 * time.Second // for bestmove after stop
	quitTimeout  = time.Second
)

// longestLine is how long a line of an engine may be. Principal variations are the longest.
const longestLine = 1 << 16

// Errors of an engine. All are final.
var (
	ErrEnded   = errors.New("the engine has ended")
	ErrSilent  = errors.New("the engine does not answer")
	ErrNoUCI   = errors.New("the program does not speak UCI: it has not said uciok")
	ErrTooLong = errors.New("the engine wrote a line without an end")
)

// Option is a setting of an engine, as Threads or Hash.
type Option struct{ Name, Value string }

// Engine is a running engine. Its methods are for one goroutine.
type Engine struct {
	name    string
	options map[string]bool
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string   // closed when it has ended
	ended   chan struct{} // closed when nobody reads lines any more
	failed  error         // why it cannot be used any more
	cut     error         // why its output is read no further
}

// Start starts a program and waits until it is ready. Options that the engine does not
// have are errors that name those it has.
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

// read passes the engine's lines on until it ends.
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

// greet says uci, sets the options and waits until the engine is ready.
func (e *Engine) greet(ctx context.Context, options []Option) error {
	e.say("uci")
	err := e.until(ctx, startTimeout, func(line string) bool {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.name = printable(name, 60)
		}
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			e.options[name] = true
		}
		return line == "uciok"
	})
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

// Has reports whether the engine has an option of that name.
func (e *Engine) Has(option string) bool { return e.options[option] }

// Name is what the engine calls itself, empty if it does not say.
func (e *Engine) Name() string { return e.name }

// Set sets an option that the engine has. It takes effect with the next search.
func (e *Engine) Set(o Option) { e.say("setoption name " + o.Name + " value " + o.Value) }

// ready waits until the engine has done what it was told.
func (e *Engine) ready(ctx context.Context) error {
	e.say("isready")
	return e.until(ctx, readyTimeout, func(line string) bool { return line == "readyok" })
}

// say sends a line. That the engine has gone is seen when its answer is waited for.
func (e *Engine) say(line string) {
	io.WriteString(e.in, line+"\n") //nolint:errcheck // until reports it
}

// until reads lines until one of them is the last that is waited for.
func (e *Engine) until(ctx context.Context, limit time.Duration, last func(line string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
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

// Close asks the engine to end, and kills it where it does not.
func (e *Engine) Close() {
	e.say("quit")
	e.in.Close() //nolint:errcheck // it may have gone
	timer := time.AfterFunc(quitTimeout, func() {
		e.command.Process.Kill() //nolint:errcheck // it may have gone
		e.out.Close()            //nolint:errcheck // also where a child of it still writes
	})
	defer timer.Stop()
	close(e.ended)
	for range e.lines { // what it still says; read ends with it
	}
	e.command.Wait() //nolint:errcheck // how it ended matters to nobody
}

// printable is a text without control characters, of so many characters at most.
func printable(s string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}
