// Package feeds turns what boards publish over MQTT into what the chess world
// reads: PGN files over HTTP, the JSON files of a LiveChess cloud, the
// WebSocket of a LiveChess on the same computer, and pushes to Lichess.
//
// A Hub is a subscriber like any screen: it knows nothing of the daemon, and
// with its base set to that of a delayed feed nothing here can tell a move
// early. Of each board it takes a game only when state and PGN agree, so that
// no feed ever shows the moves of one game under the names of another. What it
// has taken, it keeps for as long as it runs, and with PGNFiles for longer, so
// that the earlier rounds can still be read.
//
// docs/feeds.md says what was verified against what.
package feeds
