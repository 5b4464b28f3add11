package pgn_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"touchmove/rules/pgn"
)

// An expectation is what python-chess found in a game of the test data.
type expectation struct {
	Plies    int    `json:"plies"`
	FinalFEN string `json:"final_fen"`
	Result   string `json:"result"`
	Chess960 bool   `json:"chess960"`
}

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

func readExpectations(t *testing.T, name string) (out []expectation) {
	t.Helper()
	data, err := os.ReadFile("../testdata/" + name + ".expect.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		var e expectation
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

var gameFiles = []string{"games-otb", "games-chess960"}
