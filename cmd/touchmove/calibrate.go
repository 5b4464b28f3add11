package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/configs"
	"touchmove/rules"
)

// calibrateOptions are the flags of calibrate and its subcommands.
type calibrateOptions struct {
	config, board, output, faults string
	squares                       string
	json, plain                   bool
	hands                         bool
	speed, clumsy                 float64
	seed                          uint64
	seconds                       float64

	mend    bool            // replace a calibration that cannot be read with a new one
	sockets string          // where a daemon that serves the board would listen
	read    *configs.Config // the configuration; nil without one
}

func newCalibrate(c *console) *cobra.Command {
	var o calibrateOptions
	cmd := &cobra.Command{
		Use:   "calibrate [--config FILE] [--board ID] [--plain]",
		Short: "Guide through measuring a board's sensors, and name the weak ones",
		Long: `Find out how a board is wired and what its sensors read, in four to six minutes. The
program asks for one thing at a time, grades every square, and finally names the weak
squares and what to do about them. The result is stored beside the configuration as
ID.levels.toml, or where the configuration says; nothing is stored before the end.

Without a configuration this is for practice: a simulated board with a few faults, whose
simulated hands do what is asked; h stops them. --faults sets the faults of a simulated
board.

On a terminal the board is shown; elsewhere, or with --plain, everything is printed as
lines, and answers are typed: Enter, undo, skip, note, end or quit.`,
		Example: `  touchmove calibrate                            practice on a simulated board
  touchmove calibrate --config hall-7.toml
  touchmove calibrate levels --square c2,g7 --config hall-7.toml
  touchmove calibrate --plain --speed 50 --faults c4=weak,turn=180`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				return fmt.Errorf("%q is not a calibrate command: did you mean %s?", args[0], near[0])
			}
			return fmt.Errorf("%q is not a calibrate command: choose watch, wiring, levels or report", args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.guide(cmd, c, guide.Options{Wiring: true, Levels: true})
		},
	}
	cmd.SuggestionsMinimumDistance = 2
	o.common(cmd)
	o.guided(cmd)
	cmd.AddCommand(newCalibrateWatch(c, &o), newCalibrateWiring(c, &o), newCalibrateLevels(c, &o), newCalibrateReport(c, &o))
	return cmd
}

// common adds the flags of calibrate and all of its subcommands.
func (o *calibrateOptions) common(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.config, "config", "", "configuration `FILE` (docs/config.md)")
	f.StringVar(&o.board, "board", "", "`ID` of the board, if the configuration has several")
	f.BoolVar(&o.plain, "plain", false, "lines instead of a view: for scripts and screen readers")
	f.StringVar(&o.faults, "faults", "", "faults of a simulated board: `LIST`, some or none (docs/calibration.md)")
	f.Float64Var(&o.speed, "speed", 1, "`SPEED` of a simulated board, times real time, 0.1 to 1000")
	f.Uint64Var(&o.seed, "seed", 0, "`SEED` of a simulated board: the same seed gives the same board")
	f.BoolVar(&o.hands, "hands", true, "simulated hands do what is asked")
	f.Float64Var(&o.clumsy, "clumsy", 0.03, "`SHARE` of pieces that simulated hands put on the wrong square, 0 to 0.5")
}

