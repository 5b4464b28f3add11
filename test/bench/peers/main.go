// Command peers measures the rules beside others in one session: counting moves
// (perft) against Stockfish and against chess libraries in Go, and reading PGN
// against those that can. It is a module of its own, so that touchmove itself does not depend
// on what it is compared with.
//
// All figures are by processor time, so other work on the machine disturbs them
// little, and memory management counts for whoever causes it. Contestants take turns position
// by position, and the best of some rounds stands. Every count is compared with the published one.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	data := flag.String("data", "../../../rules/testdata", "`directory` of perft.epd and games-otb.pgn")
	stockfish := flag.String("stockfish", "", "Stockfish's `file`; looked for if empty")
	rounds := flag.Int("rounds", 3, "rounds of which the best counts")
	most := flag.Uint64("nodes", 1_000_000, "most nodes of a position for the libraries, which are slower")
	games := flag.Int("games", 4200, "games to read; the libraries read a tenth")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 || *games < 10 {
		flag.Usage()
		os.Exit(2)
	}
	if err := report(os.Stdout, *data, *stockfish, *rounds, *most, *games); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func report(out io.Writer, data, stockfish string, rounds int, most uint64, games int) error {
	positions, err := readPositions(data + "/perft.epd")
	if err != nil {
		return err
	}
	if file, err := findStockfish(stockfish); err != nil {
		fmt.Fprintf(out, "no comparison with Stockfish: %v\n\n", err)
	} else if err := againstStockfish(out, positions, file, rounds); err != nil {
		return err
	}
	if err := againstLibraries(out, positions, rounds, most); err != nil {
		return err
	}
	return readingPGN(out, data+"/games-otb.pgn", games, rounds)
}

// findStockfish gives the program's file. Debian keeps it where not every user's
// PATH leads.
func findStockfish(file string) (string, error) {
	if file != "" {
		return exec.LookPath(file)
	}
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("it is not installed; Debian's package is called stockfish")
}
