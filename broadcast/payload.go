package broadcast

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// Version is the version of every JSON payload, its key "v".
const Version = 1

// order decides which of two payloads is newer.
type order struct {
	V    int    `json:"v"`
	Game string `json:"game"`
	Seq  uint64 `json:"seq"`
}

// head begins every payload that has a time.
type head struct {
	order
	AtMS int64  `json:"at_ms"` // since the journal began
	At   string `json:"at"`    // RFC 3339, UTC
}

func headOf(t eventlog.Entry) head {
	return head{order{Version, t.Game, t.Seq}, t.At.Milliseconds(), utc(t.Time)}
}

// utc writes a time with milliseconds (RFC 3339, 5.6).
func utc(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// Info is the content of the topic info: what this board is and which program serves it.
type Info struct {
	Version    string        // of the program
	Hardware   string        // the wiring's driver, as "mcp23017"
	Sensing    string        // occupancy or polarity
	ScanHz     float64       // whole scans per second
	Calibrated string        // time of the calibration in use, as in RFC 3339; empty if the board needs none
	Simulated  bool          // no hardware: simulated hands play
	Delay      time.Duration // delay of everything on these topics; published in whole milliseconds
}

func (i Info) payload(node string) []byte {
	return encode(struct {
		V          int     `json:"v"`
		Version    string  `json:"version"`
		Hardware   string  `json:"hardware"`
		Sensing    string  `json:"sensing"`
		ScanHz     float64 `json:"scan_hz"`
		Calibrated *string `json:"calibrated"`
		Simulated  bool    `json:"simulated"`
		Node       string  `json:"node"`
		DelayMS    int64   `json:"delay_ms"`
	}{Version, i.Version, i.Hardware, i.Sensing, i.ScanHz, orNull(i.Calibrated), i.Simulated, node, i.Delay.Milliseconds()})
}

func gamePayload(s *eventlog.State, t Topics) []byte {
	return encode(struct {
		order
		Board       string          `json:"board"`
		Event       string          `json:"event"`
		Site        *string         `json:"site"`
		Round       *string         `json:"round"`
		White       eventlog.Player `json:"white"`
		Black       eventlog.Player `json:"black"`
		TimeControl *string         `json:"time_control"`
		StartsAt    *string         `json:"starts_at"`
		Laws        string          `json:"laws"`
		Variant     string          `json:"variant"`
		Start       string          `json:"start"`
		Phase       string          `json:"phase"`
		Result      string          `json:"result"`
		Reason      *string         `json:"reason"`
		Proposed    bool            `json:"proposed"`

		Annulled []string `json:"annulled"`
	}{
		order{Version, s.Game, s.Changed.Game}, t.Board, orElse(s.Opened.Pairing.Event, t.Event), orNull(s.Opened.Pairing.Site), orNull(s.Opened.Pairing.Round),
		s.Opened.Pairing.White, s.Opened.Pairing.Black, orNull(s.Opened.Pairing.TimeControl), orNull(s.Opened.Pairing.StartsAt), s.Opened.Laws.String(), s.Opened.Variant.String(),
		s.Start, s.Phase.String(), s.Result.Result, orNull(s.Result.Reason), s.Result.Proposed, append([]string{}, s.Annuls...),
	})
}

// move is a move with everything that is known about it.
type move struct {
	Ply        int     `json:"ply"`
	UCI        string  `json:"uci"`
	SAN        string  `json:"san"`
	FEN        string  `json:"fen"`
	By         string  `json:"by"`
	ReleasedMS int64   `json:"released_ms"`
	Sure       float64 `json:"sure"`
	How        string  `json:"how"`
	Illegal    bool    `json:"illegal"`
}

func moveOf(m reconcile.Made) move {
	return move{m.Ply, m.UCI, m.SAN, m.FEN, m.By.String(), m.Released.Milliseconds(), certainty(m.Confidence), m.How.String(), m.Illegal}
}

// statePayload is everything that a screen needs, in one message.
func statePayload(s *eventlog.State, t Topics) []byte {
	type named struct {
		UCI string `json:"uci"`
		SAN string `json:"san"`
	}
	moves := make([]named, len(s.Moves))
	for i, m := range s.Moves {
		moves[i] = named{m.UCI, m.SAN}
	}
	var last *move
	if n := len(s.Moves); n > 0 {
		m := moveOf(s.Moves[n-1])
		last = &m
	}
	return encode(struct {
		head
		Event    string          `json:"event"`
		Round    *string         `json:"round"`
		White    eventlog.Player `json:"white"`
		Black    eventlog.Player `json:"black"`
		Phase    string          `json:"phase"`
		Variant  string          `json:"variant"`
		Start    string          `json:"start"`
		FirstPly int             `json:"first_ply"`
		Ply      int             `json:"ply"`
		FEN      string          `json:"fen"`
		Turn     string          `json:"turn"`
		Moves    []named         `json:"moves"`
		Last     *move           `json:"last"`
		Clocks   *clocks         `json:"clocks"` // null if this board's clock is not known
		Matches  bool            `json:"matches"`
		Differ   []string        `json:"differ"`
		Handling *string         `json:"handling"`
		Unseen   []string        `json:"unseen"`
		Sure     float64         `json:"sure"`
		Settled  int             `json:"settled"`
		Guesses  []int           `json:"guesses"`
		Result   string          `json:"result"`
		Reason   *string         `json:"reason"`
		Proposed bool            `json:"proposed"`
	}{
		head{order{Version, s.Game, s.Changed.State.Seq}, s.Changed.State.At.Milliseconds(), utc(s.Changed.State.Time)},
		orElse(s.Opened.Pairing.Event, t.Event), orNull(s.Opened.Pairing.Round), s.Opened.Pairing.White, s.Opened.Pairing.Black, s.Phase.String(), s.Opened.Variant.String(), s.Start,
		firstPly(s), s.Ply(), s.FEN(), turn(s.FEN()), moves, last, clocksOf(s.Clock), s.Differ == 0, names(s.Differ), orNull(s.Handling), names(s.Faults()), sureOf(s), s.Settled(), s.Guesses(),
		s.Result.Result, orNull(s.Result.Reason), s.Result.Proposed,
	})
}

func firstPly(s *eventlog.State) int {
	if len(s.Moves) == 0 {
		return 1
	}
	return s.Moves[0].Ply
}

// sureOf returns the confidence of the whole game so far: that of its least certain move.
func sureOf(s *eventlog.State) float64 {
	sure := 1.0
	for _, m := range s.Moves {
		sure = min(sure, m.Confidence)
	}
	return certainty(sure)
}

// movePayload returns the message on the topic move for an entry, or nil if the entry
// changes no move. after is the state including the entry.
func movePayload(t eventlog.Entry, after *eventlog.State) []byte {
	type published struct {
		head
		move
		Clocks *clocks `json:"clocks"`
		Amends *string `json:"amends,omitempty"`
	}
	switch e := t.What.(type) {
	case reconcile.Made:
		return encode(published{head: headOf(t), move: moveOf(e), Clocks: clocksOf(after.Clock)})
	case reconcile.Amended:
		return encode(published{head: headOf(t), move: moveOf(e.Made), Clocks: clocksOf(after.Clock), Amends: &e.Was})
	case reconcile.Retracted:
		return encode(struct {
			head
			Ply       int    `json:"ply"`
			FEN       string `json:"fen"`
			Retracted bool   `json:"retracted"`
		}{headOf(t), e.Ply, after.FEN(), true})
	}
	return nil
}

// eventPayload returns the event as in a replay, with the head in front, or nil for entries
// that are not published as events.
func eventPayload(t eventlog.Entry) []byte {
	switch t.What.(type) {
	case eventlog.Opened, eventlog.Annuls, eventlog.Left, eventlog.Unread, eventlog.Keeping, eventlog.Calibrated, eventlog.Desk, eventlog.Ringing:
		return nil
	}
	b := encode(headOf(t))
	line := t.Event.AppendJSON(nil)
	// The event's own numbers count within its trace; the head has the numbers that are
	// valid everywhere.
	own := fmt.Appendf(nil, `,"seq":%d,"game":%d`, t.Event.Seq, t.Event.Game)
	line = bytes.Replace(line, own, nil, 1)
	return append(append(b[:len(b)-1], ','), line[1:]...)
}

func names(squares rules.Squares) []string {
	list := []string{}
	for sq := range squares.All() {
		list = append(list, sq.String())
	}
	return list
}

// turn returns the side to move in a FEN.
func turn(fen string) string {
	for i := 0; i+1 < len(fen); i++ {
		if fen[i] == ' ' {
			if fen[i+1] == 'b' {
				return rules.Black.String()
			}
			break
		}
	}
	return rules.White.String()
}

// certainty rounds a confidence down: a value below a level must never look as if it had
// reached it.
func certainty(p float64) float64 { return math.Floor(p*1e4) / 1e4 }

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// encode writes a payload. All payloads are plain structs, so a failure is a programming
// error in this package.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("broadcast: payload %T: %v", v, err))
	}
	return b
}