// guided adds the flags of the commands that write a result.
func (o *calibrateOptions) guided(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` for the result, instead of the configuration's")
	cmd.Flags().BoolVar(&o.json, "json", false, "the report at the end as JSON on standard output (with --plain)")
}

func newCalibrateWiring(c *console, o *calibrateOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wiring [--config FILE] [--board ID] [--plain]",
		Short: "Find out which channel serves which square",
		Long: `Put one piece on each square in turn: turned and mirrored boards, exchanged lines and
wires are found and accepted as they are. Earlier measurements stay with their sensors.`,
		Example: "  touchmove calibrate wiring --config hall-7.toml",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.guide(cmd, c, guide.Options{Wiring: true})
		},
	}
	o.guided(cmd)
	return cmd
}

func newCalibrateLevels(c *console, o *calibrateOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "levels [--square LIST] [--config FILE] [--board ID] [--plain]",
		Short: "Measure the sensors, without determining the wiring",
		Long: `Set up a few positions: zero, both poles, noise and margin of every sensor are
measured. With --square only those squares are measured; the others keep their values.`,
		Example: "  touchmove calibrate levels --config hall-7.toml\n  touchmove calibrate levels --square c4 --config hall-7.toml",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			squares, err := parseSquares(o.squares)
			if err != nil {
				return bad(err)
			}
			return o.guide(cmd, c, guide.Options{Levels: true, Squares: squares})
		},
	}
	o.guided(cmd)
	cmd.Flags().StringVar(&o.squares, "square", "", "only these squares: `LIST` such as c4 or c2,g7")
	return cmd
}

// parseSquares parses squares separated by commas.
func parseSquares(text string) (squares rules.Squares, err error) {
	if text == "" {
		return 0, nil
	}
	for _, word := range strings.Split(text, ",") {
		sq, err := rules.ParseSquare(strings.TrimSpace(word))
		if err != nil {
			return 0, fmt.Errorf("--square %s: %w", text, err)
		}
		squares = squares.With(sq)
	}
	return squares, nil
}

// guide leads the user through a calibration.
func (o *calibrateOptions) guide(cmd *cobra.Command, c *console, g guide.Options) error {
	b, err := o.open(cmd, c)
	if err != nil {
		return err
	}
	defer b.close()
	if g.Squares != 0 && (b.board.Sheet == nil || !b.board.Sheet.Measured()) {
		return badf("--square: board %s was not calibrated yet: calibrate all of it first, with %s", b.board.ID, "touchmove calibrate")
	}
	g.Now = time.Now
	if b.save != "" {
		g.Save = b.keep
	}
	ctx, stop := untilStopped(cmd.Context())
	defer stop()
	lit := newLamps(ctx, b.configured)
	defer func() {
		for _, fault := range lit.end() {
			fmt.Fprintln(c.err, fault)
		}
	}()
	g.Lamps = lit.wish()
	session := guide.NewGuide(b.board, g)
	if o.plain || !isTerminal(c.out) || !isTerminal(c.in) {
		return o.guidePlain(ctx, c, b, session)
	}
	model := guide.NewModel(ctx, b, session, b.hands, b.style)
	model.LampFaults = lit.faults
	if err := runModel(ctx, c, model, b); err != nil {
		return err
	}
	sheet, saved := session.Result()
	if sheet == nil {
		fmt.Fprintln(c.err, "touchmove: stopped before the end: nothing was saved")
		return status(exitFailed)
	}
	if model.Printed {
		if err := b.print(c.out, sheet, false); err != nil {
			return err
		}
	}
	return saved
}

// guidePlain leads the user through a calibration in plain lines: questions and
// answers go to standard error, the report to standard output.
func (o *calibrateOptions) guidePlain(ctx context.Context, c *console, b *bench, session *guide.Guide) error {
	var in io.Reader
	if b.hands == nil {
		in = c.in
	}
	done, err := guide.Plain(ctx, b, session, b.hands, c.err, in)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if !done {
		fmt.Fprintln(c.err, "touchmove: stopped before the end: nothing was saved")
		return status(exitFailed)
	}
	sheet, saved := session.Result()
	if saved != nil {
		return saved
	}
	if b.save != "" {
		fmt.Fprintf(c.err, "saved %s\n", b.board.File)
	} else {
		fmt.Fprintln(c.err, "practice: nothing is saved; --output FILE saves it")
	}
	if o.json {
		r := guide.Report{Board: &b.board, Sheet: sheet, Age: 0}
		if _, err := c.out.Write(r.JSON()); err != nil {
			return err
		}
	} else if err := b.print(c.out, sheet, true); err != nil {
		return err
	}
	return readiness(sheet)
}

// readiness returns the exit status for a calibration: failed if the board was
// measured and is not fit for play.
func readiness(s *calibration.Sheet) error {
	if s.Measured() && s.Light() == calibration.Red {
		return status(exitFailed)
	}
	return nil
}

// runModel shows the guide on the terminal.
func runModel(ctx context.Context, c *console, m *guide.Model, b *bench) error {
	m.Clock, m.Header = time.Now, b.header
	m.Tape = func() (guide.Tape, error) { return newTape(b.board.ID, time.Now()) }
	profile := colorprofile.Detect(c.out, os.Environ())
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(c.in), tea.WithOutput(c.out), tea.WithColorProfile(profile), tea.WithFPS(10), tea.WithoutSignalHandler())
	_, err := program.Run()
	if errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, context.Canceled) {
		err = nil // ended by a signal
	}
	said, taping := m.Finish()
	if said != "" {
		fmt.Fprintln(c.err, said)
	}
	return errors.Join(err, m.Err, taping)
}
