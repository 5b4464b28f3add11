package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/resources"
	"touchmove/internal/words"
)

func newRun(c *console) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [--config FILE] [--speed X] [--seed N] [--style STYLE] [--listen ADDRESS] [--screen ADDRESS] [--language LANGUAGE] [--plain]",
		Short: "Follow boards and publish their games: the daemon",
		Long: `Read the boards of a configuration and publish their games over MQTT until SIGINT or
SIGTERM. Without a configuration, simulated hands play real games on a simulated board,
the embedded broker listens on 127.0.0.1:1883, and the broadcast screen is at
http://127.0.0.1:8080.

On a terminal the board is shown; elsewhere, or with --plain, every move is a line on
standard output. The log goes to standard error.`,
		Example: `  touchmove run
  touchmove run --speed 10 --style blitz
  touchmove run --config hall-7.toml
  mosquitto_sub -t 'touchmove/v1/#' -v     in a second terminal`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var warnings strings.Builder
			config, err := o.load(cmd, &warnings)
			if err != nil {
				return bad(err)
			}
			if warnings.Len() > 0 {
				c.warn(warnings.String())
			}
			texts, err := textsIn(o.language)
			if err != nil {
				return err
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(collectAt)
			}
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			if o.plain || !isTerminal(c.out) || !isTerminal(c.in) {
				return runPlain(ctx, c, config, texts, func(warnings io.Writer) (*configs.Config, error) { return o.load(cmd, warnings) })
			}
			return runLive(ctx, c, config, texts)
		},
	}
	cmd.Flags().StringVar(&o.config, "config", "", "configuration `FILE` (docs/config.md)")
	cmd.Flags().Float64Var(&o.speed, "speed", 1, "`SPEED` of a simulated board, times real time, 0.1 to 100")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "`SEED` of a simulated board: the same seed plays the same; further boards take the next seeds")
	cmd.Flags().StringVar(&o.style, "style", "", "`STYLE` of simulated hands: "+strings.Join(configs.Styles(), ", "))
	cmd.Flags().StringVar(&o.listen, "listen", "", "`ADDRESS` of the embedded broker, for example 127.0.0.1:1884")
	cmd.Flags().StringVar(&o.screen, "screen", "", "`ADDRESS` of the broadcast screen, for example 127.0.0.1:8090")
	cmd.Flags().StringVar(&o.language, "language", "english", "`LANGUAGE` of the view and the lines: "+words.Names())
	cmd.Flags().BoolVar(&o.plain, "plain", false, "lines instead of the live view")
	return cmd
}

// collectAt is the garbage after which the daemon collects it, in percent of the memory in use;
// Go's default is 100. Memory is scarcer than time on the smallest computers: a board takes a tenth less
// of it. GOGC in the environment says otherwise.
const collectAt = 50

// runOptions are the flags of run. They override the configuration.
type runOptions struct {
	config, style  string
	language       string
	listen, screen string
	speed          float64
	seed           uint64
	plain          bool

	asked sync.Once
	taken bool // whether another program has the default port for WebSockets
}

// load reads the configuration and applies the flags to it. Warnings go to w.
func (o *runOptions) load(cmd *cobra.Command, w io.Writer) (*configs.Config, error) {
	config := configs.Default()
	if o.config == "" {
		o.demonstrate(config)
	} else {
		c, faults, err := configs.Load(o.config)
		if err != nil {
			return nil, fileError(err)
		}
		for _, f := range faults {
			fmt.Fprintln(w, f)
		}
		config = c
	}
	if math.IsNaN(o.speed) || o.speed < 0.1 || o.speed > 100 {
		return nil, fmt.Errorf("--speed %g: write 0.1 to 100", o.speed)
	}
	if o.style != "" && !slices.Contains(configs.Styles(), o.style) {
		return nil, fmt.Errorf("--style %s: write one of %s", o.style, strings.Join(configs.Styles(), ", "))
	}
	if o.listen != "" {
		if err := configs.CheckListen(o.listen); err != nil {
			return nil, fmt.Errorf("--listen: %w", err)
		}
		if !config.MQTT.Embedded() {
			return nil, fmt.Errorf("--listen: the configuration names a broker elsewhere, %s", config.MQTT.Broker)
		}
		config.MQTT.Listen = o.listen
	}
	if o.screen != "" {
		if err := configs.CheckListen(o.screen); err != nil {
			return nil, fmt.Errorf("--screen: %w", err)
		}
		config.Screen.Listen = o.screen
	}
	simulated := false
	for i, b := range config.Boards {
		w, ok := b.Wiring.(configs.Simulated)
		if !ok {
			continue
		}
		simulated = true
		if cmd.Flags().Changed("speed") {
			w.Speed = o.speed
		}
		if cmd.Flags().Changed("seed") {
			w.Seed = o.seed + uint64(w.First)
		}
		if o.style != "" {
			w.Style = o.style
		}
		config.Boards[i].Wiring = w
	}
	for _, flag := range []string{"speed", "seed", "style"} {
		if !simulated && cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s is for simulated boards, and %s has none", flag, o.config)
		}
	}
	return config, nil
}

