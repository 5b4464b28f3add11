package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/resources"
	"touchmove/daemon/store"
	"touchmove/event/site"
	"touchmove/eventlog"
	"touchmove/internal/sleep"
	web "touchmove/screen"
)

// siteOptions are the flags of event site.
type siteOptions struct {
	journals journalOptions
	out      string
	live     string
	dataOnly bool
	every    time.Duration
	delay    time.Duration // as of the public feed: entries newer than this are not written

	read map[string]readGames // by path of the journal; a journal that has not grown is not read again
}

// readGames holds the games of a journal when it had this many bytes.
type readGames struct {
	bytes int64
	held  bool // the delay still holds something back
	games []site.Game
}

func newEventSite(c *console) *cobra.Command {
	o := siteOptions{read: map[string]readGames{}}
	cmd := &cobra.Command{
		Use:   "site --out DIR [--data] [--every TIME] [--delay TIME] [--live URL] [--config FILE | --state DIR] [--event ID] FILE",
		Short: "The event as a web site: pairings, results, standings, every game",
		Long: `Write the event as files for any web server or content delivery network: pairings and
results of every round, standings, the crosstable, each player's games, every game to
replay and as PGN. The pages need no daemon.

The pages are written to DIR, their content to DIR/event. Only files that have changed are
written, so that rsync and caches have little to do; with --every this is repeated until
SIGINT or SIGTERM. With --data only the content is written, for a daemon whose
configuration names the directory (site under [screen]).
` + fromWhere,
		Example: `  touchmove event site --out /var/www/open --config hall.toml open-2026.toml
  touchmove event site --out site --every 15s --live https://boards.example.org --state /var/lib/touchmove open-2026.toml`,
		Args: oneArg("FILE", "name an event file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.out == "" {
				return badf("--out is missing: name the directory to write to")
			}
			if o.every < 0 || o.every > 0 && o.every < time.Second {
				return badf("--every %s: write at least 1s", o.every)
			}
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			return o.run(ctx, c, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "`DIR` to write to")
	f.BoolVar(&o.dataOnly, "data", false, "write only the content, without the pages that show it")
	f.DurationVar(&o.every, "every", 0, "write again after this `TIME`, until SIGINT or SIGTERM")
	f.DurationVar(&o.delay, "delay", 0, "leave out what is newer than this `TIME` (default: the delay of the configuration)")
	f.StringVar(&o.live, "live", "", "`URL` of pages that follow the boards live")
	f.StringVar(&o.journals.config, "config", "", "the daemon's configuration `FILE`")
	f.StringVar(&o.journals.state, "state", "", "state directory `DIR`, instead of the configuration's")
	f.StringVar(&o.journals.event, "event", "", "only journals of this `EVENT`, by its id")
	return cmd
}

func (o *siteOptions) run(ctx context.Context, c *console, file string) error {
	page := web.Static{Live: o.live}
	if o.journals.config != "" {
		config, _, err := configs.Load(o.journals.config)
		if err != nil {
			return bad(fileError(err))
		}
		o.delay = max(o.delay, config.Broadcast.Delay)
		if page.Organiser, err = resources.OrganiserOf(config.Organiser); err != nil {
			return bad(err)
		}
	}
	if !o.dataOnly {
		if err := web.WriteStatic(o.out, page); err != nil {
			return err
		}
	}
	for {
		n, err := o.write(c, file)
		if err == nil && n > 0 && !o.dataOnly {
			err = web.WriteStatic(o.out, page) // which has the event's name
		}
		switch {
		case err != nil && o.every == 0:
			return err
		case err != nil:
			fmt.Fprintln(c.err, err) // the file may be open in an editor: try again next time
		case n > 0:
			fmt.Fprintf(c.out, "%s: %d files written\n", o.out, n)
		}
		if o.every == 0 || !sleep.For(ctx, o.every) {
			return nil
		}
	}
}

// write writes the content once and returns how many files changed.
func (o *siteOptions) write(c *console, file string) (int, error) {
	event, err := loadEvent(c, file)
	if err != nil {
		return 0, err
	}
	list, err := o.journals.find()
	if err != nil {
		return 0, err
	}
	var games []site.Game
	for _, a := range list {
		kept, ok := o.read[a.Path]
		if !ok || kept.bytes != a.Bytes || kept.held {
			if kept, err = o.gamesOf(a, time.Now()); err != nil {
				fmt.Fprintln(c.err, err)
				continue
			}
			o.read[a.Path] = kept
		}
		games = append(games, kept.games...)
	}
	files, err := site.Build(event, games, time.Local)
	if err != nil {
		return 0, bad(err)
	}
	dir := o.out
	if !o.dataOnly {
		dir = filepath.Join(o.out, "event")
	}
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o755); err != nil {
		return 0, err
	}
	return files.Write(dir)
}

// gamesOf reads the games of a journal as the public knows them now, without annulled ones.
func (o *siteOptions) gamesOf(a store.Archived, now time.Time) (readGames, error) {
	kept, err := a.Read()
	if err != nil {
		return readGames{}, err
	}
	entries, err := store.Entries(a.Board, a.Path, kept)
	if err != nil {
		return readGames{}, err
	}
	var games []site.Game
	read := readGames{bytes: a.Bytes}
	topics := broadcast.Topics{Base: "touchmove/v1", Event: a.Event, Board: a.Board}
	at := map[string]int{}
	var s eventlog.State
	leave := func() {
		if s.Game == "" {
			return
		}
		var previous broadcast.Previous
		counted := s.Counted()
		previous.Leave(&counted, topics)
		g := site.Game{ID: s.Game, Event: a.Event, Board: a.Board, State: counted, PGN: s.PGN(a.Event, a.Board)}
		for _, t := range previous.Games() {
			g.Payload = t.What.(eventlog.Left).State
		}
		if i, again := at[s.Game]; again {
			games[i] = g
			return
		}
		at[s.Game] = len(games)
		games = append(games, g)
	}
	for _, t := range entries {
		if o.delay > 0 && t.Time.After(now.Add(-o.delay)) {
			read.held = true
			break
		}
		if t.Game != s.Game {
			leave()
		}
		s.Apply(t)
	}
	leave()
	n := 0
	for _, g := range games {
		if !g.State.Annulled && g.State.Phase != eventlog.Waiting {
			games[n] = g
			n++
		}
	}
	read.games = games[:n]
	return read, nil
}
