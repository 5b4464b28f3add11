package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

func newJournal(c *console) *cobra.Command {
	var o journalOptions
	cmd := group(&cobra.Command{
		Use:   "journal list | show | check | export",
		Short: "List, check and export the journals of games",
		Long: `A daemon keeps a journal of every game in the state directory, as a trace
(docs/trace.md). These commands only read, so a daemon may be running.`,
		Example: `  touchmove journal list
  touchmove journal show hall-7-20261121t182200123z
  touchmove journal export --event open-2026 -o open.pgn
  touchmove journal export --format trace hall-7-20261121t182200123z > game.jsonl`,
	})
	flags := cmd.PersistentFlags()
	flags.StringVar(&o.config, "config", "", "the daemon's configuration `FILE`")
	flags.StringVar(&o.state, "state", "", "state directory `DIR`, instead of the configuration's")
	flags.StringVar(&o.board, "board", "", "only of this board: its `ID`")
	flags.StringVar(&o.event, "event", "", "only of this `EVENT`")
	list := &cobra.Command{
		Use: "list", Short: "List the journals: players, result, moves", Args: noArgs,
		Long:    "List the journals by event and board, each board's oldest first: when the game began, how long\nit lasted, who played, the result and the number of moves.",
		Example: "  touchmove journal list --event open-2026",
		RunE:    func(*cobra.Command, []string) error { return o.list(c) },
	}
	show := &cobra.Command{
		Use: "show JOURNAL", Short: "Show the games of a journal, and its condition",
		Example: "  touchmove journal show hall-7-20261121t182200123z",
		Args:    oneArg("JOURNAL", "its id, as `touchmove journal list` shows it"),
		RunE:    func(_ *cobra.Command, args []string) error { return o.show(c, args[0]) },
	}
	var format, output string
	export := &cobra.Command{
		Use:     "export [--format pgn|trace] [-o FILE] [JOURNAL]...",
		Short:   "Write games as PGN, or a journal as a trace",
		Long:    "Write the games of journals (those named, or all) as PGN; or one journal as a trace, without\nan incomplete end from a power cut and without checksums, so that it can be edited.",
		Example: "  touchmove journal export --event open-2026 -o open.pgn\n  touchmove journal export --format trace hall-7-20261121t182200123z > game.jsonl",
		RunE: func(_ *cobra.Command, args []string) error {
			switch format {
			case "pgn":
				return o.export(c, output, args, o.pgn)
			case "trace":
				if len(args) != 1 {
					return badf("a trace is one journal: name one, and not %d", len(args))
				}
				return o.export(c, output, args, writeTrace)
			}
			return badf("--format %s: write pgn or trace", format)
		},
	}
	export.Flags().StringVar(&format, "format", "pgn", "`FORMAT`: pgn or trace")
	export.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write instead of standard output")
	check := &cobra.Command{
		Use: "check [JOURNAL]...", Short: "Check that journals are unchanged",
		Long:    "Check that journals (those named, or all) are unchanged: that no line was changed, deleted,\nrepeated, moved or added, no end cut off, and no journal deleted or exchanged for another.\nEvery fault is printed with its file and line; the exit status is then 1.",
		Example: "  touchmove journal check --config /etc/touchmove/touchmove.toml",
		RunE:    func(_ *cobra.Command, args []string) error { return o.check(c, args) },
	}
	cmd.AddCommand(list, show, check, export)
	return cmd
}

// journalOptions are the flags of journal.
type journalOptions struct{ config, state, board, event string }

// dir returns the state directory that the flags name.
func (o *journalOptions) dir() (string, error) {
	if o.state != "" {
		return o.state, nil
	}
	config := configs.Default()
	if o.config != "" {
		c, _, err := configs.Load(o.config)
		if err != nil {
			return "", bad(fileError(err))
		}
		config = c
	}
	return config.State, nil
}

// find lists the journals that the flags select.
func (o *journalOptions) find() ([]store.Archived, error) {
	state, err := o.dir()
	if err != nil {
		return nil, err
	}
	all, err := store.Archive(state)
	if errors.Is(err, os.ErrNotExist) {
		return nil, badf("%s: there is no such state directory: name one with --state, or the daemon's configuration with --config", state)
	} else if err != nil {
		return nil, err
	}
	var list []store.Archived
	for _, a := range all {
		if (o.board == "" || a.Board == o.board) && (o.event == "" || a.Event == o.event) {
			list = append(list, a)
		}
	}
	return list, nil
}

func (o *journalOptions) list(c *console) error {
	list, err := o.find()
	if err != nil {
		return err
	}
	progress := newProgress(c.err)
	defer progress.done()
	lines, annulled, broken := make([]string, len(list)), map[string]bool{}, 0
	for i, a := range list {
		progress.printf("%d of %d journals", i, len(list))
		kept, err := a.Read()
		if err != nil {
			progress.done()
			fmt.Fprintf(c.err, "%v\n", err)
			broken++
			continue
		}
		for _, id := range a.Annuls(kept) {
			annulled[a.Board+" "+id] = true
		}
		line := fmt.Sprintf("%s  %s  %s  %6s  %s", a.ID, a.Event, a.Began.UTC().Format("2006-01-02 15:04"), lasted(kept), played(a, kept))
		line = printable(line)
		if err := whole(a, kept); err != nil {
			line += "  (records are missing in it)"
		}
		lines[i] = line
	}
	progress.done()
	for i, line := range lines {
		switch {
		case line == "":
			continue
		case annulled[list[i].Board+" "+list[i].ID+"-1"]:
			line += "  (begun by mistake, annulled)"
		}
		if _, err := fmt.Fprintln(controlFilter{c.out}, line); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		fmt.Fprintln(c.err, "no journals")
	}
	return unread(broken, len(list))
}

