package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

func newPGN(c *console) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "pgn",
		Short: "Check, normalise, convert and count PGN files",
		Long: `Read games in PGN, any encoding and layout, standard chess and Chess960, one game at a
time however large the file. A broken game does not affect the others, and sets the
exit status to 1; a file that cannot be read sets it to 2.`,
		Example: `  touchmove pgn check round4.pgn
  touchmove pgn normalise old.pgn > new.pgn
  touchmove pgn convert --to uci round4.pgn
  touchmove pgn stats round4.pgn`,
	})
	cmd.AddCommand(newPGNCheck(c), newPGNNormalise(c), newPGNConvert(c), newPGNStats(c))
	return cmd
}

// languages lists the values of --language and --from.
const languages = "en, es, pt, de, fr, it, nl or figurine"

// fromFlag adds the flag for the language of the files.
func fromFlag(cmd *cobra.Command, from *string) {
	cmd.Flags().StringVar(from, "from", "en", "`LANGUAGE` of the pieces' letters in the files: "+languages)
}

func newPGNCheck(c *console) *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:   "check [--from LANGUAGE] FILE...",
		Short: "Count games, plies and errors",
		Long: `Read every game, checking its moves by the rules, and print for each file the errors with
line and column, then the number of games, plies and errors, and the encoding if it is not
UTF-8. Exit status 1 if a game is broken.`,
		Example: `  touchmove pgn check round4.pgn
  touchmove pgn check --from de verein.pgn`,
		Args: someFiles("name PGN files, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			out := bufio.NewWriter(c.out)
			broken := 0
			err := eachGame(c, args, from, func(name string, in *pgn.Reader) error {
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
				fmt.Fprintf(out, "%s: %s, %s, %s", name, plural(games, "game"), plies(count), plural(errors, "error"))
				if e := in.Encoding(); e != pgn.ASCII && e != pgn.UTF8 {
					fmt.Fprintf(out, " (%v)", e)
				}
				fmt.Fprintln(out)
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
	fromFlag(cmd, &from)
	return cmd
}

// eachGame opens one file after the other and calls read with a reader for that
// language.
func eachGame(c *console, files []string, from string, read func(name string, in *pgn.Reader) error) error {
	language, err := rules.ParseLanguage(from)
	if err != nil {
		return badf("--from: %w", err)
	}
	for _, file := range files {
		in, name, err := openInput(c, file)
		if err != nil {
			return err
		}
		r := pgn.NewReader(in)
		r.Language = language
		err = read(name, r)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// pgnError puts the file's name, line and column before the error of a broken game.
func pgnError(name string, err error) error {
	var at *pgn.Error
	if errors.As(err, &at) {
		where := fmt.Sprintf("game %d", at.Game)
		if at.Ply > 0 {
			where += fmt.Sprintf(", half-move %d", at.Ply)
		}
		return fmt.Errorf("%s:%d:%d: %s: %w", name, at.Line, at.Column, where, at.Err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: it ends too early", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// eachWhole calls take for each game that is intact, and reports each broken game on
// standard error, which makes the exit status 1. After each file it calls done with
// the number of broken games.
func eachWhole(c *console, files []string, from string, take func(*pgn.Game) error, done func(in *pgn.Reader, broken int)) error {
	anyBroken := false
	err := eachGame(c, files, from, func(name string, in *pgn.Reader) error {
		broken := 0
		for g, err := range in.All() {
			switch {
			case g == nil:
				return bad(pgnError(name, err))
			case err != nil:
				broken++
				fmt.Fprintf(c.err, "%v\n", pgnError(name, err))
				continue
			}
			if err := take(g); err != nil {
				return err
			}
		}
		anyBroken = anyBroken || broken > 0
		done(in, broken)
		return nil
	})
	if err == nil && anyBroken {
		err = status(exitFailed)
	}
	return err
}
