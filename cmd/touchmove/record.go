package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func newRecord(c *console) *cobra.Command {
	var o recordOptions
	cmd := &cobra.Command{
		Use:   "record --config FILE -o TRACE [--board ID] [--for DURATION] [--force]",
		Short: "Record the sensors of a live board as a trace",
		Long: `Read the sensors of one board, as the daemon does, and write every reading as a trace
(docs/trace.md) until SIGINT, SIGTERM or the end of --for. Readings are raw: as scanned,
before debouncing, with the clock's presses. Send a recording when a move was
misunderstood; touchmove replay replays it.

During the recording the file is called TRACE.partial and is synced every second; it is
renamed when it is complete. After a power cut, the partial file can be replayed.
A TRACE ending in .gz is compressed; "-" is standard output. Stop the daemon first: two
programs cannot share the chips of a board.`,
		Example: `  touchmove record --config hall-7.toml -o hall-7.jsonl
  touchmove record --config hall-7.toml --for 10m -o friday.jsonl.gz
  touchmove record --for 30s -o - | touchmove replay -     a simulated board`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			return o.record(ctx, c)
		},
	}
	cmd.Flags().StringVar(&o.config, "config", "", "configuration `FILE` (docs/config.md); without one a simulated board is recorded")
	cmd.Flags().StringVar(&o.board, "board", "", "the board's `ID`, when the configuration has several")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "`TRACE` to write")
	cmd.Flags().DurationVar(&o.limit, "for", 0, "stop after this `TIME` of the board, for example 90s, 10m or 2h30m")
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite an existing TRACE")
	return cmd
}

// recordOptions are the flags of record.
type recordOptions struct {
	config, board, output string
	limit                 time.Duration
	force                 bool
}

// pick returns the configuration and the board to be recorded. Warnings go to w.
func (o *recordOptions) pick(w io.Writer) (*configs.Config, configs.Board, error) {
	switch {
	case o.output == "":
		return nil, configs.Board{}, errors.New("-o TRACE is missing: name the file to write, such as -o hall-7.jsonl")
	case o.limit < 0:
		return nil, configs.Board{}, fmt.Errorf("--for %v: write a time such as 90s, 10m or 2h30m", o.limit)
	}
	config := configs.Default()
	if o.config != "" {
		c, faults, err := configs.Load(o.config)
		if err != nil {
			return nil, configs.Board{}, fileError(err)
		}
		for _, f := range faults {
			fmt.Fprintln(w, f)
		}
		config = c
	}
	var ids []string
	for _, b := range config.Boards {
		if b.ID == o.board || o.board == "" && len(config.Boards) == 1 {
			return config, b, nil
		}
		ids = append(ids, b.ID)
	}
	if o.board == "" {
		return nil, configs.Board{}, fmt.Errorf("%s has %d boards: choose one with --board: %s", o.config, len(ids), strings.Join(ids, ", "))
	}
	return nil, configs.Board{}, fmt.Errorf("--board %s: there is %s", o.board, strings.Join(ids, ", "))
}

func (o *recordOptions) record(ctx context.Context, c *console) error {
	config, board, err := o.pick(c.err)
	if err != nil {
		return bad(err)
	}
	header := config.Header(board)
	header.WrittenBy = programVersion()
	if _, simulated := board.Wiring.(configs.Simulated); !simulated {
		header.Began = eventlog.InHall(time.Now())
	}
	log := func(level string) *slog.Logger {
		return slog.New(logHandler(c.err, configs.Log{Level: level, JSON: config.Log.JSON}))
	}
	opened, err := daemon.OpenReading(config, board, log("warn"))
	if err != nil {
		return err
	}
	defer opened.Close()
	// Nobody is playing: a missing piece does not matter, but a silent chip does.
	readings, err := daemon.Readings(ctx, opened, header, o.limit, log("error"))
	if err != nil {
		return err
	}
	out, err := openRecording(o.output, o.force, c.out)
	if err != nil {
		return bad(err)
	}
	count := newTally(c.err, board.ID, out.name())
	err = keep(out, header, readings, count)
	count.done()
	if err != nil {
		return out.abandon(err)
	}
	fmt.Fprintf(c.err, "%s: %s\n", out.name(), count)
	return nil
}

// keep writes the records until they end, syncs the file every second, and then
// gives it its final name.
func keep(out *recording, h trace.Header, records iter.Seq2[trace.Record, error], count *tally) error {
	w, err := trace.NewWriter(out, h)
	if err != nil {
		return err
	}
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	stop := make(chan struct{})
	var syncing sync.WaitGroup
	defer syncing.Wait()
	defer close(stop)
	syncing.Go(func() {
		for {
			select {
			case <-tick.C:
				out.sync() //nolint:errcheck // the next write returns the error
				count.show()
			case <-stop:
				return
			}
		}
	})
	for r, err := range records {
		if err != nil {
			return err
		}
		if err := w.Write(r); err != nil {
			return err
		}
		count.add(r)
	}
	return out.finish()
}

// syncEvery is how much of a recording a power cut may cost, and how often progress
// is shown.
const syncEvery = time.Second

// tally counts what has been recorded and shows it on a terminal.
type tally struct {
	mu      sync.Mutex
	on      *progress
	board   string
	file    string
	began   time.Time
	last    time.Duration
	records int
	presses int
	shown   sensors.Scan
}

func newTally(w io.Writer, board, file string) *tally {
	return &tally{on: newProgress(w), board: board, file: file, began: time.Now()}
}

func (t *tally) add(r trace.Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, t.records = r.At, t.records+1
	switch w := r.What.(type) {
	case trace.Scan:
		t.shown = w.Board
	case trace.Change:
		t.shown[w.Square] = w.Is
	case trace.Press:
		t.presses++
	}
}

func (t *tally) show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	lost := ""
	if n := t.shown.Unknown().Count(); n > 0 {
		lost = fmt.Sprintf(", %s cannot be read", plural(n, "square"))
	}
	t.on.printf("recording %s to %s: %v, %s, %s detected%s; Ctrl-C ends it", t.board, t.file,
		time.Since(t.began).Truncate(time.Second), plural(t.records, "record"), plural(t.shown.Full().Count(), "piece"), lost)
}

func (t *tally) done() { t.on.done() }

// String summarises the recording when it is done.
func (t *tally) String() string {
	text := fmt.Sprintf("%s in %v", plural(t.records, "record"), t.last.Round(100*time.Millisecond))
	if t.presses == 1 {
		text += ", 1 press of the clock"
	} else if t.presses > 1 {
		text += fmt.Sprintf(", %d presses of the clock", t.presses)
	}
	return text
}
