package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"touchmove/daemon/journal"
	"touchmove/event/sheets"
	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// filed is a trace that was replayed to its end, with the players of its games.
type filed struct {
	header   trace.Header
	game     *reconcile.Game
	pairings map[int]eventlog.Pairing // by the game's index
	first    time.Duration            // time of the first record: a journal that follows another game continues its time
	board    *eventlog.Board
}

// playTrace passes a whole trace through eventlog.Board.Step, for the documents
// made from it.
func playTrace(c *console, name string, in io.Reader) (*filed, error) {
	r, err := trace.NewReader(in)
	if err != nil {
		return nil, bad(traceError(name, err))
	}
	f := &filed{header: r.Header(), pairings: map[int]eventlog.Pairing{}}
	board, err := eventlog.New(f.header, eventlog.Journal{ID: f.header.Board, Began: f.header.Began})
	if err != nil {
		return nil, badf("%s:1: %w", name, err)
	}
	f.board, f.game = board, board.Game()
	progress := newProgress(c.err)
	defer progress.done()
	n, began := 0, time.Duration(0)
	for step, err := range eventlog.Replay(board, r.All()) {
		record := step.Record
		var broken *trace.Error
		switch {
		case errors.As(err, &broken):
			return nil, bad(traceError(name, err))
		case err != nil:
			return nil, badf("%s:%d: %w", name, r.Line(), err)
		}
		progress.printf("%s: %v", name, record.At.Truncate(time.Second))
		command, asked := record.What.(trace.Command)
		switch n++; {
		case n == 1:
			began = record.At
		case n == 2 && command.Do == trace.DoNewGame && record.At == began:
			f.first = began // the journal is named after the moment of this record (package journal)
		}
		if asked && command.Do == trace.DoNewGame && step.Refused == nil {
			if p, err := eventlog.PairingOf(command); err == nil {
				f.pairings[f.game.Number()-1] = p
			}
		}
	}
	if err := r.Warning(); err != nil {
		fmt.Fprintf(c.err, "%s: warning: %v\n", name, err)
	}
	return f, nil
}

// head returns the heading of a game's sheet.
func (f *filed) head(i int) sheets.Head {
	p := f.pairings[i]
	return sheets.Head{
		Event: p.Event, Site: p.Site, Round: p.Round, Board: f.header.Board, White: p.White.Name, Black: p.Black.Name, Control: p.TimeControl, Laws: f.header.Laws,
	}
}

func newSheet(c *console) *cobra.Command {
	var language string
	var html, blank bool
	var game int
	cmd := &cobra.Command{
		Use:   "sheet [--language LANGUAGE] [--html] [--game N] [--blank] TRACE",
		Short: "Write the scoresheet of a recorded game, as text or for printing",
		Long: `Write the scoresheet of a game from its trace or journal, in the notation of the
Laws: with clock times, draw offers, gaps in the record, and lines to sign. It is
text or, with --html, a page for the printer (A4). It does not replace the players'
sheets.`,
		Example: `  touchmove sheet round4.jsonl
  touchmove sheet --language de --html round4.jsonl > round4.html`,
		Args: oneArg("TRACE", "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := rules.ParseLanguage(language)
			if err != nil {
				return badf("--language: %w", err)
			}
			in, name, err := openInput(c, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			f, err := playTrace(c, name, in)
			if err != nil {
				return err
			}
			games := f.game.Games()
			if game < 1 || game > len(games) {
				return badf("--game %d: %s has %d", game, name, len(games))
			}
			if games[game-1].Annulled {
				fmt.Fprintf(c.err, "%s: game %d was begun by mistake and annulled: it does not count\n", name, game)
			}
			sheet, err := sheets.New(f.head(game-1), f.header, &games[game-1], l)
			if err != nil {
				return bad(err)
			}
			if blank {
				sheet = sheets.Blank(sheet.Head)
			}
			write := sheet.Text
			if html {
				write = sheet.HTML
			}
			text, err := write(l)
			if err != nil {
				return err
			}
			_, err = io.WriteString(controlFilter{c.out}, text)
			return err
		},
	}
	cmd.Flags().StringVar(&language, "language", "english", "`LANGUAGE`: "+words.Names())
	cmd.Flags().BoolVar(&html, "html", false, "a page for the printer")
	cmd.Flags().BoolVar(&blank, "blank", false, "only the heading, to fill in by hand")
	cmd.Flags().IntVar(&game, "game", 1, "`NUMBER` of the game in the trace")
	return cmd
}

func newAudit(c *console) *cobra.Command {
	var private, verify bool
	cmd := &cobra.Command{
		Use:   "audit [--private | --verify] TRACE",
		Short: "Print what arbiters and players did at a board, line by line",
		Long: `Write the log of every command that was carried out: when, by whom, by which article,
and the state before and after. Each line ends with a hash of itself and all before it.
With --verify the file is such a log instead, and the first line that has been changed
is reported (exit status 1).`,
		Example: `  touchmove audit round4.jsonl > round4.log
  touchmove audit --verify round4.log`,
		Args: oneArg("TRACE", "a file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if private && verify {
				return badf("--private and --verify: write one of them")
			}
			in, name, err := openInput(c, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			if verify {
				if err := sheets.Verify(in); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return nil
			}
			f, err := playTrace(c, name, in)
			if err != nil {
				return err
			}
			clock := f.board.Clock
			if f.header.Began.IsZero() { // of an earlier version, or no daemon's journal: then the day is unknown
				if began, err := journal.Began(name); err == nil {
					clock = began.Add(-f.first).Add
				} else {
					clock = nil
				}
			}
			_, err = io.WriteString(controlFilter{c.out}, sheets.Audit(f.game.Actions(), f.header.Laws, clock, sheets.PrivateNotes(private)))
			return err
		},
	}
	cmd.Flags().BoolVar(&private, "private", false, "with private notes")
	cmd.Flags().BoolVar(&verify, "verify", false, "check a log written before")
	return cmd
}
