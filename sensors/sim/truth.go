package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Truth is what was really played on a board during a trace, and what else was done
// there: the answer with which a reconstruction is compared. Times are in
// microseconds since the trace began, before sampling. Its JSON form has the keys
// of the sample traces' truth files.
type Truth struct {
	Trace     string      `json:"trace"` // name of the trace
	Level     string      `json:"level"`
	Variant   string      `json:"variant"`
	Sensing   string      `json:"sensing"`
	ScanHz    float64     `json:"scan_hz"`
	Profile   string      `json:"profile"`  // pace of play
	Clock     bool        `json:"clock"`    // presses are in the trace
	Commands  bool        `json:"commands"` // commands may be in the trace
	Seed      uint64      `json:"seed,omitempty"`
	Games     []TruthGame `json:"games"`
	Mainline  string      `json:"mainline,omitempty"` // the moves in one line, for a trace of one game
	Incidents []Incident  `json:"incidents"`
	Faulty    []string    `json:"faulty"` // squares whose sensor is really broken
	Faults    []Fault     `json:"faults"`
	Checked   int         `json:"checked"` // number of moments at which the board was checked and showed the right position
}

// TruthGame is one game of a trace.
type TruthGame struct {
	StartFEN string   `json:"start_fen"`
	Result   string   `json:"result"`
	StartUS  int64    `json:"start_us"`
	EndUS    int64    `json:"end_us"`
	Moves    []string `json:"moves"` // UCI as in docs/trace.md
	Plies    []Ply    `json:"plies"`
	Source   Source   `json:"source"`
}

// Ply says how one move was carried out.
type Ply struct {
	Ply       int      `json:"ply"` // from 1
	UCI       string   `json:"uci"`
	Style     string   `json:"style"`
	StartUS   int64    `json:"start_us"`   // first touch
	ContactUS int64    `json:"contact_us"` // last change of a sensor caused by it
	DoneUS    int64    `json:"done_us"`    // when the hand released the piece
	ClockUS   int64    `json:"clock_us,omitempty"`
	Flags     []string `json:"flags,omitempty"`
	Promo     *Promo   `json:"promo,omitempty"`
}

// Flags of a ply.
const (
	FlagNotFelt       = "landed-not-felt"                 // the sensor of a square to which a piece came does not feel it, or not its colour, at the release
	FlagUndecided     = "nothing-tells"                   // such a ply for which another move by the same piece would also fit everything that is read
	FlagOverlap       = "overlap"                         // the move began before the previous mover's release
	FlagSilent        = "may-be-silent"                   // a capture whose target may never read empty
	FlagSilentAvoided = "silent-avoided"                  // such a capture was replaced by another way of capturing, as nothing later would show it
	FlagTouchBroken   = "touch-move-broken"               // another piece was touched first
	FlagIllegal       = "illegal"                         // not a legal move, but it counts
	FlagAfterIllegal  = "after-illegal"                   // it replaces an illegal move
	FlagBeforeCastled = "reply-before-castling-finished"  // the opponent's castling was only half done
	FlagBeforePromo   = "reply-before-promotion-finished" // the opponent's pawn had not been exchanged yet
)

// Promo holds what is known about a promotion.
type Promo struct {
	Piece      string `json:"piece"`
	Command    bool   `json:"command"`    // a promote command is in the trace
	Unknowable bool   `json:"unknowable"` // an underpromotion that neither a command nor later moves reveal: a queen is a right answer
}

// Incident is something that hands did besides playing the game.
type Incident struct {
	Kind      string   `json:"kind"` // one of the Incident constants
	By        string   `json:"by,omitempty"`
	AtUS      int64    `json:"at_us"`
	UntilUS   int64    `json:"until_us"`
	Squares   []string `json:"squares"`
	Announced *bool    `json:"announced,omitempty"`     // adjust
	UCI       string   `json:"uci,omitempty"`           // illegal-move
	Why       string   `json:"why,omitempty"`           // illegal-move: not-a-move-of-the-piece or king-in-check
	Pressed   *bool    `json:"clock_pressed,omitempty"` // illegal-move
	Stands    bool     `json:"stands,omitempty"`        // illegal-move: nobody noticed it, and it is a move of the game
	Result    string   `json:"result,omitempty"`        // kings-to-centre
	Game      int      `json:"game,omitempty"`          // take-back, post-mortem: index of the game
	After     int      `json:"after_ply,omitempty"`     // take-back, post-mortem: the last ply that counts
	Taken     []Ply    `json:"taken,omitempty"`         // take-back: what was played and taken back; post-mortem: what was played
}

// Kinds of incidents.
const (
	IncidentAdjust      = "adjust"
	IncidentTouch       = "touch-by-opponent"
	IncidentTouchBroken = "touch-move-broken"
	IncidentWiggle      = "wiggle"
	IncidentIllegal     = "illegal-move"
	IncidentKnock       = "knock-over"
	IncidentSleeve      = "sleeve"
	IncidentStraighten  = "straighten" // straightening a piece that stood badly, on a board with physics
	IncidentTakeBack    = "take-back"
	IncidentSetUp       = "set-up"
	IncidentKings       = "kings-to-centre"
	IncidentStrayPress  = "stray-press"
	IncidentPostMortem  = "post-mortem" // moves after the end of the game, which are not part of it
)

// Fault is a fault of a sensor or of its wiring.
type Fault struct {
	Square    string  `json:"square,omitempty"`
	Row       int     `json:"row,omitempty"` // for unknown: rank 1 to 8
	Kind      string  `json:"kind"`          // weak, crosstalk, unknown, stuck-on, stuck-off, chatter, no-scans
	From      string  `json:"from,omitempty"`
	PerMinute float64 `json:"per_minute,omitempty"`
	Count     *int    `json:"count,omitempty"`
	FromUS    *int64  `json:"from_us,omitempty"`
	ToUS      int64   `json:"to_us,omitempty"` // 0: to the end
}

// WriteJSON writes the truth as one JSON object and a newline. An error is that of w.
func (t Truth) WriteJSON(w io.Writer) error {
	b, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("sim: truth: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// ReadTruth reads a truth file. It ignores unknown keys. The error says where the
// JSON is broken, or which game has different numbers of plies and moves.
func ReadTruth(r io.Reader) (Truth, error) {
	var t Truth
	b, err := io.ReadAll(r)
	if err != nil {
		return Truth{}, fmt.Errorf("truth: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	if err := dec.Decode(&t); err != nil {
		return Truth{}, fmt.Errorf("truth: at byte %d: %w", dec.InputOffset(), err)
	}
	if len(t.Games) == 0 {
		return Truth{}, fmt.Errorf("truth: no game in it: the key games holds a list of at least one")
	}
	for i, g := range t.Games {
		if len(g.Plies) != len(g.Moves) {
			return Truth{}, fmt.Errorf("truth: game %d has %d moves and %d plies: they go together", i+1, len(g.Moves), len(g.Plies))
		}
	}
	return t, nil
}
