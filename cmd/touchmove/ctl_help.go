package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/sensors/trace"
)

// newCtlCommand makes the subcommand for one row of the table of commands.
func newCtlCommand(c *console, o *ctlOptions, kind *trace.CommandKind) *cobra.Command {
	use, column := kind.Name, 0
	for _, key := range kind.AllKeys() {
		column = max(column, len(key.Name))
	}
	var keys strings.Builder
	for _, key := range kind.AllKeys() {
		text := key.Name + "=" + valueWord(key)
		if !key.Needed {
			text = "[" + text + "]"
		}
		use += " " + text
		fmt.Fprintf(&keys, "  %-*s  %s", column, key.Name, key.Help)
		switch key.Type {
		case trace.Word:
			fmt.Fprintf(&keys, ": %s", strings.Join(key.Words, ", "))
		case trace.Person:
			fmt.Fprintf(&keys, " (%[1]s=NAME, %[1]s.fide_id=NUMBER, ...)", key.Name)
		case trace.Time:
			if valueWord(key) == "MS" {
				keys.WriteString(" (or as 5:00)")
			}
		}
		keys.WriteByte('\n')
	}
	long := kind.Help + "."
	if len(kind.AllKeys()) > 0 {
		long += "\n\nKeys:\n" + strings.TrimRight(keys.String(), "\n")
	}
	long += "\n\n" + ruleText(kind)
	return &cobra.Command{
		Use: use, Short: kind.Help, Long: long, Example: ctlExample(kind),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var words []string
			for _, key := range kind.AllKeys() {
				for _, word := range key.Words {
					words = append(words, key.Name+"="+word)
				}
				if len(key.Words) == 0 {
					words = append(words, key.Name+"=")
				}
			}
			return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.send(c, kind, args) },
	}
}

// ctlExample returns the example of the table, or one with every required key, or with the
// first key if none is required.
func ctlExample(kind *trace.CommandKind) string {
	line := "  touchmove ctl " + kind.Name
	if kind.Example != "" {
		return line + " " + kind.Example
	}
	for i, key := range kind.AllKeys() {
		if key.Needed || i == 0 {
			line += " " + key.Name + "=" + exampleValue(key)
		}
	}
	return line
}

func exampleValue(key trace.Key) string {
	switch {
	case len(key.Words) > 0:
		return key.Words[0]
	case key.Name == "fen":
		return `"4k3/8/8/8/8/8/8/4K3 w - - 0 1"`
	case key.Max > 0:
		return strconv.FormatInt(key.Max/10, 10)
	}
	switch key.Type {
	case trace.Count:
		return "1"
	case trace.Time:
		return "60000"
	case trace.Truth:
		return "true"
	case trace.Square:
		return "e4"
	case trace.UCI:
		return "e2e4"
	}
	return `"in words"`
}

// valueWord returns the placeholder for a key's value in a usage line.
func valueWord(key trace.Key) string {
	switch key.Type {
	case trace.Word:
		if len(key.Words) <= 3 {
			return strings.Join(key.Words, "|")
		}
		return "WORD"
	case trace.Count:
		return "N"
	case trace.Time:
		if key.Name == "seconds" {
			return "SECONDS"
		}
		if key.Name == "ms" || strings.HasSuffix(key.Name, "_ms") {
			return "MS"
		}
		return "N"
	case trace.Truth:
		return "true|false"
	case trace.Square:
		return "SQUARE"
	case trace.UCI:
		return "MOVE"
	case trace.Person:
		return "NAME"
	}
	return "TEXT"
}
