package main

import (
	"io"

	"github.com/corentings/chess/v2"
)

// libraries are the generators of other Go modules; readers, further down, those that read PGN. A new
// one is a function and a line in the list.
var libraries = []generator{
	{"corentings/chess", "self", corentingsPerft},
}

func corentingsPerft(fen string, depth int) (uint64, error) {
	start, err := chess.FEN(fen)
	if err != nil {
		return 0, err
	}
	return corentingsCount(chess.NewGame(start).Position(), depth), nil
}

func corentingsCount(p *chess.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for i := range moves {
		n += corentingsCount(p.Update(&moves[i]), depth-1)
	}
	return n
}

var readers = []reader{
	{"corentings/chess", corentingsRead},
}

func corentingsRead(in io.Reader) (games, plies int, err error) {
	for s := chess.NewScanner(in); s.HasNext(); games++ {
		g, err := s.ParseNext()
		if err != nil {
			return games, plies, err
		}
		plies += len(g.Moves())
	}
	return games, plies, nil
}
