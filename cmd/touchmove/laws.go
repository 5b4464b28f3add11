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

// lawsWidth is the largest width of a line of the table, in columns.
const lawsWidth = 100

func newLaws(c *console) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "laws [list | show [EDITION] [ARTICLE] | diff A B]",
		Short: "Show what an edition of the FIDE Laws says, and how two differ",
		Long: `Show the editions of the FIDE Laws of Chess under which a game can be played, as far as they
concern a board and its clock. The output comes from the table that the game itself uses.
docs/laws.md explains the terms.`,
		Example: `  touchmove laws list
  touchmove laws show fide-2023
  touchmove laws show fide-2023 7.5
  touchmove laws diff fide-2009 fide-2023`,
	})
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
	var tests bool
	show := &cobra.Command{
		Use:   "show [EDITION] [ARTICLE]",
		Short: "Show what an edition says, or what the program does for an article",
		Long: `Show what one edition says, with its articles. With an article: what the program does
for it and its parts, and the commands and alarms that go with it. With an article
alone: the same for every edition that has it.`,
		Example: `  touchmove laws show fide-2023
  touchmove laws show fide-2023 7.5
  touchmove laws show --tests 9.5`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return fmt.Errorf("%d arguments instead of an edition, an article or both, such as fide-2023 7.5", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return showLaws(c, args, tests) },
	}
	show.Flags().BoolVar(&tests, "tests", false, "name the scenarios and tests that show it")
	diff := &cobra.Command{
		Use:     "diff A B",
		Short:   "Show the differences between two editions",
		Example: `  touchmove laws diff fide-2009 fide-2023`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%d arguments instead of two editions, such as fide-2009 fide-2023", len(args))
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

// showLaws prints a whole edition, one article of an edition, or one article of
// every edition.
func showLaws(c *console, args []string, tests bool) error {
	out := bufio.NewWriter(c.out)
	editions, article := rules.AllLaws(), args[len(args)-1]
	if l, err := rules.ParseLaws(args[0]); err == nil {
		editions = []rules.Laws{l}
	} else if len(args) == 2 || strings.HasPrefix(args[0], "fide") || !strings.ContainsAny(args[0], "0123456789") {
		return bad(err)
	}
	if len(args) == 1 && len(editions) == 1 {
		for _, t := range article4.Topics() {
			says := t.Says[editions[0]]
			if tests {
				says += " (" + strings.Join(t.Tests, ", ") + ")"
			}
			lawsRow(out, t.Name, []string{t.Articles[editions[0]]}, []string{says})
		}
		for _, s := range article4.Sentences() {
			if article := s.Articles[editions[0]]; article != "" {
				lawsRow(out, s.Says, []string{article}, []string{doesOf(s, tests)})
			}
		}
		return out.Flush()
	}
	found := false
	for _, l := range editions {
		found = lawsArticle(out, l, article, tests) || found
	}
	if !found {
		return badf("the program does nothing for an article %s: `touchmove laws show %s` lists those that it acts on", article, editions[len(editions)-1])
	}
	return out.Flush()
}

// lawsRow prints the name of a topic, and below it what each edition says.
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
