package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/rules"
)

func newPGN(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pgn",
		Short: "Check, normalise and convert PGN files",
		Example: `  touchmove pgn check round4.pgn
  touchmove pgn normalise old.pgn > new.pgn
  touchmove pgn convert --to uci round4.pgn`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%q is not something to do with PGN; there are check, normalise and convert", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPGNCheck(c), newPGNNormalise(c), newPGNConvert(c))
	return cmd
}

func newPGNCheck(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Count games, plies and errors",
		Long: `Read every game by the rules and print, for each file, the errors with their line
and then the number of games, plies and errors. Exit status 1 when a game is broken.`,
		Example: "  touchmove pgn check round4.pgn",
		Args:    someArgs("FILE", "name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			out := bufio.NewWriter(c.out)
			broken := 0
			err := eachGame(c, args, func(name string, in *rules.PGNReader) error {
				games, count, errors := 0, 0, 0
				for g, err := range in.All() {
					if g == nil {
						return bad(pgnError(name, err))
					}
					games++
					count += len(g.Moves)
					if err != nil {
						errors++
						fmt.Fprintln(out, pgnError(name, err))
					}
				}
				broken += errors
				fmt.Fprintf(out, "%s: %s, %s, %s\n", name, plural(games, "game"), plies(count), plural(errors, "error"))
				return nil
			})
			if flushed := out.Flush(); err == nil {
				err = flushed
			}
			if err == nil && broken > 0 {
				err = status(exitFailed)
			}
			return err
		},
	}
}

func newPGNNormalise(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "normalise FILE...",
		Aliases: []string{"normalize"},
		Short:   "Write games in PGN's export format",
		Long: `Write every game in the export format of the PGN standard: UTF-8, the seven tags
first, English letters, lines of less than 80 characters. Broken games are left out,
told on standard error, and make the exit status 1.`,
		Example: "  touchmove pgn normalise old.pgn > new.pgn",
		Args:    someArgs("FILE", "name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			return convert(c, args, "pgn", rules.Notation{})
		},
	}
}

func newPGNConvert(c *console) *cobra.Command {
	var to, language, style string
	forms := []string{"pgn", "uci", "san", "fen"}
	cmd := &cobra.Command{
		Use:   "convert --to pgn|uci|san|fen [--language LANGUAGE] [--style pgn|fide] FILE...",
		Short: "Write games in another form, one line a game",
		Long: `Write the main line of every game:

  pgn  as pgn normalise does
  uci  its moves from square to square
  san  its moves in short algebraic notation, in any language, in PGN's or FIDE's style
  fen  its final position

Broken games are left out, told on standard error, and make the exit status 1.`,
		Example: `  touchmove pgn convert --to uci round4.pgn
  touchmove pgn convert --to san --language spanish --style fide round4.pgn`,
		Args: someArgs("FILE", "name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !contains(forms, to) {
				return badf("--to %s: write one of %s", to, strings.Join(forms, ", "))
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
			return convert(c, args, to, n)
		},
	}
	cmd.Flags().StringVar(&to, "to", "uci", "form to write: "+strings.Join(forms, ", "))
	cmd.Flags().StringVar(&language, "language", "english", "letters of the pieces, for --to san")
	cmd.Flags().StringVar(&style, "style", "pgn", "how castling and checks are written, for --to san: pgn or fide")
	return cmd
}

// convert writes every whole game and tells of every broken one.
func convert(c *console, files []string, to string, n rules.Notation) error {
	out := bufio.NewWriter(c.out)
	w := rules.NewPGNWriter(out)
	broken := false
	err := eachGame(c, files, func(name string, in *rules.PGNReader) error {
		for g, err := range in.All() {
			switch {
			case g == nil:
				return bad(pgnError(name, err))
			case err != nil:
				broken = true
				fmt.Fprintf(c.err, "%v\n", pgnError(name, err))
				continue
			}
			switch to {
			case "pgn":
				if err := w.Write(g); err != nil {
					return err
				}
			case "fen":
				fmt.Fprintln(out, g.Final().FEN())
			default:
				writeLine(out, g, to, n)
			}
		}
		return nil
	})
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err == nil && broken {
		err = status(exitFailed)
	}
	return err
}

func writeLine(out *bufio.Writer, g *rules.Game, to string, n rules.Notation) {
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
	out.WriteByte('\n')
}

// eachGame opens the files one after the other.
func eachGame(c *console, files []string, read func(name string, in *rules.PGNReader) error) error {
	for _, file := range files {
		in, name, err := openInput(c, file)
		if err != nil {
			return err
		}
		err = read(name, rules.NewPGNReader(in))
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// pgnError puts the file's name and line before a broken game's fault.
func pgnError(name string, err error) error {
	var at *rules.PGNError
	if errors.As(err, &at) {
		return fmt.Errorf("%s:%d: game %d: %w", name, at.Line, at.Game, at.Err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: it ends too early", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}