// demonstrate changes the default configuration so that there is something to see at once: a blitz
// game with a seed for which the pieces already stand and the clocks are pressed. If another
// program has the port for WebSockets, the pages of the screen reach the broker through the server
// that sent them.
func (o *runOptions) demonstrate(c *configs.Config) {
	c.Game.TimeControl = "300+3"
	for i, b := range c.Boards {
		if w, ok := b.Wiring.(configs.Simulated); ok {
			w.Style, w.Seed = "blitz", 4
			c.Boards[i].Wiring = w
		}
	}
	o.asked.Do(func() { // only once: after a reload, the port is our own
		if l, err := net.Listen("tcp", c.MQTT.WebSocket); err == nil {
			l.Close()
		} else {
			o.taken = true
		}
	})
	if o.taken {
		c.MQTT.WebSocket = ""
	}
}

// readResources reads the files and variables that the configuration names.
func readResources(config *configs.Config, log *slog.Logger) (*resources.Resources, error) {
	r, err := resources.Read(config, time.Now(), log)
	if err != nil {
		return nil, manyFaults(err)
	}
	return r, nil
}

// manyFaults returns, of several joined errors, the first and the number of the others, on one
// line.
func manyFaults(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) < 2 {
		return err
	}
	more := len(joined.Unwrap()) - 1
	return fmt.Errorf("%w (and %s: touchmove check FILE lists all)", joined.Unwrap()[0], plural(more, "more error"))
}

// runPlain prints the games of every board as lines, and reloads the configuration at SIGHUP.
func runPlain(ctx context.Context, c *console, config *configs.Config, texts *words.Texts, reload func(warnings io.Writer) (*configs.Config, error)) error {
	return reloading(ctx, c, config, reload, func(ctx context.Context, config *configs.Config, d *daemon.Daemon, log *slog.Logger) error {
		return runInLines(ctx, c, config, d, texts, log)
	})
}

// runInLines runs the daemon and prints the games of its boards as lines. Play does not depend
// on anybody reading them.
func runInLines(ctx context.Context, c *console, config *configs.Config, d *daemon.Daemon, texts *words.Texts, log *slog.Logger) (err error) {
	for _, b := range d.Boards {
		log.Info("following", "board", b.Config.ID, "wiring", b.Config.Wiring.String())
	}
	for _, l := range links(config, d) {
		if l[0] != "" {
			log.Info("listening", "for", l[0], "at", l[1])
		}
	}
	out := newPrinter(c.out, log)
	defer out.end()
	playing, ended := context.WithCancel(ctx)
	finished := make(chan error, 1)
	go func() {
		defer ended()
		finished <- d.Run(ctx)
	}()

	feeds := feedsOf(d, texts)
	for more := true; ; {
		var waits []<-chan struct{}
		for _, f := range feeds {
			lines, grown := f.catchUp()
			waits = append(waits, grown)
			for _, line := range lines {
				out.print(line)
			}
		}
		if !more {
			return err
		}
		if more = anyOf(playing, waits); !more {
			err = <-finished // and what was played last is printed
		}
	}
}

func feedsOf(d *daemon.Daemon, texts *words.Texts) []*feed {
	var feeds []*feed
	for _, b := range d.Boards {
		feeds = append(feeds, &feed{board: b.Config.ID, texts: texts, source: b.History.Watch()})
	}
	return feeds
}

// runLive shows the boards in the live view.
func runLive(ctx context.Context, c *console, config *configs.Config, texts *words.Texts) error {
	watch := newLogWatch(config.Log)
	log := slog.New(watch)
	resources, err := readResources(config, log)
	if err != nil {
		return err
	}
	d, err := openDaemon(ctx, resources, log)
	if errors.Is(err, errStopped) {
		return nil
	}
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	profile := profileOf(c)
	m := &live{
		ctx: ctx, texts: texts, tints: newTints(terminalOf(profile)), profile: profile,
		links: links(config, d), offline: watch.offline,
	}
	if d.Broker != nil {
		m.controls = append(m.controls, brokerControl(d.Broker, texts))
	}
	for i, f := range feedsOf(d, texts) {
		b := d.Boards[i].Config
		f.wired = wiredAt(b, resources.Sheets[i])
		w := watched{feed: f, what: b.Wiring.String(), scans: texts.T("run.scans", "hz", b.ScanHz), halted: func() bool { return false }}
		if s := d.Boards[i].Simulation; s != nil {
			w.halted, w.speed, w.controls = s.Halted, s.Speed, simulationControls(s, texts)
		}
		if lamps := d.Boards[i].Signals; lamps != nil {
			w.lamps = lamps.Now
		}
		w.controls = append(w.controls, alarmControl(ctx, d.Boards[i], f))
		m.boards = append(m.boards, w)
	}
	program := tea.NewProgram(m, tea.WithInput(c.in), tea.WithOutput(c.out), tea.WithColorProfile(profile), tea.WithFPS(10), tea.WithoutSignalHandler())
	watch.forward(func(line string) { program.Send(logged(line)) })
	finished := make(chan error, 1)
	go func() {
		err := d.Run(ctx)
		program.Quit()
		finished <- err
	}()
	_, err = program.Run()
	stop()
	return errors.Join(err, <-finished)
}

// links returns the addresses at which the daemon can be reached.
func links(config *configs.Config, d *daemon.Daemon) [][2]string {
	address := config.MQTT.Broker
	if d.Broker != nil {
		address = d.Broker.Addr()
	}
	list := [][2]string{{"MQTT", address}, {"", config.MQTT.Base + "/#"}}
	if d.Web != nil {
		list = append([][2]string{{"screen", d.Web.URL()}}, list...)
	}
	return list
}
