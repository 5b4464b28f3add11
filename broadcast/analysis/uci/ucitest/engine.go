// Package ucitest is a chess engine for tests, which speaks UCI correctly or incorrectly.
// The test program itself is the engine: call Main first in TestMain, and start os.Args[0]
// with Args of the kind needed.
package ucitest

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"touchmove/rules"
)

const mark = "ucitest-engine"

// Kinds of engine.
const (
	Good         = "good"          // answers each search at once with the first legal move and depth 8
	Mute         = "mute"          // writes nothing at all
	NoUCI        = "no-uci"        // writes lines that are not UCI
	Dies         = "dies"          // ends at the second search
	Crashes      = "crashes"       // ends at every search
	Poisoned     = "poisoned"      // ends at a search of a position without castling rights
	Hangs        = "hangs"         // never answers a search
	Waits        = "waits"         // answers a search only when it is told to stop
	Stubborn     = "stubborn"      // hangs, and does not end when told to quit
	Garbage      = "garbage"       // writes nonsense between its answers
	Endless      = "endless"       // writes a line that does not end
	Lies         = "lies"          // first gives illegal moves and impossible scores, then good ones
	MatesSoon    = "mates-soon"    // mates in two
	ReadsNothing = "reads-nothing" // reads nothing, and answers everything in advance, again and again
	Boasts       = "boasts"        // lists options without end
)

// Args returns the arguments that make a test program an engine of a kind.
func Args(kind string) []string { return []string{mark, kind} }

// Main runs the engine and ends the program, if the arguments are those of Args.
func Main() {
	if len(os.Args) == 3 && os.Args[1] == mark {
		(&engine{kind: os.Args[2]}).run()
		os.Exit(0)
	}
}

type engine struct {
	kind     string
	fen      string
	searches int
}

func (e *engine) run() {
	if e.kind == ReadsNothing {
		for fmt.Println("uciok"); ; {
			if _, err := fmt.Println("readyok\ninfo depth 8 score cp 35 nodes 4711 pv e2e4\nbestmove e2e4"); err != nil {
				return
			}
		}
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := in.Text()
		if e.kind == Mute {
			continue
		}
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "uci":
			e.greet()
		case "isready":
			fmt.Println("readyok")
		case "position":
			e.fen = strings.TrimPrefix(rest, "fen ")
		case "go":
			e.search()
		case "stop":
			if e.kind == Waits {
				e.answer()
			}
		case "quit":
			if e.kind != Stubborn {
				return
			}
		}
	}
	if e.kind == Stubborn {
		time.Sleep(time.Hour) // it stays although its input is closed
	}
}

func (e *engine) greet() {
	if e.kind == NoUCI {
		fmt.Println("xboard protocol only")
		return
	}
	for n := 0; e.kind == Boasts; n++ {
		if _, err := fmt.Printf("option name %s %d type check default false\n", strings.Repeat("x", 60_000), n); err != nil {
			return
		}
	}
	fmt.Println("id name Fake\x07\u202e Engine\u009b 1")
	fmt.Println("option name Hash type spin default 16 min 1 max 1024")
	fmt.Println("option name UCI_Chess960 type check default false")
	fmt.Println("uciok")
}

func (e *engine) search() {
	e.searches++
	switch e.kind {
	case Crashes:
		os.Exit(3)
	case Dies:
		if e.searches == 2 {
			os.Exit(3)
		}
	case Poisoned:
		if strings.Contains(e.fen, " - - ") {
			os.Exit(3)
		}
	case Hangs, Stubborn, Waits:
		fmt.Println("info depth 3 score cp 12 pv e2e4")
		return
	case Garbage:
		fmt.Println("\xff\xfe info depth score cp nodes\ninfo depth x score cp y\nbestmoveless\ninfo depth 99999999999999999999 score cp 1 pv a1a1")
	case Endless:
		for {
			if _, err := fmt.Print(strings.Repeat("info ", 1000)); err != nil {
				os.Exit(0)
			}
		}
	case Lies:
		fmt.Println("info depth 7 score cp 123456789 pv a1a8\ninfo depth 9 score cp 900 lowerbound pv h1h8")
		fmt.Println("info depth 9 multipv 1 score cp 34 nodes 10 pv a1a1 zz e2e5")
		fmt.Println("bestmove a1a1")
		return
	}
	e.answer()
}

func (e *engine) answer() {
	setup, err := rules.ParseFEN(e.fen)
	if err != nil {
		fmt.Println("bestmove (none)")
		return
	}
	p, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		fmt.Println("bestmove (none)")
		return
	}
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		fmt.Println("bestmove (none)")
		return
	}
	best := moves[0].UCI(rules.Standard)
	score := "cp 35"
	if e.kind == MatesSoon {
		score = "mate 2"
	}
	fmt.Println("info depth 8 multipv 2 score cp -900 nodes 1 pv a1a1")
	fmt.Printf("info depth 8 seldepth 12 multipv 1 score %s nodes 4711 nps 1 time 1 pv %s\nbestmove %s\n", score, best, best)
}
