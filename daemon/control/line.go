package control

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"touchmove/eventlog/alarms"
	"touchmove/internal/refusal"
	"touchmove/sensors/trace"
)

// maxLine is the longest line of a client, in bytes: a command and its board.
const maxLine = 17 << 10

// The requests that are not commands: the list of boards, and the arbiter's desk
// of one of them.
const (
	doBoards = "boards"
	doDesk   = "desk"
)

// Answer is the answer to one line.
type Answer struct {
	V      int             `json:"v"`
	Board  string          `json:"board"`
	Do     string          `json:"do"`
	ID     string          `json:"id"`
	OK     bool            `json:"ok"`               // carried out and stored
	Error  string          `json:"error"`            // why not, and what to do
	Reason *refusal.Reason `json:"reason,omitempty"` // the same, for programs
	Game   string          `json:"game"`
	Seq    uint64          `json:"seq"`
	Advice string          `json:"advice,omitempty"` // what the edition has the arbiter do, in the reader's language; touchmove ctl adds it

	Boards  []Standing      `json:"boards,omitempty"`  // for "boards"; for "desk": the one board
	Desk    json.RawMessage `json:"desk,omitempty"`    // for "desk": as on the topic desk
	Alarms  json.RawMessage `json:"alarms,omitempty"`  // for "desk": as on the topic alarms
	Offered []trace.Command `json:"offered,omitempty"` // for "desk": the rulings, verdicts and signatures that would be accepted now
	AtMS    int64           `json:"at_ms,omitempty"`   // for "desk": time of the latest entry
	Advised []Advised       `json:"advised,omitempty"` // for "desk": Advice on the actions of the desk; touchmove ctl adds it
}

// Advised is what the edition has the arbiter do about an action of the desk.
type Advised struct {
	Action int    `json:"action"` // its number
	Advice string `json:"advice"` // in the reader's language
}

// Standing is the state of a board's game.
type Standing struct {
	Board string `json:"board"`
	Event string `json:"event"`
	Game  string `json:"game"`
	Seq   uint64 `json:"seq"`
	Phase string `json:"phase"`
	White string `json:"white"`
	Black string `json:"black"`
	Ply   int    `json:"ply"`
	Last  string `json:"last"` // the last move, SAN
	FEN   string `json:"fen"`

	Clock   string   `json:"clock,omitempty"` // the phase of the chess clock: set, running, paused, flagged or over
	Runs    string   `json:"runs,omitempty"`  // whose time runs now, white or black; empty while none does
	Variant string   `json:"variant"`
	Laws    string   `json:"laws"`
	Rings   []string `json:"rings"` // the alarms that ring at the arbiters' consoles and are not acknowledged, in English
	// RingsIn is Rings in every language, by language code.
	RingsIn map[string][]string `json:"rings_in"`
	Result  string              `json:"result"`
	Alarms  []alarms.Public     `json:"alarms"`
}

// read returns the next line without its line feed. A line that is too long or
// incomplete is an error.
func read(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	switch {
	case err == nil:
		return line[:len(line)-1], nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
	case err == io.EOF && len(line) > 0:
		return nil, io.ErrUnexpectedEOF
	}
	return nil, err
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("control: an answer of plain values does not encode: " + err.Error())
	}
	return append(b, '\n')
}
