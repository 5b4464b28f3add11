package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

func newPGNNormalise(c *console) *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:     "normalise [--from LANGUAGE] FILE...",
		Aliases: []string{"normalize"},
		Short:   "Write games in PGN's export format",
		Long: `Write every game in the export format of the PGN standard: UTF-8, the seven tags
first, English letters, lines of less than 80 characters. Broken games are left out and
reported on standard error; the exit status is then 1.`,
		Example: `  touchmove pgn normalise old.pgn > new.pgn
  touchmove pgn normalise --from de verein.pgn > new.pgn`,
		Args: someFiles("name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			return convert(c, args, from, "pgn", rules.Notation{})
		},
	}
	fromFlag(cmd, &from)
	return cmd
}

// forms lists the forms to which games can be converted.
var forms = []string{"pgn", "uci", "san", "fen"}

func newPGNConvert(c *console) *cobra.Command {
	var from, to, language, style string
	cmd := &cobra.Command{
		Use:   "convert [--to pgn|uci|san|fen] [--from LANGUAGE] [--language LANGUAGE] [--style pgn|fide] FILE...",
		Short: "Write games in another form, language or style of notation",
		Long: `Write every game in another form:

  pgn  as pgn normalise does, but in any language and style of notation
  uci  the moves of the game from square to square, one line a game
  san  the same in short algebraic notation
  fen  the final position, one line a game

The letters of the pieces are those of --language, ` + languages + `.
The style fide is that of a score sheet: 0-0, e8Q, e.p. and ++ for mate. Other
programs may read PGN only in English and in the style pgn. Broken games are left out and
reported on standard error; the exit status is then 1.`,
		Example: `  touchmove pgn convert --to uci round4.pgn
  touchmove pgn convert --language de --style fide round4.pgn
  touchmove pgn convert --from es --to san --language figurine ronda4.pgn`,
		Args: someFiles("name PGN files, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(forms, to) {
				return badf("--to %s: write one of %s", to, strings.Join(forms, ", "))
			}
			for _, flag := range []string{"language", "style"} {
				if (to == "uci" || to == "fen") && cmd.Flags().Changed(flag) {
					return badf("--%s: %s is the same in every language and style; leave it out, or write --to pgn or san", flag, to)
				}
			}
			l, err := rules.ParseLanguage(language)
			if err != nil {
				return badf("--language: %w", err)
			}
			n := rules.Notation{Language: l}
			switch style {
			case "pgn":
			case "fide":
				n.Style = rules.FIDE
			default:
				return badf("--style %s: write pgn or fide", style)
			}
			return convert(c, args, from, to, n)
		},
	}
	fromFlag(cmd, &from)
	cmd.Flags().StringVar(&to, "to", "pgn", "`FORM` to write: "+strings.Join(forms, ", "))
	cmd.Flags().StringVar(&language, "language", "en", "`LANGUAGE` of the pieces' letters to write, for pgn and san: "+languages)
	cmd.Flags().StringVar(&style, "style", "pgn", "`STYLE` of castling, promotions and checks, for pgn and san: pgn or fide")
	return cmd
}

// convert writes every intact game and reports every broken one.
func convert(c *console, files []string, from, to string, n rules.Notation) error {
	out := bufio.NewWriter(c.out)
	w := pgn.NewWriter(out)
	w.Notation = n
	err := eachWhole(c, files, from, func(g *pgn.Game) error {
		switch to {
		case "pgn":
			return w.Write(g)
		case "fen":
			_, err := fmt.Fprintln(out, g.Final().FEN())
			return err
		}
		return writeLine(out, g, to, n)
	}, func(*pgn.Reader, int) {})
	if flushed := out.Flush(); flushed != nil {
		err = flushed
	}
	return err
}

func writeLine(out *bufio.Writer, g *pgn.Game, to string, n rules.Notation) error {
	p := g.Start
	for i, m := range g.MainLine() {
		if i > 0 {
			out.WriteByte(' ')
		}
		if to == "uci" {
			out.WriteString(m.UCI(p.Variant()))
		} else {
			out.WriteString(p.Notate(m, n))
		}
		p = p.After(m)
	}
	return out.WriteByte('\n')
}
