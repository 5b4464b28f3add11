package simboard

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"

	"touchmove/rules/pgn"
	"touchmove/sensors/sim"
)

// builtIn is a PGN file.
//
//go:embed games/games.pgn
var builtIn []byte

// BuiltIn returns the games that are played if no others are named. An error is a
// mistake in the file built in.
func BuiltIn() ([]sim.Game, error) { return ReadGames("built-in games", bytes.NewReader(builtIn)) }

// ReadGames reads the games of a PGN file. The error names the file and the line,
// or says that the file contains no game.
func ReadGames(name string, r io.Reader) (games []sim.Game, err error) {
	for g, err := range pgn.NewReader(r).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		games = append(games, sim.FromPGN(g))
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no game to play", name)
	}
	return games, nil
}
