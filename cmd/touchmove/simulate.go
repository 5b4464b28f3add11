package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/rules/pgn"
	"touchmove/sensors/sim"
)

// noises lists the boards on which a simulation can be played. Each is the board of
// a level.
var noises = []struct{ name, level, what string }{
	{"none", "clean", "perfect sensors"},
	{"ordinary", "club", "contacts bounce"},
	{"noisy", "noisy", "drop-outs, ghosts, rows that cannot be read for a while"},
	{"faulty", "faulty", "one sensor stuck"},
	{"worn", "hard", "all of these"},
}

func newSimulate(c *console) *cobra.Command {
	var seed uint64
	var game int
	var style, noise, truth string
	var names, kinds, list []string
	for _, s := range sim.Styles() {
		names = append(names, s.Name)
		list = append(list, fmt.Sprintf("  %-17s %s", s.Name, s.What))
	}
	for _, n := range noises {
		kinds = append(kinds, n.name)
	}
	cmd := &cobra.Command{
		Use:   "simulate [--seed N] [--style STYLE] [--noise NOISE] [--truth FILE] GAME.pgn",
		Short: "Play a game with simulated hands, and write the sensor readings",
		Long: `Play the games of a PGN ("-" is standard input) with simulated hands on a
simulated board, and write the trace to standard output. The hands know nothing of
how moves are reconstructed. The styles:

` + strings.Join(list, "\n"),
		Example: `  touchmove simulate game.pgn > game.jsonl
  touchmove simulate --seed 7 --style blitz --truth game.truth.json game.pgn | touchmove replay -`,
		Args: oneArg("GAME.pgn", "a file of games, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := sim.StyleByName(style)
			if err != nil {
				return badf("--style %s: write one of %s", style, strings.Join(names, ", "))
			}
			if noise != "" {
				if !slices.Contains(kinds, noise) {
					return badf("--noise %s: write one of %s", noise, strings.Join(kinds, ", "))
				}
				s.Board = boardOf(noise)
			}
			in, name, err := openInput(c, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			games, err := simGames(name, in)
			if err != nil {
				return bad(err)
			}
			if game != 0 {
				if game < 0 || game > len(games) {
					return badf("--game %d: %s has games 1 to %d", game, name, len(games))
				}
				games = games[game-1 : game]
			}
			performance, err := sim.Perform(games, s, seed)
			if err != nil {
				return badf("%s: %w", name, err)
			}
			if truth != "" {
				if err := writeTruth(truth, performance.Truth()); err != nil {
					return err
				}
			}
			return performance.Trace(c.out)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the same `SEED` plays the same games")
	cmd.Flags().StringVar(&style, "style", "club", "`STYLE`: how the hands move, and what goes wrong: "+strings.Join(names, ", "))
	cmd.Flags().StringVar(&noise, "noise", "", "`NOISE`: sensor faults, instead of those of the style: "+strings.Join(kinds, ", "))
	cmd.Flags().StringVar(&truth, "truth", "", "write the moves that were really played to this `FILE`")
	cmd.Flags().IntVar(&game, "game", 0, "play only the game with this `NUMBER`; 0 plays all, one after the other")
	return cmd
}

// boardOf returns the board for a known noise.
func boardOf(noise string) sim.Board {
	for _, n := range noises {
		if n.name == noise {
			for _, s := range sim.Styles() {
				if s.Name == n.level {
					return s.Board
				}
			}
		}
	}
	panic("no board for noise " + noise)
}

// simGames reads the games of a PGN for the hands to play. A broken game is an
// error: otherwise the hands would play half a game.
func simGames(name string, in io.Reader) ([]sim.Game, error) {
	var games []sim.Game
	for g, err := range pgn.NewReader(in).All() {
		if err != nil {
			return nil, pgnError(name, err)
		}
		games = append(games, sim.Game{
			Start: g.Start, Moves: g.MainLine(), Result: g.Result.String(),
			Source: sim.Source{
				Event: g.Tags.Get("Event"), Site: g.Tags.Get("Site"), Date: g.Tags.Get("Date"),
				Round: g.Tags.Get("Round"), White: g.Tags.Get("White"), Black: g.Tags.Get("Black"),
			},
		})
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no game in it", name)
	}
	return games, nil
}

func writeTruth(path string, t sim.Truth) error {
	f, err := os.Create(path)
	if err != nil {
		return bad(fileError(err))
	}
	out := bufio.NewWriter(f)
	return errors.Join(t.WriteJSON(out), out.Flush(), f.Close())
}
