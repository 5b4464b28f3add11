// Package feeds offers the boards on MQTT in the formats of the chess world: PGN files over
// HTTP, the JSON files of a LiveChess cloud, the WebSocket of a LiveChess on the same
// computer, and pushes to Lichess.
//
// A Hub is a subscriber like any screen. It does not depend on the daemon, and with the
// base of a delayed feed it cannot reveal a move early. It accepts a game only if state and
// PGN agree, so no feed ever shows the moves of one game under the names of another. It
// holds its games as long as it runs; PGNFiles keeps them longer, so that earlier rounds
// can still be read. A Snapshot is what a Hub holds at one moment; NewHandler, LiveChess
// and Lichess use it.
//
// docs/screens.md says with which programs it was verified.
package feeds
