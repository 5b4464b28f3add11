package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/daemon/setup"
	"touchmove/rules"
)

func newSetup(c *console) *cobra.Command {
	o := setupOptions{place: setup.ThisPlace()}
	cmd := &cobra.Command{
		Use:   "setup [--yes] [--board ID] [--driver DRIVER] [--network=yes|no] [-o FILE]",
		Short: "Find a board, write its configuration, calibrate and play",
		Long: `Find buses and chips, recognise how the board is wired, ask what cannot be detected, and
write a configuration of about ten lines. Then continue with calibration and play. On a
computer without a board, practise on a simulated one. Nothing is written before the
last question, and an existing file is never overwritten.

With --yes nothing is asked: every question that no flag answers gets the answer in its
brackets, except that nothing is opened to the network without --network=yes. Run as
root where the package is installed, it writes ` + setup.PackageFile + `.`,
		Example: `  touchmove setup
  touchmove setup --practise tca9555
  touchmove setup --yes --board kitchen --driver tca9555 --network=yes -o kitchen.toml`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd, c) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.answers.Yes, "yes", false, "ask nothing: for scripts")
	f.StringVar(&o.answers.Board, "board", "", "`ID` of the board, such as kitchen")
	f.StringVar(&o.answers.Driver, "driver", "", "how the board is wired: the `DRIVER` of docs/config.md, instead of what is recognised")
	f.StringVar(&o.answers.Laws, "laws", "", "`EDITION` of the Laws, such as "+rules.InForce.String())
	f.StringVar(&o.diodes, "diodes", "", "`yes|no`: whether a matrix has a diode at each square")
	f.StringVar(&o.network, "network", "", "`yes|no`: whether computers in this network may watch")
	f.StringVar(&o.answers.Practise, "practise", "", "a simulated board on the chips of a `DRIVER`")
	f.StringVar(&o.answers.Practise, "practice", "", "as --practise")
	_ = f.MarkHidden("practice") // fails only if there is no such flag
	f.StringSliceVar(&o.answers.Rows, "rows", nil, "eight GPIO `LINES` of a matrix's rows")
	f.StringSliceVar(&o.answers.Columns, "columns", nil, "eight GPIO `LINES` of a matrix's columns")
	f.StringVar(&o.answers.RowsPort, "rows-port", "", "`PORT` of the rows of a matrix on one chip: crossed, a or b")
	f.StringSliceVar(&o.answers.Select, "select", nil, "four GPIO `LINES` that select the inputs of multiplexers")
	f.IntSliceVar(&o.buses, "bus", nil, "look on this I2C bus, by its `NUMBER`, and on no other")
	f.StringVarP(&o.place.File, "output", "o", o.place.File, "`FILE` for the configuration; BOARD.toml by default")
	return cmd
}

// setupOptions are the flags of setup.
type setupOptions struct {
	place   setup.Place
	answers setup.Answers
	network string
	diodes  string
	buses   []int
	shared  *sharedInput // for input that is not a terminal; nil on a terminal
}

func (o *setupOptions) run(cmd *cobra.Command, c *console) error {
	if err := o.check(cmd); err != nil {
		return bad(err)
	}
	ctx, stop := untilStopped(cmd.Context())
	defer stop()
	in := c.in
	if !isTerminal(in) { // on a terminal, each program that reads it releases it again
		o.shared = newSharedInput(c.in)
		in = o.shared.until(cmd.Context())
	}
	again := time.NewTicker(time.Second)
	defer again.Stop()
	s := setup.New(setup.Options{
		Look:    func() doctor.Survey { return look(o.buses) },
		Examine: func(config *configs.Config) []doctor.Finding { return examine(config, o.buses) },
		Again:   again.C,
		In:      in, Out: colored(c.out), Style: setupStyle(c),
		Place: o.place, Answers: o.answers, Secret: setup.NewPassword,
	})
	path, err := s.Configure(ctx)
	if errors.Is(err, setup.ErrThere) {
		return nil
	}
	if err != nil {
		return o.ended(err)
	}
	calibrate, err := s.Calibrate(ctx)
	if err != nil || !calibrate {
		return leave(err)
	}
	if o.place.Unit {
		stopUnit(ctx)
	}
	stop() // the next command handles signals itself
	if err := o.carryOn(c, "calibrate", "--config", path); err != nil {
		return err
	}
	ctx, stop = untilStopped(cmd.Context())
	defer stop()
	play, err := s.Play(ctx)
	if err != nil || !play {
		return leave(err)
	}
	if o.place.Unit {
		return restartUnit(ctx, c)
	}
	stop()
	return o.carryOn(c, "run", "--config", path)
}

