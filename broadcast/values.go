package broadcast

import (
	"fmt"

	"touchmove/broadcast/contract"
	"touchmove/eventlog"
	"touchmove/internal/hms"
	"touchmove/rules"
)

// none stands for a missing value: an empty payload would delete the retained message.
const none = "-"

// values returns the topics with one value each, which a device without JSON and with
// little memory can show as they are.
func values(s *eventlog.State) []message {
	return []message{
		{topic: contract.ValueResult, payload: []byte(valueResult(s))},
		{topic: contract.ValueTurn, payload: []byte(valueTurn(s))},
		{topic: contract.ValueLast, payload: []byte(valueLast(s))},
		{topic: contract.ValueWhiteClock, payload: []byte(valueClock(s, rules.White))},
		{topic: contract.ValueBlackClock, payload: []byte(valueClock(s, rules.Black))},
	}
}

// valueResult returns the result as in PGN, or "*" if there is none that counts yet.
func valueResult(s *eventlog.State) string {
	if s.Result.Proposed || s.Result.Result == "" {
		return rules.Ongoing.String()
	}
	return s.Result.Result
}

// valueTurn returns whose turn it is in a game in progress.
func valueTurn(s *eventlog.State) string {
	if s.Phase != eventlog.Playing {
		return none
	}
	return turn(s.FEN())
}

// valueLast returns the last move with its number, as in "2. Nf3" and "2... Nc6".
func valueLast(s *eventlog.State) string {
	n := len(s.Moves)
	if n == 0 {
		return none
	}
	m := s.Moves[n-1]
	dots := "."
	if m.By == rules.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", moveNumber(m.FEN, m.By), dots, m.SAN)
}

// moveNumber returns the number of the move that led to a position (FEN's sixth field,
// which is incremented after Black's move).
func moveNumber(fen string, by rules.Color) int {
	number := 1
	for i := len(fen) - 1; i > 0; i-- {
		if fen[i] == ' ' {
			fmt.Sscanf(fen[i+1:], "%d", &number)
			break
		}
	}
	if by == rules.Black {
		number--
	}
	return number
}

// valueClock returns the time on a player's clock at its last change, as h:mm:ss rounded
// down.
func valueClock(s *eventlog.State, player rules.Color) string {
	if !s.Clock.Known {
		return none
	}
	return hms.Full(s.Clock.Times.Left[player])
}
