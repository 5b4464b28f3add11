package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// design is the board that a builder asks about. Lengths are in millimetres.
type design struct {
	magnet                     string
	remanence                  int64 // in millitesla
	sensor                     string
	depth, square, lift, shift float64
	shifted                    bool // whether --shift was given
}

func newMargins(c *console) *cobra.Command {
	var d design
	var list []string
	for _, k := range physics.Kinds() {
		list = append(list, fmt.Sprintf("  %-13s %s", k.Name, k.What))
	}
	cmd := &cobra.Command{
		Use:   "margins [--magnet DIAMETERxHEIGHT] [--sensor SENSOR] [--depth MM]",
		Short: "Compute how well a sensor detects a magnet through the board",
		Long: `Compute the field that a magnet in the base of a piece produces at a sensor below the board, and
say whether it is enough: in the middle of the square, off the middle, on the border, and on the
next square. Without --sensor, all known sensors are compared. Each is assumed to be the least
sensitive part that its datasheet allows, and the magnet 5 % weaker than stated.
The sensors:

` + strings.Join(list, "\n"),
		Example: `  touchmove margins --magnet 15x4 --depth 4
  touchmove margins --magnet 15x4 --depth 4 --sensor drv5023aj --square 50`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d.shifted = cmd.Flags().Changed("shift")
			out := bufio.NewWriter(c.out)
			if err := d.print(out); err != nil {
				return err
			}
			return out.Flush()
		},
	}
	cmd.Flags().StringVar(&d.magnet, "magnet", "15x4", "`DIAMETERxHEIGHT` in mm of the magnet in a base")
	cmd.Flags().Int64Var(&d.remanence, "remanence", 1200, "remanence of the magnet in `mT`: N35 1200, N45 1330, ferrite 380")
	cmd.Flags().StringVar(&d.sensor, "sensor", "", "only this `SENSOR`, with a table of depths; all are compared if empty")
	cmd.Flags().Float64Var(&d.depth, "depth", 4, "`MM` from the surface of the board to the sensor's body")
	cmd.Flags().Float64Var(&d.square, "square", 57, "`MM`, the side of a square")
	cmd.Flags().Float64Var(&d.lift, "lift", 1.5, "`MM` from the board to the magnet: felt and wood")
	cmd.Flags().Float64Var(&d.shift, "shift", 0, "`MM` from the middle of the square to the sensor, along the rank")
	return cmd
}

// board returns the board of this design with one kind of sensor.
func (d *design) board(k physics.Kind) (*physics.Board, error) {
	m, err := d.parseMagnet()
	if err != nil {
		return nil, err
	}
	b := &physics.Board{Kind: k, Shift: k.Aside, Weaker: 50}
	base := physics.Base{Magnet: m}
	for _, l := range []struct {
		flag       string
		mm         float64
		least, top float64
		into       *int64
	}{
		{"--depth", d.depth, 0, 40, &b.Depth}, {"--square", d.square, 20, 120, &b.Square}, {"--lift", d.lift, 0, 30, &base.Lift},
	} {
		if math.IsNaN(l.mm) || l.mm < l.least || l.mm > l.top {
			return nil, badf("%s %g: give millimetres from %g to %g", l.flag, l.mm, l.least, l.top)
		}
		*l.into = int64(math.Round(l.mm * physics.Millimetre))
	}
	if d.shifted {
		if math.IsNaN(d.shift) || math.Abs(d.shift) > d.square/2 {
			return nil, badf("--shift %g: give millimetres within the square of %g", d.shift, d.square)
		}
		b.Shift = int64(math.Round(d.shift * physics.Millimetre))
	}
	b.Set[rules.Pawn] = base
	return b, nil
}

// parseMagnet parses DIAMETERxHEIGHT.
func (d *design) parseMagnet() (physics.Magnet, error) {
	var across, high float64
	var rest string
	if n, _ := fmt.Sscanf(strings.ToLower(d.magnet)+" ", "%fx%f%s", &across, &high, &rest); n != 2 || !(across < 1000 && high < 1000) {
		return physics.Magnet{}, badf("--magnet %s: write diameter and height in mm, such as 15x4", d.magnet)
	}
	m := physics.Magnet{
		Diameter: int64(math.Round(across * physics.Millimetre)), Height: int64(math.Round(high * physics.Millimetre)),
		Remanence: d.remanence * physics.Millitesla,
	}
	if err := m.Check(); err != nil {
		return m, badf("%w", err)
	}
	return m, nil
}

func (d *design) print(out io.Writer) error {
	if d.sensor == "" {
		return d.compare(out)
	}
	k, err := physics.KindByName(d.sensor)
	if err != nil {
		return badf("--sensor %s: %w", d.sensor, err)
	}
	b, err := d.board(k)
	if err != nil {
		return err
	}
	m := b.Margin(rules.Pawn)
	fmt.Fprintf(out, "%s: %s\n%s\n\n", k.Name, k.What, k.Source)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range []struct {
		what  string
		field int64
	}{
		{"in the middle of the square", m.Centre}, {"a quarter of a square off", m.Quarter}, {"on the border", m.Border},
		{"on the next square", m.Neighbour}, {"pieces on all squares around", m.Crowd},
	} {
		fmt.Fprintf(w, "%s\t%s mT\n", row.what, physics.Milli(row.field))
	}
	fmt.Fprintf(w, "needed by the least sensitive part\t%s mT\n", physics.Milli(m.Needed))
	fmt.Fprintf(w, "margin in the middle\t%d %% of it\n", m.Percent())
	if err := w.Flush(); err != nil {
		return err
	}
	grade, why := b.Judge(m)
	fmt.Fprintf(out, "\n%s: %s\n\n", grade, strings.Join(why, ";\n"))
	return d.depths(out, k)
}

// depths prints a table with one row for each depth.
func (d *design) depths(out io.Writer, k physics.Kind) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "depth mm\tmiddle mT\tmargin %\tdetected within mm\tquarter off mT\tborder mT\t\t")
	at := *d
	for at.depth = 2; at.depth <= 12; at.depth += 1 {
		b, err := at.board(k)
		if err != nil {
			return err
		}
		m := b.Margin(rules.Pawn)
		grade, _ := b.Judge(m)
		fmt.Fprintf(w, "%g\t%s\t%d\t%s\t%s\t%s\t%s\t\n", at.depth, physics.Milli(m.Centre), m.Percent(), reach(m), physics.Milli(m.Quarter), physics.Milli(m.Border), grade)
	}
	return w.Flush()
}

// compare prints one row for each kind of sensor.
func (d *design) compare(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "sensor\tmiddle mT\tneeded mT\tmargin %\tdetected within mm\tnext square mT\tall around mT\t\t")
	for _, k := range physics.Kinds() {
		b, err := d.board(k)
		if err != nil {
			return err
		}
		m := b.Margin(rules.Pawn)
		grade, _ := b.Judge(m)
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t\n", k.Name, physics.Milli(m.Centre), physics.Milli(m.Needed), m.Percent(), reach(m), physics.Milli(m.Neighbour), physics.Milli(m.Crowd), grade)
	}
	return w.Flush()
}

// reach returns how far from the middle of a square a piece is still felt, in
// millimetres, or "-" if not even there.
func reach(m physics.Margin) string {
	if m.Centre < m.Needed {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(m.Reach)/physics.Millimetre)
}
