package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// lawsWidth is the widest that a line of the table may be.
const lawsWidth = 100

func newLaws(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "laws [list | show EDITION | diff A B]",
		Short: "Show what an edition of the FIDE Laws says, and how two differ",
		Long: `The editions of the FIDE Laws of Chess that a game can be played under, as far as
a board and its clock act on them. The output comes from the table that the
game itself uses. docs/laws.md explains the terms.`,
		Example: `  touchmove laws list
  touchmove laws show fide-2023
  touchmove laws diff fide-2009 fide-2023`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the editions, by date",
		Example: `  touchmove laws list`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, l := range rules.AllLaws() {
				fmt.Fprintln(c.out, l)
			}
			return nil
		},
	}
	show := &cobra.Command{
		Use:     "show EDITION",
		Short:   "Show what one edition says, with its articles",
		Example: `  touchmove laws show fide-2023`,
		Args:    oneArg("EDITION", "as fide-2023"),
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := rules.ParseLaws(args[0])
			if err != nil {
				return bad(err)
			}
			out := bufio.NewWriter(c.out)
			for _, t := range article4.Topics() {
				lawsRow(out, t.Name, []string{t.Articles[l]}, []string{t.Says[l]})
			}
			return out.Flush()
		},
	}
	diff := &cobra.Command{
		Use:     "diff A B",
		Short:   "Show the differences between two editions",
		Example: `  touchmove laws diff fide-2009 fide-2023`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%d arguments instead of two editions, as fide-2009 fide-2023", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var pair [2]rules.Laws
			for i := range pair {
				l, err := rules.ParseLaws(args[i])
				if err != nil {
					return bad(err)
				}
				pair[i] = l
			}
			out := bufio.NewWriter(c.out)
			for _, d := range article4.Diff(pair[0], pair[1]) {
				lawsRow(out, d.Name, []string{pair[0].String() + " " + d.Articles[0], pair[1].String() + " " + d.Articles[1]}, d.Says[:])
			}
			return out.Flush()
		},
	}
	cmd.AddCommand(list, show, diff)
	return cmd
}

// lawsRow prints one topic, and below it what each edition says.
func lawsRow(out io.Writer, name string, heads, says []string) {
	fmt.Fprintln(out, name)
	for i, head := range heads {
		head = strings.TrimSpace(head)
		if head == "" {
			head = "no article"
		}
		line := fmt.Sprintf("  %-18s ", head)
		indent := strings.Repeat(" ", utf8.RuneCountInString(line))
		for _, word := range strings.Fields(says[i]) {
			if utf8.RuneCountInString(line)+len(word) > lawsWidth {
				fmt.Fprintln(out, strings.TrimRight(line, " "))
				line = indent
			}
			line += word + " "
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}
