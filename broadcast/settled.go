package broadcast

import (
	"touchmove/eventlog"
)

// settledPayload returns the message on the topic settled: the game up to the last move
// that will not be withdrawn.
func settledPayload(s *eventlog.State, certainty float64) []byte {
	type named struct {
		UCI string `json:"uci"`
		SAN string `json:"san"`
	}
	ply, fen := s.Final(certainty), s.Start
	moves := []named{}
	for _, m := range s.Moves {
		if m.Ply <= ply {
			moves, fen = append(moves, named{m.UCI, m.SAN}), m.FEN
		}
	}
	result, reason := "*", (*string)(nil)
	if s.Phase == eventlog.Over {
		result, reason = s.Result.Result, orNull(s.Result.Reason)
	}
	changed := s.FinalChanged()
	return encode(struct {
		head
		Certainty float64 `json:"certainty"`
		Phase     string  `json:"phase"`
		Variant   string  `json:"variant"`
		Start     string  `json:"start"`
		FirstPly  int     `json:"first_ply"`
		Ply       int     `json:"ply"`
		FEN       string  `json:"fen"`
		Turn      string  `json:"turn"`
		Moves     []named `json:"moves"`
		Result    string  `json:"result"`
		Reason    *string `json:"reason"`
	}{
		head{order{Version, s.Game, changed.Seq}, changed.At.Milliseconds(), utc(changed.Time)},
		certainty, s.Phase.String(), s.Opened.Variant.String(), s.Start, firstPly(s), ply, fen, turn(fen), moves, result, reason,
	})
}
