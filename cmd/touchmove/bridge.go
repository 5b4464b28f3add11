package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"touchmove/broadcast/feeds"
	"touchmove/configs"
	"touchmove/internal/webserver"
	"touchmove/reconcile"
)

func newBridge(c *console) *cobra.Command {
	b := &bridge{c: c}
	cmd := group(&cobra.Command{
		Use:   "bridge",
		Short: "Feed other programs: PGN over HTTP and in a folder, LiveChess, Lichess",
		Long: `Pass the games of boards on to other programs, until SIGINT or SIGTERM. A bridge is a
subscriber like any screen: it needs a broker but no daemon, and runs on any computer.

A delay for the public in the configuration applies to the feeds too. docs/screens.md says
how each was tested.`,
		Example: `  touchmove bridge http --listen 0.0.0.0:8090 --directory /var/lib/touchmove/games
  touchmove bridge livechess
  touchmove bridge lichess --round-id AbCd1234 --token-file /etc/touchmove/lichess.token`,
	})
	b.at.flags(cmd)
	cmd.AddCommand(b.http(), b.folder(), b.livechess(), b.lichess())
	return cmd
}

// bridge holds what all bridges share.
type bridge struct {
	c  *console
	at connectOptions
}

// listenAt says where a bridge serves.
type listenAt struct {
	address string
	proxies []string // trusted to name their visitors
}

// flags adds the flags for the address on which a bridge serves.
func (a *listenAt) flags(cmd *cobra.Command, otherwise string) {
	cmd.Flags().StringVar(&a.address, "listen", otherwise, "`ADDRESS` to serve at")
	trustedProxyFlag(cmd, &a.proxies)
}

// shownGames says what a bridge shows of the games.
type shownGames struct {
	certain float64       // in a game being played, show only moves of at least this confidence
	after   time.Duration // and, unless 0, those that have stood for this long and are no guesses
	goOn    bool          // continue after an illegal move that stood
	lifted  bool          // show which pieces are in players' hands
}

// flags adds the flags that most bridges have.
func (s *shownGames) flags(cmd *cobra.Command, certain float64, goOn bool) {
	cmd.Flags().Float64Var(&s.certain, "certain", certain, "show a move once its `CERTAINTY` is this much, 0.9 or 0.999; 0 shows each at once, and corrects")
	cmd.Flags().BoolVar(&s.goOn, "go-on", goOn, "after an illegal move that stood, continue in a second game from the actual position")
}

// options returns what the hub of a bridge is to do; loggedIn says whether it has a role at the broker.
func (s *shownGames) options(loggedIn bool) ([]feeds.Option, error) {
	certain, err := feeds.ShowCertain(s.certain)
	if err != nil {
		return nil, badf("--certain: %w", err)
	}
	standing, err := feeds.ShowStanding(s.after, func(d time.Duration, f func()) { time.AfterFunc(d, f) })
	if err != nil {
		return nil, badf("--after: %w", err)
	}
	options := []feeds.Option{certain, standing}
	if s.goOn {
		options = append(options, feeds.GoOnAfterIllegal())
	}
	if s.lifted {
		if !loggedIn {
			return nil, badf("--lifted: touches are not public: log in with --username NAME --password-file FILE, of any role")
		}
		options = append(options, feeds.ShowLifted())
	}
	return options, nil
}

func (b *bridge) http() *cobra.Command {
	var at listenAt
	var dir string
	var show shownGames
	cmd := &cobra.Command{
		Use:   "http [--broker URL | --config FILE] [--listen ADDRESS] [--directory DIR]",
		Short: "PGN files and the JSON files of a LiveChess cloud, over HTTP",
		Long: `Serve the games as PGN, by event, round, board and game, and as the JSON files of a
LiveChess cloud; / lists all addresses. With --directory every game is also stored there as
PGN, and still served after a restart.`,
		Example: `  touchmove bridge http
  touchmove bridge http --config hall.toml --listen 0.0.0.0:8090 --directory games
  curl http://127.0.0.1:8090/open-2026/round-3/games.pgn`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return b.run(cmd.Context(), dir, show, func(ctx context.Context, h *feeds.Hub, log *slog.Logger) error {
				return b.serve(ctx, at, "http://%s/", feeds.NewHandler(h), log)
			})
		},
	}
	at.flags(cmd, "127.0.0.1:8090")
	show.flags(cmd, 0, false)
	cmd.Flags().StringVar(&dir, "directory", "", "`DIR` to keep the games in, as PGN files")
	return cmd
}

