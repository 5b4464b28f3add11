package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"touchmove/broadcast/analysis"
	"touchmove/broadcast/analysis/uci"
	"touchmove/configs"
	"touchmove/internal/topic"
)

// analyser holds the flags of the command analyse.
type analyser struct {
	c       *console
	at      connectOptions
	engine  string
	args    []string
	options []string
	event   string
	live    bool
	limits  uci.Limits
	threads int
	hash    int
}

func newAnalyse(c *console) *cobra.Command {
	a := &analyser{c: c}
	cmd := &cobra.Command{
		Use:   "analyse --engine PROGRAM [--config FILE | --broker URL] [--username NAME --password-file FILE]",
		Short: "Publish a chess engine's evaluation of each position, for screens to show",
		Long: `Run a UCI chess engine, such as Stockfish, until SIGINT or SIGTERM, and publish its evaluation
of the position on each board, on the topic analysis. One engine serves all boards. Run it on
any computer that reaches the broker; on a Raspberry Pi it would take time from the boards.

It reads and publishes on the public topics, under the same delay as the moves and never ahead
of them. Boards whose feed is not delayed are left out, because players could read there what
to play; --live analyses them as well.

Publishing needs a login with the role "analyst". Pages and overlays show an evaluation only to
readers who ask for it.`,
		Example: `  touchmove analyse --engine stockfish --config hall.toml --username engine --password-file engine.password
  touchmove analyse --engine /opt/lc0/lc0 --broker tcp://hall:1883 --base touchmove/v1-delayed --time 5s`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.run(cmd.Context()) },
	}
	a.at.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&a.engine, "engine", "", "`PROGRAM` of the engine")
	f.StringArrayVar(&a.args, "engine-arg", nil, "`ARGUMENT` for the engine; may be repeated")
	f.StringArrayVar(&a.options, "option", nil, "UCI option of the engine, as `NAME=VALUE`; may be repeated")
	f.StringVar(&a.event, "event", "", "only the boards of this `EVENT`")
	f.BoolVar(&a.live, "live", false, "also boards whose feed is not delayed")
	f.DurationVar(&a.limits.Time, "time", 3*time.Second, "the longest `TIME` for a position, 50ms to 10m")
	f.IntVar(&a.limits.Nodes, "nodes", 0, "visit at most this `NUMBER` of positions; 0 means no limit")
	f.IntVar(&a.limits.Depth, "depth", 0, "search at most this `NUMBER` of half-moves deep; 0 means no limit")
	f.IntVar(&a.threads, "threads", 1, "`NUMBER` of threads, if the engine has that option")
	f.IntVar(&a.hash, "hash", 64, "size of the hash table in `MB`, if the engine has that option")
	return cmd
}

// engineRests is the first pause before a failed engine is started again.
const engineRests = time.Second

func (a *analyser) run(ctx context.Context) error {
	b, base, err := a.at.connection()
	if err != nil {
		return bad(err)
	}
	set, err := a.check()
	if err != nil {
		return bad(err)
	}
	path, err := exec.LookPath(a.engine)
	if err != nil {
		return badf("--engine: %w: install an engine, as with apt install stockfish, or name its file", err)
	}
	ctx, stop := untilStopped(ctx)
	defer stop()
	start := func(ctx context.Context) (*uci.Engine, error) { return a.start(ctx, path, set) }
	first, err := start(ctx) // report a wrong program or option at once
	if err != nil {
		return badf("--engine: %w", err)
	}
	fmt.Fprintf(a.c.out, "%s analyses %s/%s\n", orWord(first.Name(), a.engine), base, orWord(a.event, "+"))
	lines := newLogQueue(a.c.err)
	defer lines.end()
	log := lines.logger(configs.Log{Level: "info"})
	analysis.New(analysis.Options{
		Base: base, Event: a.event, Live: a.live, Limits: a.limits, Backoff: engineRests,
		Start: func(ctx context.Context) (*uci.Engine, error) {
			if e := first; e != nil {
				first = nil
				return e, nil
			}
			return start(ctx)
		},
	}, log).Run(ctx, b)
	if first != nil {
		first.Close()
	}
	return nil
}

// check parses the engine's options, and returns an error for the first flag whose
// value is invalid.
func (a *analyser) check() (set []uci.Option, err error) {
	switch {
	case a.engine == "":
		return nil, fmt.Errorf("--engine is missing: name the engine's program, such as --engine stockfish")
	case a.event != "" && !topic.IsLevel(a.event):
		return nil, fmt.Errorf("--event: topic level %q: write 1 to 32 of the characters a-z, 0-9 and hyphen", a.event)
	case a.limits.Time < 50*time.Millisecond || a.limits.Time > 10*time.Minute:
		return nil, fmt.Errorf("--time %s: write a time from 50ms to 10m", a.limits.Time)
	case a.limits.Nodes < 0 || a.limits.Depth < 0:
		return nil, fmt.Errorf("--nodes and --depth: write a number, or 0 for no limit")
	case a.threads < 1 || a.hash < 1:
		return nil, fmt.Errorf("--threads and --hash: write 1 or more")
	}
	for _, text := range a.options {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || strings.ContainsAny(text, "\r\n") {
			return nil, fmt.Errorf("--option %q: write it as NAME=VALUE", text)
		}
		set = append(set, uci.Option{Name: name, Value: value})
	}
	return set, nil
}

// start starts the engine. It sets the number of threads and the size of its table
// if the engine has those options.
func (a *analyser) start(ctx context.Context, path string, set []uci.Option) (*uci.Engine, error) {
	e, err := uci.Start(ctx, path, a.args, set)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]int{"Threads": a.threads, "Hash": a.hash} {
		if e.Has(name) {
			e.Set(uci.Option{Name: name, Value: strconv.Itoa(value)})
		}
	}
	return e, nil
}
