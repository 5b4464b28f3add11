package main

import (
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// example is a board to measure.
type example struct {
	name   string
	config configs.Board
}

// examples returns the boards of the example configurations that are named after a wiring,
// and boards with multiplexers in front of the other converters.
func examples(dir string) ([]example, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no example configuration there", dir)
	}
	var all []example
	for _, file := range files {
		c, _, err := configs.Load(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".toml")
		if !slices.Contains(configs.Chips(), name) {
			continue // for a place, with the wiring of another example
		}
		b := c.Boards[0]
		b.Clock = scan.ClockLines{} // the clock is not scanned
		w, multiplexed := b.Wiring.(wiring.Multiplexed)
		switch {
		case multiplexed:
			for _, converter := range wiring.ConverterWords() {
				w.Converter, w.Addr = converter, wiring.ConverterOf(converter).Usual.Addrs[0]
				b.Wiring = w
				all = append(all, example{"cd74hc4067, " + converter, b})
			}
		default:
			all = append(all, example{name, b})
		}
	}
	slices.SortFunc(all, func(a, b example) int { return strings.Compare(a.name, b.name) })
	// Examples for a place (hall, home) have the wiring of one that is named after its chip.
	var wirings []example
	for i, e := range all {
		same := func(other example) bool { return reflect.DeepEqual(e.config.Wiring, other.config.Wiring) }
		if !slices.ContainsFunc(all[i+1:], same) {
			wirings = append(wirings, e)
		}
	}
	return wirings, nil
}

// row is one line of the table.
type row struct {
	name    string
	counted effort // counted by the simulated bus and lines
	sum     effort // by arithmetic
}

// measure reads a board with its pieces set up.
func measure(e example) (row, error) {
	pins := chips.NewBoard()
	var start sensors.Scan
	position := rules.StartPosition()
	for sq := range start {
		start[sq] = sensors.Empty
		if position.Occupied().Has(rules.Square(sq)) {
			start[sq] = sensors.Occupied
		}
	}
	pins.Set(start)
	counted, err := scanned(e.config, pins)
	if err != nil {
		return row{}, fmt.Errorf("%s: %w", e.name, err)
	}
	return row{name: e.name, counted: counted, sum: arithmetic(e.config.Wiring)}, nil
}

// report prints the table; with cpu, also the processor time.
func report(out io.Writer, boards []example, cpu bool) error {
	fmt.Fprint(out, legend)
	if cpu {
		fmt.Fprint(out, legendCPU)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "wiring\ttransfers\tbytes\tGPIO calls\tms a scan\tscans/s, sum\tscans/s, bus\t"
	if cpu {
		head += "us CPU\t"
	}
	fmt.Fprintln(w, head)
	for _, e := range boards {
		r, err := measure(e)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.2f\t%.0f\t%.0f\t", r.name, r.counted.transfers, r.counted.bytes, r.counted.calls,
			ms(r.sum.took), rate(r.sum.took), rate(r.counted.took))
		if cpu {
			used, err := processor(e.config)
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			fmt.Fprintf(w, "%.1f\t", float64(used)/float64(time.Microsecond))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

const legend = `transfers, bytes   of one scan of 64 squares, as the simulated bus counts them under the driver;
                   bytes with addresses
ms a scan          at 400 kHz, with 0.1 ms for a transfer's system call and 20 us for one on GPIO lines
scans/s, sum       the most there can be, by arithmetic from the datasheets
scans/s, bus       the same from the time that the simulated bus takes
`

const legendCPU = `us CPU             driver, bus layer and table, on this machine, without the kernel
`

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func rate(d time.Duration) float64 { return float64(time.Second) / float64(d) }