// check refuses flags without a meaningful value.
func (o *setupOptions) check(cmd *cobra.Command) error {
	for _, f := range []struct {
		name, given string
		answer      **bool
	}{{"network", o.network, &o.answers.Network}, {"diodes", o.diodes, &o.answers.Diodes}} {
		switch yes := f.given == "yes"; {
		case yes || f.given == "no":
			*f.answer = &yes
		case f.given != "":
			return fmt.Errorf("--%s %s: write yes or no", f.name, f.given)
		case cmd.Flags().Changed(f.name):
			return fmt.Errorf("--%s: write yes or no", f.name)
		}
	}
	if cmd.Flags().Changed("output") {
		o.place.Unit = o.place.File == setup.PackageFile && o.place.Unit
	}
	return nil
}

// ended turns the error that stopped a setup into an exit status.
func (o *setupOptions) ended(err error) error {
	if errors.Is(err, setup.ErrStopped) {
		return err
	}
	return bad(err)
}

// leave ends a setup whose file is already written: stopping is then not a failure.
func leave(err error) error {
	if errors.Is(err, setup.ErrStopped) {
		return nil
	}
	return err
}

// carryOn runs another command, which itself reports why it failed.
func (o *setupOptions) carryOn(c *console, args ...string) error {
	if o.shared != nil {
		ctx, done := context.WithCancel(context.Background())
		defer done()
		c = &console{in: o.shared.until(ctx), out: c.out, err: c.err}
	}
	if code := run(args, c); code != exitDone {
		return status(code)
	}
	return nil
}

// restartUnit makes systemd start the daemon with the new configuration, after stopping it if it is
// running.
func restartUnit(ctx context.Context, c *console) error {
	cmd := exec.CommandContext(ctx, "systemctl", "restart", "touchmove.service")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("systemctl restart touchmove: %w: %s: see journalctl -u touchmove -n 20", err, strings.TrimSpace(string(text)))
	}
	fmt.Fprintln(c.out, "  The daemon runs, and starts whenever this computer is switched on. To watch it:\n\n     journalctl -fu touchmove")
	return nil
}

// stopUnit stops the daemon of the package: with another configuration, it may read the chips that
// are calibrated now. A computer without systemd has none.
func stopUnit(ctx context.Context) {
	_ = exec.CommandContext(ctx, "systemctl", "stop", "touchmove.service").Run() // calibrate says what holds a chip
}

// look finds the chips that answer on this computer's buses. It finds none if the hardware cannot
// be examined.
func look(buses []int) doctor.Survey {
	s, err := thisComputer()
	if err != nil {
		return doctor.Survey{}
	}
	return doctor.Look(s, buses)
}

// examine runs the doctor's checks on this computer.
func examine(config *configs.Config, buses []int) []doctor.Finding {
	s, err := thisComputer()
	if err != nil {
		return nil
	}
	return doctor.Examine(s, doctor.Request{Config: config, Buses: buses})
}

// setupStyle uses the same colours as the other commands.
func setupStyle(c *console) setup.Style {
	p := terminalPaint()
	with := func(s lipgloss.Style) func(string) string { return func(text string) string { return s.Render(text) } }
	return setup.Style{
		OK: with(p.ok), Warn: with(p.warn), Bad: with(p.bad), Info: with(p.info), Dim: with(p.dim), Bold: with(p.bold),
		ASCII: needsPlainSigns(), Clear: isTerminal(c.out), Echo: !isTerminal(c.in),
	}
}