// played says who played, the result and the number of moves: "Carlsen, Magnus – Bacrot, Etienne
// 1-0  31 moves  round 1.2". If the journal holds several games, it describes the last.
func played(a store.Archived, kept *journal.Kept) string {
	p := a.Pairing(kept)
	words := []string{fmt.Sprintf("%s – %s", orWord(p.White.Name, "White"), orWord(p.Black.Name, "Black"))}
	states, err := a.States(kept)
	switch n := len(states); {
	case err != nil:
		words = append(words, "its moves cannot be shown")
	case n == 0:
		words = append(words, "no move")
	default:
		last := states[n-1]
		words = append(words, orWord(last.Result.Result, "*"), plural((len(last.Moves)+1)/2, "move"))
		if n > 1 {
			words = append(words, fmt.Sprintf("the last of %d games", n))
		}
	}
	if p.Round != "" {
		words = append(words, "round "+p.Round)
	}
	return strings.Join(words, "  ")
}

// unread returns an error that says how many journals could not be read, or nil if none.
func unread(broken, all int) error {
	if broken == 0 {
		return nil
	}
	return fmt.Errorf("%d of %s could not be read", broken, plural(all, "journal"))
}

// lasted returns the time from a journal's first record to its last, in hours and minutes.
func lasted(kept *journal.Kept) string {
	d := kept.Last()
	if len(kept.Records) > 0 {
		d -= kept.Records[0].At
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}

func (o *journalOptions) show(c *console, id string) error {
	list, err := o.find()
	if err != nil {
		return err
	}
	a, err := store.Find(list, id)
	if err != nil {
		return bad(err)
	}
	kept, err := a.Read()
	if err != nil {
		return err
	}
	states, err := a.States(kept)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "journal   %s\nfile      %s\nevent     %s, board %s\nbegan     %s\nlaws      %s, %s\nwritten   by %s, %d records, %d bytes, %s\n",
		a.ID, a.Path, a.Event, a.Board, a.Began.UTC().Format(time.RFC3339), kept.Header.Laws, reconcile.RateOf(kept.Header).Mode, orUnknown(kept.Header.WrittenBy), len(kept.Records), a.Bytes, lasted(kept))
	if n := len(kept.Torn); kept.Gap {
		fmt.Fprintf(&b, "missing   records, and the %d bytes after them are not read: they may have been published\n", n)
	} else if err := whole(a, kept); err != nil {
		fmt.Fprintf(&b, "missing   the end\n")
	} else if n > 0 {
		fmt.Fprintf(&b, "torn      %d bytes at the end, of which nothing was published\n", n)
	}
	for _, r := range kept.Records {
		if command, ok := r.What.(trace.Command); ok {
			fmt.Fprintf(&b, "command   %v %s\n", r.At.Truncate(time.Millisecond), command.AppendJSON(nil))
		}
	}
	for _, s := range states {
		fmt.Fprintf(&b, "\ngame      %s, seq %d\n%s", s.Game, s.Seq, s.PGN(a.Event, a.Board))
	}
	_, err = io.WriteString(controlFilter{c.out}, b.String())
	return err
}

// export writes the journals named, or all of them, with the function write.
func (o *journalOptions) export(c *console, output string, ids []string, write func(*console, io.Writer, []store.Archived) error) error {
	list, err := o.named(ids)
	if err != nil {
		return err
	}
	if output == "" {
		return write(c, c.out, list)
	}
	var text bytes.Buffer
	err = write(c, &text, list)
	if err != nil && text.Len() == 0 {
		return err
	}
	return errors.Join(err, writeOutput(output, text.Bytes()))
}

// pgn writes every game. It reports each journal that cannot be read, and still writes the others.
func (o *journalOptions) pgn(c *console, w io.Writer, list []store.Archived) error {
	progress := newProgress(c.err)
	defer progress.done()
	first, broken, chains := true, 0, chains{}
	for i, a := range list {
		progress.printf("%d of %d journals", i, len(list))
		kept, err := chains.read(a)
		var states []eventlog.State
		if err == nil {
			states, err = a.States(kept)
		}
		if err != nil {
			progress.done()
			fmt.Fprintf(c.err, "%v\n", err)
			broken++
			continue
		}
		if err := whole(a, kept); err != nil {
			progress.done()
			fmt.Fprintln(c.err, err)
			broken++
		}
		for _, s := range states {
			text := s.PGN(a.Event, a.Board)
			if !first {
				text = "\n" + text
			}
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
			first = false
		}
	}
	progress.done()
	return errors.Join(unread(broken, len(list)), chains.report(c))
}

// writeTrace writes the complete lines of a journal, without their checksums.
func writeTrace(c *console, w io.Writer, list []store.Archived) error {
	chains := chains{}
	kept, err := chains.read(list[0])
	if err != nil {
		return err
	}
	out, err := trace.NewWriter(w, kept.Header)
	if err != nil {
		return err
	}
	for _, r := range kept.Records {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return errors.Join(whole(list[0], kept), chains.report(c))
}
