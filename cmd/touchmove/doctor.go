package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/internal/terminal"
)

func newDoctor(c *console) *cobra.Command {
	var config, only string
	var buses []int
	var asJSON bool
	var list []string
	for _, name := range doctor.Names() {
		list = append(list, fmt.Sprintf("  %-12s %s", name, doctor.Describe(name)))
	}
	cmd := &cobra.Command{
		Use:   "doctor [--config FILE] [--only CHECK] [--bus N]... [--json]",
		Short: "Find out why a board cannot be read, and how to fix it",
		Long: `Check this computer: its I2C buses, the chips on them, GPIO lines, permissions, clock,
disk and power. With a configuration, the findings are compared with what should be there,
square by square. Nothing is changed, and nothing harmful is sent on a bus. The checks:

` + strings.Join(list, "\n") + `

Exit status 1 if there is a fault, otherwise 0, even if there are warnings.`,
		Example: `  touchmove doctor --config hall-7.toml
  touchmove doctor --only chips
  touchmove doctor --json | jq '.findings[] | select(.level == "fault")'`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			r := doctor.Request{Only: only, Buses: buses}
			if only != "" && !slices.Contains(doctor.Names(), only) {
				return badf("--only %s: write one of %s", only, strings.Join(doctor.Names(), ", "))
			}
			if config != "" {
				read, faults, err := configs.Load(config)
				if err != nil {
					return bad(fileError(err))
				}
				for _, f := range faults {
					fmt.Fprintln(c.err, f)
				}
				if path, err := filepath.Abs(read.Path); err == nil {
					read.Path = path // absolute, so that commands printed with it work from any directory
				}
				r.Config = read
			}
			s, err := thisComputer()
			if err != nil {
				return err
			}
			found := doctor.Examine(s, r)
			if asJSON {
				err = diagnosisJSON(c, found)
			} else {
				err = diagnosis(c, found, r.Config == nil)
			}
			if err == nil && findingsOf(found, doctor.Fault) > 0 {
				return status(exitFailed)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&config, "config", "", "configuration `FILE` of the boards that should be there")
	cmd.Flags().StringVar(&only, "only", "", "one `CHECK`: "+strings.Join(doctor.Names(), ", "))
	cmd.Flags().IntSliceVar(&buses, "bus", nil, "look for chips also on this I2C bus, by its `NUMBER`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object")
	return cmd
}

func findingsOf(found []doctor.Finding, level doctor.Level) int {
	n := 0
	for _, f := range found {
		if f.Level == level {
			n++
		}
	}
	return n
}

func diagnosisJSON(c *console, found []doctor.Finding) error {
	out := json.NewEncoder(c.out)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		Faults   int              `json:"faults"`
		Warnings int              `json:"warnings"`
		Findings []doctor.Finding `json:"findings"`
	}{findingsOf(found, doctor.Fault), findingsOf(found, doctor.Warning), found})
}

// diagnosis prints findings for people to read: what was found, and below it what
// to do and what to type.
func diagnosis(c *console, found []doctor.Finding, alone bool) error {
	p := terminalPaint()
	signs := map[doctor.Level]string{doctor.OK: "✓", doctor.Note: "·", doctor.Warning: "▲", doctor.Fault: "✗"}
	if needsPlainSigns() {
		signs = map[doctor.Level]string{doctor.OK: "+", doctor.Note: "-", doctor.Warning: "!", doctor.Fault: "x"}
	}
	var out bytes.Buffer
	before := ""
	for _, f := range found {
		name := f.Check
		if name == before {
			name = ""
		}
		before = f.Check
		style := p.dim
		what := f.What
		switch f.Level {
		case doctor.OK:
			style = p.ok
		case doctor.Warning:
			style, what = p.warn, "warning: "+f.What
		case doctor.Fault:
			style, what = p.bad, "fault: "+f.What
		}
		const indent = "               "
		lines := terminal.Wrap(what, 100-len(indent))
		fmt.Fprintf(&out, "%s %s %s\n", style.Render(signs[f.Level]), p.bold.Render(terminal.Pad(name, 12)), strings.Join(lines, "\n"+indent))
		if len(f.Squares) > 0 {
			fmt.Fprintf(&out, "%s%s\n", indent, p.dim.Render("squares: "+strings.Join(terminal.Wrap(squaresInWords(f.Squares), 100-len(indent)-9), "\n"+indent+"         ")))
		}
		if f.Remedy != "" {
			fmt.Fprintf(&out, "%s%s\n", indent, strings.Join(terminal.Wrap("→ "+f.Remedy, 100-len(indent)), "\n"+indent+"  "))
		}
		for _, command := range f.Type {
			fmt.Fprintf(&out, "%s    %s\n", indent, p.info.Render(command))
		}
	}
	fmt.Fprintln(&out)
	fmt.Fprintln(&out, p.bold.Render(fmt.Sprintf("%s, %s", plural(findingsOf(found, doctor.Fault), "fault"), plural(findingsOf(found, doctor.Warning), "warning"))))
	if alone {
		fmt.Fprintln(&out, p.dim.Render("with --config FILE, the findings are compared with the configuration"))
	}
	text := out.String()
	if needsPlainSigns() {
		text = strings.NewReplacer("→", "->", " °C", " C").Replace(text)
	}
	_, err := colored(c.out).Write([]byte(text))
	return err
}

// squaresInWords lists the names of squares, or says "all 64".
func squaresInWords(names []string) string {
	if len(names) == 64 {
		return "all 64"
	}
	return strings.Join(names, " ")
}
