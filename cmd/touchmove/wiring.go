package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
	"touchmove/sensors/wiring/plan"
)

// recommended is the wiring recommended for a new board.
const recommended = "tca9555"

func newWiring(c *console) *cobra.Command {
	var id, format, output string
	cmd := &cobra.Command{
		Use:   "wiring [CONFIG] [--board ID] [--format text|svg|html] [-o FILE]",
		Short: "Draw how a board is wired: header, chips, squares, parts",
		Long: `Draw the wiring plan of a configuration: the header of the Raspberry Pi with the pins that are
used, each chip with its address pins, the wire and the sensor of each square, and the parts
with their quantities. The plan is made from what the drivers read, so it shows what the
program expects. Once the board has been calibrated, it shows the wiring that was found.

text is for a terminal, svg is a picture, html a page to print on one sheet of A4 paper. Without
a configuration, the plan is that of the recommended board: four TCA9555.`,
		Example: `  touchmove wiring
  touchmove wiring hall-7.toml
  touchmove wiring hall-7.toml --format html -o hall-7-wiring.html`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("%d arguments instead of one CONFIG", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			config := ""
			if len(args) > 0 {
				config = args[0]
			}
			p, err := planOf(c, config, id)
			if err != nil {
				return bad(err)
			}
			text, err := drawPlan(p, format)
			if err != nil {
				return err
			}
			if output != "" {
				return writeOutput(output, text)
			}
			_, err = c.out.Write(text)
			return err
		},
	}
	cmd.Flags().StringVar(&id, "board", "", "`ID` of the board, if the configuration has several")
	cmd.Flags().StringVar(&format, "format", "text", "`FORMAT`: text, svg or html")
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

func drawPlan(p *plan.Plan, format string) ([]byte, error) {
	switch format {
	case "text":
		return p.Text(), nil
	case "svg":
		return p.SVG(), nil
	case "html":
		return p.HTML(), nil
	}
	return nil, badf("--format %s: write text, svg or html", format)
}

// planOf returns the plan of a configured board or, without a configuration, of the
// recommended board.
func planOf(c *console, config, id string) (*plan.Plan, error) {
	if config == "" {
		if id != "" {
			return nil, errors.New("--board: without a configuration there is only the recommended board")
		}
		w, err := wiring.Usual(recommended)
		if err != nil {
			return nil, err
		}
		return plan.New("new", "the recommended board", w, wiring.CircuitOf(w, scan.ClockLines{}, wiring.Signals{})), nil
	}
	read, faults, err := configs.Load(config)
	if err != nil {
		return nil, fileError(err)
	}
	for _, f := range faults {
		fmt.Fprintln(c.err, f)
	}
	board, err := oneBoard(read, config, id)
	if err != nil {
		return nil, err
	}
	w, err := hardware.TwinOf(board.Wiring)
	if err != nil {
		return nil, err
	}
	source := "as configured in " + filepath.Base(config)
	if _, simulated := board.Wiring.(configs.Simulated); simulated {
		source = "the chips that " + filepath.Base(config) + " simulates"
	}
	sheet, err := calibrated(c, read, board, w)
	if err != nil {
		return nil, err
	}
	if sheet != nil && sheet.WiringFound {
		w, source = wiring.Rewired(w, sheet.Wiring), "as the calibration of "+sheet.Date.Format("2006-01-02")+" found it"
	}
	return plan.New(board.ID, source, w, wiring.CircuitOf(w, board.Clock, board.Signals())), nil
}

// calibrated returns the calibration with which a board is read, or nil if there is none.
// If the calibration does not fit the board, it prints why and returns nil.
func calibrated(c *console, read *configs.Config, board configs.Board, w wiring.Wiring) (*calibration.Sheet, error) {
	file, must := read.CalibrationOf(board)
	if file == "" {
		return nil, nil
	}
	sheet, err := readSheet(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !must:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("calibration of board %s: %w", board.ID, fileError(err))
	}
	if err := sheet.Fits(board.ID, wiring.Served(w), board.Sensing, sheet.Linear); err != nil {
		fmt.Fprintf(c.err, "%s is not used: %v\n", file, err)
		return nil, nil
	}
	return sheet, nil
}
