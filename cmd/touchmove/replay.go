package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/reconcile/explain"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors/trace"
)

// outputs lists the values of --output.
var outputs = []string{"events", "uci", "pgn", "fen", "state", "alarms"}

func newReplay(c *console) *cobra.Command {
	var o replayFlags
	cmd := &cobra.Command{
		Use:   "replay [--output events|uci|pgn|fen|state|alarms | --explain PLY [--game N]] [--laws ID] [--publish sure|quick] TRACE",
		Short: "Replay a recorded trace as if it were live, at full speed",
		Long: `Read a trace (docs/trace.md; "-" is standard input, gzip is recognised) and pass it
through the code that live readings pass through. Time is that of the trace, so the
same trace gives the same bytes on any machine.

  events  one JSON object per event and line (default)
  uci     one line per game with its moves, as they stand at the end
  pgn     the games
  fen     the final position
  state   the state under the Laws at the end, as one JSON object
  alarms  the alarms that would have rung on the arbiter's page, one JSON object per line

--explain PLY says instead, in words, why the move of that ply was published: the sensor
readings, their interpretation, the alternatives considered, what decided it, and what
had been published for that ply before. In a trace of several games, the first game that
has the ply is taken, or the one that --game names.`,
		Example: `  touchmove replay round4.jsonl.gz
  touchmove replay --output pgn round4.jsonl.gz > round4.pgn
  touchmove replay --explain 23 round4.jsonl.gz
  touchmove simulate --seed 7 game.pgn | touchmove replay --output uci -`,
		Args: oneArg("TRACE", "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := o.options(cmd)
			if err != nil {
				return err
			}
			in, name, err := openInput(c, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			return replay(c, name, in, opts)
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "events", "`WHAT` to print: "+strings.Join(outputs, ", "))
	cmd.Flags().IntVar(&o.ply, "explain", 0, "say why the move of this `PLY` was published")
	cmd.Flags().IntVar(&o.game, "game", 0, "`NUMBER` of the game in the trace for --explain (default: the first that has the ply)")
	cmd.Flags().StringVar(&o.laws, "laws", "", "`EDITION` of the Laws instead of the trace's own, for example fide-2023")
	cmd.Flags().StringVar(&o.publish, "publish", "", "`WHEN` a move is published: sure, once it is sure; quick, as early as possible, with more corrections (default: as the trace says, otherwise sure)")
	return cmd
}

// replayFlags are the flags of replay as they were given.
type replayFlags struct {
	output, laws, publish string
	ply, game             int
}

// options checks the flags. The error says which of them is wrong.
func (o *replayFlags) options(cmd *cobra.Command) (replayOptions, error) {
	opts := replayOptions{output: o.output}
	if cmd.Flags().Changed("explain") {
		if o.ply < 1 {
			return opts, badf("--explain %d: plies count from 1, and the first move of Black is ply 2", o.ply)
		}
		if cmd.Flags().Changed("output") {
			return opts, badf("--explain and --output: write one of them")
		}
		opts.output, opts.ply = "", o.ply
	}
	if cmd.Flags().Changed("game") {
		if opts.ply == 0 {
			return opts, badf("--game goes with --explain")
		}
		if o.game < 1 {
			return opts, badf("--game %d: games count from 1", o.game)
		}
		opts.game = o.game
	}
	if opts.ply == 0 && !slices.Contains(outputs, o.output) {
		return opts, badf("--output %s: write one of %s", o.output, strings.Join(outputs, ", "))
	}
	if o.laws != "" {
		id, err := rules.ParseLaws(o.laws)
		if err != nil {
			return opts, badf("--laws: %w", err)
		}
		opts.laws = &id
	}
	if cmd.Flags().Changed("publish") {
		way, err := trace.ParsePublish(o.publish)
		if err != nil {
			return opts, badf("--publish %s: write sure or quick", o.publish)
		}
		opts.publish = &way
	}
	return opts, nil
}

type replayOptions struct {
	output  string // empty means explain
	ply     int    // to explain
	game    int    // of the ply; 0 means the first that has it
	laws    *rules.Laws
	publish *trace.Publish
}

// replay passes a whole trace through eventlog.Board.Step and prints the requested output.
func replay(c *console, name string, in io.Reader, opts replayOptions) error {
	r, err := trace.NewReader(in)
	if err != nil {
		return bad(traceError(name, err))
	}
	header := opts.header(r.Header())
	board, err := eventlog.New(header, eventlog.Journal{ID: header.Board, Began: header.Began})
	if err != nil {
		return badf("%s:1: %w", name, err)
	}
	game, step := board.Game(), board.Step
	var why *explain.Explainer
	if opts.ply > 0 {
		why = explain.New(game)
		step = func(r trace.Record) (eventlog.Step, error) { return eventlog.Step{}, why.Step(r) }
	}
	progress := newProgress(c.err)
	defer progress.done()
	printStep := opts.stepPrinter(c.out)
	days := map[int]string{} // of the games, by number
	for record, err := range r.All() {
		if err != nil {
			return bad(traceError(name, err))
		}
		progress.printf("%s: %v, ply %d", name, record.At.Truncate(time.Second), len(game.Playing().Moves))
		done, err := step(record)
		if err != nil {
			if _, ok := record.What.(trace.Command); !ok {
				return badf("%s:%d: %w", name, r.Line(), err)
			}
			// As in live play: a command that cannot be carried out is refused and changes nothing.
			fmt.Fprintf(c.err, "%s:%d: warning: command refused: %v\n", name, r.Line(), err)
			continue
		}
		if err := printStep(done); err != nil {
			return err
		}
		for _, e := range done.Events {
			made, moves := e.What.(reconcile.Made)
			if _, begins := e.What.(reconcile.Started); !header.Began.IsZero() && (begins || moves && made.Ply == 1) {
				days[e.Game] = eventlog.Day(board.Clock(e.At))
			}
		}
	}
	if err := r.Warning(); err != nil {
		fmt.Fprintf(c.err, "%s: warning: %v\n", name, err)
	}
	progress.done()
	if opts.output == "uci" || opts.output == "pgn" {
		warnOfAnnulled(c.err, name, game)
	}
	if why != nil {
		text, err := why.Explain(opts.game, opts.ply)
		if err != nil {
			return badf("%s: %w", name, err)
		}
		_, err = io.WriteString(c.out, text)
		return err
	}
	out := bufio.NewWriter(c.out)
	if err := printGame(out, game, opts.output, days); err != nil {
		return err
	}
	return out.Flush()
}

// header returns the header of a trace with what the options change.
func (o replayOptions) header(h trace.Header) trace.Header {
	if o.laws != nil {
		h.Laws = *o.laws
	}
	if o.publish != nil {
		h.Publish = *o.publish
	}
	return h
}

// stepPrinter returns a function that prints what the outputs events and alarms have of a
// step; the other outputs are printed at the end.
func (o replayOptions) stepPrinter(out io.Writer) func(eventlog.Step) error {
	var text []byte
	rung := alarmLog{map[string]alarms.Alarm{}}
	return func(done eventlog.Step) error {
		text = text[:0]
		switch o.output {
		case "alarms":
			text = rung.lines(done.Entries)
		case "events":
			for _, e := range done.Events {
				text = append(e.AppendJSON(text), '\n')
			}
		}
		if len(text) == 0 {
			return nil
		}
		_, err := out.Write(text)
		return err
	}
}

// warnOfAnnulled names the games that the outputs uci and pgn leave out.
func warnOfAnnulled(out io.Writer, name string, game *reconcile.Game) {
	for i, played := range game.Games() {
		if played.Annulled && played.Begun {
			fmt.Fprintf(out, "%s: game %d was begun by mistake and annulled: it is left out (--output events has it)\n", name, i+1)
		}
	}
}

// printGame prints the outputs that show the games at the end of the trace. days are those of the games by number, as PGN writes them.
func printGame(out *bufio.Writer, game *reconcile.Game, output string, days map[int]string) error {
	switch output {
	case "uci":
		for i, played := range game.Games() {
			if i > 0 && !played.Begun || played.Annulled {
				continue // set up but never begun, or begun by mistake
			}
			moves := make([]string, len(played.Moves))
			for j, m := range played.Moves {
				moves[j] = m.UCI
			}
			fmt.Fprintln(out, strings.Join(moves, " "))
		}
	case "pgn":
		w := pgn.NewWriter(out)
		for i, played := range game.Games() {
			if i > 0 && !played.Begun || played.Annulled {
				continue
			}
			g, err := playedPGN(game.Header(), played, days[i+1])
			if err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
			if err := w.Write(g); err != nil {
				return err
			}
		}
	case "fen":
		fmt.Fprintln(out, game.Position().FEN())
	case "state":
		return json.NewEncoder(out).Encode(game.State())
	}
	return nil
}

// playedPGN returns a game as PGN, including the history before the trace. PGN has only legal
// moves: after an illegal move that stands, the rest follows in a comment. An empty day is unknown.
func playedPGN(h trace.Header, played reconcile.Played, day string) (*pgn.Game, error) {
	start := played.Start
	var moves []rules.Move
	if played.Ply > 0 && played.Ply == len(h.History) {
		p, err := readPosition(h.Start, h.Variant)
		if err != nil {
			return nil, err
		}
		start = p
		for _, uci := range h.History {
			m, err := p.ParseUCI(uci)
			if err != nil {
				return nil, err
			}
			moves, p = append(moves, m), p.After(m)
		}
	}
	at, stood := played.Start, len(played.Moves)
	for i, m := range played.Moves {
		next, err := at.Play(m.Move)
		if err != nil {
			stood = i
			break
		}
		moves, at = append(moves, m.Move), next
	}
	result, err := rules.ParseResult(played.Result)
	if err != nil {
		result = rules.Ongoing
	}
	tags := pgn.Tags{{Name: "Board", Value: h.Board}}
	if day != "" {
		tags.Set("Date", day)
	}
	if played.Result != rules.Ongoing.String() {
		tags.Set("Termination", eventlog.Termination(played.Result, played.Reason, played.Ply+len(played.Moves)))
	}
	g, err := pgn.NewGame(tags, start, moves, result)
	if err != nil {
		return nil, err
	}
	for i, m := range played.Moves[:stood] {
		if m.Timed {
			n := len(g.Moves) - stood + i
			g.Moves[n].SetClock(m.Left[m.After.Turn().Other()].Truncate(time.Second))
		}
	}
	if rest := played.Moves[stood:]; len(rest) > 0 {
		var b strings.Builder
		b.WriteString("After an illegal move that stood:")
		for _, m := range rest {
			fmt.Fprintf(&b, " %s", m.UCI)
		}
		if n := len(g.Moves); n > 0 {
			m := &g.Moves[n-1] // one comment with the clock: some readers refuse two that follow each other
			m.Comments = []string{strings.Join(append(m.Comments, b.String()), " ")}
		} else {
			g.Comments = append(g.Comments, b.String())
		}
	}
	return g, nil
}

// openInput opens a file, or standard input for "-". It also returns the name to use in messages.
func openInput(c *console, path string) (io.ReadCloser, string, error) {
	if path == "-" {
		c.waits("a file, as < FILE gives it,")
		return io.NopCloser(c.in), "standard input", nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "", bad(fileError(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, "", badf("%s is a directory: name a file", path)
	}
	return f, path, nil
}

// waits tells a user at a terminal what the command reads from it. Otherwise the command would seem
// to hang.
func (c *console) waits(what string) {
	if isTerminal(c.in) {
		fmt.Fprintf(c.err, "reads %s from this terminal; Ctrl-D ends it\n", what)
	}
}

// fileError says in words why a file cannot be opened.
func fileError(err error) error {
	var path *os.PathError
	switch {
	case !errors.As(err, &path):
		return err
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", path.Path)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: not allowed to open it", path.Path)
	}
	return fmt.Errorf("%s: %w", path.Path, path.Err)
}

// traceError puts the file's name before an error of a trace, and the line if it has one.
func traceError(name string, err error) error {
	var at *trace.Error
	if errors.As(err, &at) {
		return fmt.Errorf("%s:%d: %w", name, at.Line, at.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}
