package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/daemon/store"
	"touchmove/event/entrants"
	"touchmove/event/tournament"
	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// filingOptions say where the records of an event are, and in which form to write a
// report.
type filingOptions struct {
	journals journalOptions
	round    string
	language string
	html     bool
	json     bool
}

func (o *filingOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.journals.config, "config", "", "the daemon's configuration `FILE`")
	f.StringVar(&o.journals.state, "state", "", "state directory `DIR`, instead of the configuration's")
	f.StringVar(&o.journals.event, "event", "", "only journals of this `EVENT`, by its id")
}

// form adds the flags for the language and form of a report.
func (o *filingOptions) form(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.language, "language", "english", "`LANGUAGE`: "+words.Names())
	f.BoolVar(&o.html, "html", false, "a page for the printer")
	f.BoolVar(&o.json, "json", false, "one JSON object")
}

// results reads the event file and the records: the traces named, or all journals of
// the state directory. It returns an error if any of them cannot be read.
func (o *filingOptions) results(c *console, args []string) (*tournament.Results, error) {
	if o.html && o.json {
		return nil, badf("--html and --json: write one of them")
	}
	event, err := loadEvent(c, args[0])
	if err != nil {
		return nil, err
	}
	var filed []tournament.Filed
	if len(args) > 1 {
		filed, err = fileTraces(c, args[1:])
	} else {
		filed, err = o.fileJournals(c)
	}
	if err != nil {
		return nil, err
	}
	r, err := tournament.Collect(event, filed)
	return r, bad(err)
}

func loadEvent(c *console, file string) (*entrants.Event, error) {
	event, faults, err := entrants.Load(file)
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return nil, bad(fileError(err))
	case err != nil:
		return nil, badf("%w (touchmove event check %s)", err, file)
	}
	for _, f := range faults {
		fmt.Fprintln(c.err, showable(f.Error()))
	}
	return event, nil
}

// fileJournals replays the journals of a state directory. It reports each journal
// that cannot be read, reads the others, and then returns an error.
func (o *filingOptions) fileJournals(c *console) (filed []tournament.Filed, err error) {
	list, err := o.journals.find()
	if err != nil {
		return nil, err
	}
	progress := newProgress(c.err)
	defer progress.done()
	broken := 0
	for i, a := range list {
		progress.printf("%d of %d journals", i, len(list))
		games, err := fileJournal(a)
		if err != nil {
			progress.done()
			fmt.Fprintln(c.err, showable(err.Error()))
			broken++
		}
		filed = append(filed, games...)
	}
	if broken > 0 {
		return nil, fmt.Errorf("%d of %d journals could not be read: name those that can be, after the event file", broken, len(list))
	}
	return filed, nil
}

func fileJournal(a store.Archived) ([]tournament.Filed, error) {
	kept, err := a.Read()
	if err != nil {
		return nil, err
	}
	origin, err := a.Origin(kept)
	if err != nil {
		return nil, err
	}
	tape, err := tournament.NewTape(a.ID, kept.Header, origin)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", a.Path, err)
	}
	for _, r := range kept.Records {
		if err := tape.Step(r); err != nil {
			return nil, fmt.Errorf("journal %s: %w", a.Path, err)
		}
	}
	return tape.Filed(), nil
}

// fileTraces replays the traces named.
func fileTraces(c *console, paths []string) (filed []tournament.Filed, err error) {
	for _, path := range paths {
		in, name, err := openInput(c, path)
		if err != nil {
			return nil, err
		}
		games, err := fileTrace(name, in)
		in.Close()
		if err != nil {
			return nil, bad(err)
		}
		filed = append(filed, games...)
	}
	return filed, nil
}

func fileTrace(name string, in io.Reader) ([]tournament.Filed, error) {
	r, err := trace.NewReader(in)
	if err != nil {
		return nil, traceError(name, err)
	}
	tape, err := tournament.NewTape(name, r.Header(), r.Header().Began)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	for record, err := range r.All() {
		if err != nil {
			return nil, traceError(name, err)
		}
		if err := tape.Step(record); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, r.Line(), err)
		}
	}
	return tape.Filed(), nil
}

// written is a report that can be written in each form.
type written interface {
	Text(rules.Language) (string, error)
	HTML(rules.Language) (string, error)
	JSON() (string, error)
}

func (o *filingOptions) write(c *console, what written) error {
	l, err := rules.ParseLanguage(strings.ToLower(o.language))
	if err != nil {
		return badf("--language: %w", err)
	}
	var text string
	switch {
	case o.json:
		text, err = what.JSON()
	case o.html:
		text, err = what.HTML(l)
	default:
		text, err = what.Text(l)
	}
	if err != nil {
		return bad(err)
	}
	_, err = io.WriteString(c.out, text)
	return err
}
