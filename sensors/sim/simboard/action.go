package simboard

import (
	"fmt"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// action is one action of scripted hands.
type action struct {
	does    does
	squares []rules.Square // lifts, places: squares handled at the same moment
	is      sensors.State  // places: the colour given; Unknown if none was
	by      rules.Color    // presses
	time    time.Duration  // waits, paces
	board   sensors.Scan   // setsUp
	line    int
}

type does uint8

const (
	lifts does = iota
	places
	presses
	waits  // a pause before the next action
	paces  // the time between actions from now on
	setsUp // another position, all at once
)

// parseLine parses one line of a script: words separated by spaces, and a remark after
// #. The error says which word is not understood and how to write it.
func parseLine(line string) (actions []action, err error) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) > 0 && words[0] == "setup" {
		d, err := parseSetup(strings.Join(words[1:], " "))
		return []action{d}, err
	}
	for _, word := range words {
		d, err := parseWord(word)
		if err != nil {
			return nil, err
		}
		actions = append(actions, d)
	}
	return actions, nil
}

// parseSetup parses the position after the word setup: a FEN, or only its first field.
// An empty text means the starting position.
func parseSetup(fen string) (action, error) {
	switch {
	case fen == "":
		return action{does: setsUp, board: Shown(rules.StartPosition())}, nil
	case !strings.Contains(fen, " "):
		fen += " w - - 0 1"
	}
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return action{}, fmt.Errorf("setup: %w", err)
	}
	d := action{does: setsUp}
	for sq := range d.board {
		switch piece := setup.Board[sq]; {
		case piece == rules.NoPiece:
			d.board[sq] = sensors.Empty
		case piece.Color() == rules.White:
			d.board[sq] = sensors.White
		default:
			d.board[sq] = sensors.Black
		}
	}
	return d, nil
}

func parseWord(word string) (action, error) {
	switch name, value, _ := strings.Cut(word, ":"); {
	case word == "white" || word == "black":
		by, err := rules.ParseColor(word)
		return action{does: presses, by: by}, err
	case name == "wait" || name == "gap":
		d, err := time.ParseDuration(value)
		if err != nil || d < 0 || d > time.Hour {
			return action{}, fmt.Errorf("%s: write a time up to 1h, such as %s:1.5s", word, name)
		}
		if name == "gap" {
			return action{does: paces, time: d}, nil
		}
		return action{does: waits, time: d}, nil
	case word[0] == '-':
		squares, err := parseSquares(word[1:])
		return action{does: lifts, squares: squares}, err
	case word[0] == '+':
		return parsePlacing(word[1:])
	}
	return action{}, fmt.Errorf("%q: write -e2 to lift, +e4 to set down, white or black to press the clock, wait:2s, gap:300ms, or setup at the beginning of a line", word)
}

// parsePlacing parses a square with an optional colour after it, such as e4w.
func parsePlacing(word string) (action, error) {
	d := action{does: places}
	if n := len(word) - 1; n >= 2 && (word[n] == 'w' || word[n] == 'b') {
		d.is = sensors.White
		if word[n] == 'b' {
			d.is = sensors.Black
		}
		word = word[:n]
	}
	var err error
	d.squares, err = parseSquares(word)
	return d, err
}

// parseSquares parses one square, or several for the same moment, such as [e1,h1].
func parseSquares(word string) (squares []rules.Square, err error) {
	list, several := strings.CutPrefix(word, "[")
	if several {
		if list, several = strings.CutSuffix(list, "]"); !several {
			return nil, fmt.Errorf("%s: write ] after the last square", word)
		}
	}
	for _, name := range strings.Split(list, ",") {
		sq, err := rules.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		squares = append(squares, sq)
	}
	return squares, nil
}
