package configs

import _ "embed"

// Games is a PGN of real games (configs/games/README.md): what simulated hands
// play when a board's wiring names no pgn.
//
//go:embed games/otb.pgn
var Games string
