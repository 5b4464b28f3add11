package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// announce sets up the next game with its players, as an arbiter's new-game command
// would. It does so once per pairing, even across restarts, and never during a game. A game
// whose result the players have shown with their kings is over, even if the pieces still stand
// like that: whoever sets them up for the next round would otherwise begin a game that nobody sees.
func (b *Board) announce(p eventlog.Pairing, log *slog.Logger) error {
	state := b.History.State()
	switch {
	case state.Opened.Pairing == p:
		return nil
	case state.Phase == eventlog.Playing && len(state.Moves) > 0 && state.Result.Reason != reconcile.NewGameSetUp && !state.IsShown():
		log.Warn("a game is being played: restart or reload (SIGHUP) the daemon after it to announce the pairing of the event file",
			"white", p.White.Name, "black", p.Black.Name)
		return nil
	}
	extra, id, err := announcement(b.Config, p)
	if err != nil {
		return fmt.Errorf("pairing of %s and %s: %w", p.White.Name, p.Black.Name, err)
	}
	b.requests <- broadcast.Request{ // never blocks: the queue is still empty
		Command: trace.Command{Do: trace.DoNewGame, ID: id, Extra: extra},
		Answer: func(a broadcast.Answer) {
			if !a.OK {
				log.Error("the pairing of the event file is refused", "white", p.White.Name, "black", p.Black.Name, "error", a.Error)
			}
		},
	}
	return nil
}

// announcement returns a pairing as the keys of a new-game command, and an id that is
// always the same for the same pairing at the same board.
func announcement(b configs.Board, p eventlog.Pairing) (extra trace.Extra, id string, err error) {
	if extra, err = p.Extra(); err != nil {
		return "", "", err
	}
	sum := sha256.Sum256([]byte(b.Event + "/" + b.ID + "/" + string(extra)))
	return extra, "event-file-" + hex.EncodeToString(sum[:12]), nil
}