func (b *bridge) livechess() *cobra.Command {
	var at listenAt
	var board string
	var show shownGames
	cmd := &cobra.Command{
		Use:   "livechess [--broker URL | --config FILE] [--listen ADDRESS] [--board ID] [--after TIME] [--lifted]",
		Short: "The WebSocket of DGT LiveChess, for sites and programs that use it",
		Long: `Serve the boards as DGT LiveChess does, at ws://127.0.0.1:1982/api/v1.0, so that sites and
programs made for DGT boards work with these. When such a program sets up or turns a board,
only its own view changes, never the game. Sites such as lichess.org/dgt take the first
board of the list: name the one to play on with --board.

With --lifted, a piece in a player's hand is off the board, as on a DGT board. Touches are
not public, so this needs a login with a role.`,
		Example: `  touchmove bridge livechess
  touchmove bridge livechess --broker tcp://hall:1883 --board hall-7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return b.run(cmd.Context(), "", show, func(ctx context.Context, h *feeds.Hub, log *slog.Logger) error {
				live := feeds.NewLiveChess(h, time.Now, log)
				live.Only = board
				return b.serve(ctx, at, "ws://%s"+feeds.LiveChessPath, live, log)
			})
		},
	}
	at.flags(cmd, "127.0.0.1:1982")
	cmd.Flags().StringVar(&board, "board", "", "`ID` of the one board to offer, or EVENT/ID (default: all)")
	cmd.Flags().BoolVar(&show.lifted, "lifted", false, "show lifted pieces off the board; needs --username of any role")
	cmd.Flags().Float64Var(&show.certain, "certain", reconcile.Certain, "send a move once its `CERTAINTY` is this much, 0.9 or 0.999; 0 sends each at once, and corrects")
	cmd.Flags().DurationVar(&show.after, "after", 2*time.Second, "also send a move that has stood for this `TIME`, unless it is a guess, because an opponent elsewhere replies only to what was sent; 0 waits for --certain")
	return cmd
}

// folder returns the bridge that writes a folder for another program to watch.
func (b *bridge) folder() *cobra.Command {
	var show shownGames
	f := &feeds.Folder{After: time.After}
	cmd := &cobra.Command{
		Use:   "folder --directory DIR [--event EVENT] [--round ROUND]",
		Short: "One round as PGN files in one folder, for Lichess' broadcaster app",
		Long: `Write the games of one round into one folder: games.pgn with all of them, and game-1.pgn,
game-2.pgn ... with one each. This is for programs that watch a folder, such as Lichess'
broadcaster app: select the folder there.`,
		Example: `  touchmove bridge folder --directory ~/broadcast
  touchmove bridge folder --broker tcp://hall:1883 --event open-2026 --round 3 --directory ~/round-3`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.Dir == "" {
				return badf("--directory is missing: name the folder that the other program watches")
			}
			if err := f.Open(); err != nil {
				return bad(err)
			}
			return b.run(cmd.Context(), "", show, func(ctx context.Context, h *feeds.Hub, log *slog.Logger) error {
				f.Log = log
				f.Run(ctx, h)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&f.Dir, "directory", "", "`DIR` to write to")
	cmd.Flags().StringVar(&f.Event, "event", "", "topic level of the `EVENT`, if there are several")
	cmd.Flags().StringVar(&f.Only, "round", "", "write this `ROUND`, instead of the games being played")
	show.flags(cmd, reconcile.Certain, true)
	return cmd
}

func (b *bridge) lichess() *cobra.Command {
	var token string
	var show shownGames
	l := &feeds.Lichess{After: time.After}
	cmd := &cobra.Command{
		Use:   "lichess --round-id ID --token-file FILE [--event EVENT] [--round ROUND]",
		Short: "Push the games to a broadcast round of Lichess",
		Long: `Push the games of an event to a broadcast round of Lichess whenever they change. Every
push contains the whole round, so that a network fault, a restart or a pause requested by
Lichess loses nothing.

The token needs the scope study:write (https://lichess.org/account/oauth/token); it is
read from a file and never shown. --round-id is the end of the round's address.`,
		Example: `  touchmove bridge lichess --round-id AbCd1234 --token-file lichess.token
  touchmove bridge lichess --round-id AbCd1234 --token-file lichess.token --event open-2026 --round 3`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if token == "" {
				return badf("--token-file is missing: write the token into a file that you alone may read, and name it")
			}
			var err error
			if l.Token, err = (configs.Secret{File: token}).Read(); err != nil {
				return badf("--token-file: %w", errors.Unwrap(err))
			}
			l.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			if err := l.Validate(); err != nil {
				return bad(err)
			}
			return b.run(cmd.Context(), "", show, func(ctx context.Context, h *feeds.Hub, log *slog.Logger) error {
				l.Log = log
				l.Run(ctx, h)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&l.Round, "round-id", "", "`ID` of the round at Lichess, 8 letters and digits")
	cmd.Flags().StringVar(&token, "token-file", "", "`FILE` with the token")
	cmd.Flags().StringVar(&l.Server, "server", "https://lichess.org", "`URL` of another server with the same software")
	cmd.Flags().StringVar(&l.Event, "event", "", "topic level of the `EVENT`, if there are several")
	show.flags(cmd, reconcile.Certain, true)
	cmd.Flags().StringVar(&l.Only, "round", "", "push this `ROUND`, instead of the games being played")
	return cmd
}

// run follows the broker and runs work, until a signal arrives or work fails. If
// dir is not empty, it also keeps the games in that directory.
func (b *bridge) run(ctx context.Context, dir string, show shownGames, work func(context.Context, *feeds.Hub, *slog.Logger) error) error {
	lines := newLogQueue(b.c.err)
	defer lines.end()
	log := lines.logger(configs.Log{Level: "info"})
	broker, base, err := b.at.connection()
	if err != nil {
		return bad(err)
	}
	var keeper *feeds.PGNFiles
	var games []*feeds.Game
	if dir != "" {
		if keeper, err = feeds.NewPGNFiles(dir, log); err != nil {
			return bad(err)
		}
		if games, err = keeper.Load(); err != nil {
			return bad(err)
		}
	}
	ctx, stop := untilStopped(ctx)
	defer stop()
	options, err := show.options(broker.Username != "")
	if err != nil {
		return err
	}
	hub := feeds.NewHub(base, games, log, options...)
	var running sync.WaitGroup
	running.Go(func() { hub.Run(ctx, broker) })
	if keeper != nil {
		running.Go(func() { keeper.Run(ctx, hub) })
	}
	err = work(ctx, hub, log)
	stop()
	running.Wait()
	return err
}

// Limits of a bridge's server: connections, and requests of one address. A page or a program asks
// every few seconds, a hall behind one address for all its boards.
const mostAskers = 1000

var bridgePace = webserver.Pace{Burst: 10_000, PerSecs: 1000, Wait: 10 * time.Second}

// serve serves until ctx ends. The address is printed once it is bound.
func (b *bridge) serve(ctx context.Context, at listenAt, format string, handler http.Handler, log *slog.Logger) error {
	if err := configs.CheckListen(at.address); err != nil {
		return badf("--listen: %w", err)
	}
	proxies, err := trustedProxies(at.proxies)
	if err != nil {
		return bad(err)
	}
	l, err := webserver.Listen(at.address, mostAskers)
	if err != nil {
		return fmt.Errorf("--listen: %w: is another program using it? name another address", err)
	}
	var busy sync.WaitGroup
	defer busy.Wait() // a closing server does not wait for its WebSockets by itself
	waited := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		busy.Add(1)
		defer busy.Done()
		handler.ServeHTTP(w, r)
	})
	server := webserver.New(webserver.Behind(webserver.Paced(waited, bridgePace), proxies), log)
	server.BaseContext = func(net.Listener) context.Context { return ctx } // WebSockets end when ctx ends
	fmt.Fprintf(b.c.out, format+"\n", l.Addr())
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
