package broadcast

import (
	"fmt"
	"slices"

	"touchmove/reconcile"
	"touchmove/rules"
)

// Guess is the confidence under which a move is put before a person.
const Guess = 0.9

// Alarm is one thing that needs a person. Nothing on this topic tells of
// touches, claims or illegal moves: it may be read in public, and the Laws
// leave those to player and arbiter (2009, 4.7, 7.4).
type Alarm struct {
	ID      string   `json:"id"`
	Urgent  bool     `json:"urgent"`
	Squares []string `json:"squares,omitempty"`
	Ply     int      `json:"ply,omitempty"`
	SAN     string   `json:"san,omitempty"`
	Result  string   `json:"result,omitempty"`
	Text    string   `json:"text"` // for a list in English; screens have their own words by id
}

// The alarms that follow from events alone.
const (
	AlarmBoardMissing = "board_missing"             // no sensor of the board gives a reading
	AlarmSensor       = "sensor_fault"              // squares that lost their vote
	AlarmDiffers      = "error_reconstructing_game" // the board shows no position of the game
	AlarmGuessed      = "guessed_move"              // published with less certainty than Guess, or by inference
	AlarmPremature    = "premature_result"          // a result is told, and play goes on
	AlarmFinished     = "game_finished"             // a result is proposed and not confirmed
)

// Alarms lists what needs a person now, urgent ones first.
func (s *Score) Alarms() []Alarm {
	list := append(append([]Alarm{}, s.Disk.alarms()...), s.Calibrated.alarms()...)
	missing := s.Faulty[reconcile.NoReading] | s.Unread
	if missing.Count() == 64 {
		list = append(list, Alarm{ID: AlarmBoardMissing, Urgent: true, Text: "Board does not answer"})
	} else {
		for kind := reconcile.StuckOn; kind < reconcile.NoReading; kind++ {
			if squares := s.Faulty[kind] &^ missing; squares != 0 {
				list = append(list, Alarm{ID: AlarmSensor, Squares: names(squares), Text: fmt.Sprintf("Sensors %v: %s; play goes on", squaresText(squares), kind)})
			}
		}
		if missing != 0 {
			list = append(list, Alarm{ID: AlarmSensor, Squares: names(missing), Text: fmt.Sprintf("No reading from %v; play goes on", squaresText(missing))})
		}
	}
	if s.Differ != 0 {
		list = append(list, Alarm{ID: AlarmDiffers, Urgent: true, Squares: names(s.Differ), Text: "Board and record differ on " + squaresText(s.Differ)})
	}
	if s.late {
		list = append(list, Alarm{ID: AlarmPremature, Urgent: true, Result: s.Result.Result, Text: "Result " + s.Result.Result + " set, but play goes on"})
	} else if s.Result.Proposed && s.Result.Result != open.Result {
		list = append(list, Alarm{ID: AlarmFinished, Result: s.Result.Result, Text: "Game over: confirm " + s.Result.Result})
	}
	if s.Phase != Over {
		for _, m := range s.Moves {
			if m.Confidence < Guess || m.How == reconcile.Inferred {
				list = append(list, Alarm{ID: AlarmGuessed, Ply: m.Ply, SAN: m.SAN, Text: fmt.Sprintf("Move %d %s is a guess", (m.Ply+1)/2, m.SAN)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Alarm) int {
		switch {
		case a.Urgent == b.Urgent:
			return 0
		case a.Urgent:
			return -1
		}
		return 1
	})
	return list
}

func squaresText(squares rules.Squares) string {
	text := ""
	for sq := range squares.All() {
		if text != "" {
			text += ", "
		}
		text += sq.String()
	}
	return text
}

func (s *Score) alarmPayload() []byte {
	return encode(struct {
		order
		Alarms []Alarm `json:"alarms"`
	}{order{Version, s.Game, s.alarmSeq}, s.alarms})
}

// availability is "online", or "degraded" while sensors have no vote.
func (s *Score) availability() []byte {
	if s.Faults() != 0 {
		return []byte(degraded)
	}
	return []byte(online)
}

const (
	online   = "online"
	offline  = "offline"
	degraded = "degraded"
)
