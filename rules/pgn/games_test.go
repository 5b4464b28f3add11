package pgn_test

import (
	"os"
	"testing"

	"touchmove/rules/pgn"
)

func readGames(t testing.TB, name string) []*pgn.Game {
	t.Helper()
	f, err := os.Open("../testdata/" + name + ".pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var games []*pgn.Game
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		games = append(games, g)
	}
	return games
}

// TestHistoryOfGames of package rules compares these games with what python-chess found in them.
var gameFiles = []string{"games-otb", "games-chess960"}
