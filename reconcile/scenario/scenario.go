// Package scenario reads the scenarios of Article 4 and plays them as traces.
//
// A scenario is a position, a script of what players, clock and arbiter do, and the state that the
// Laws must then show in each edition named. It has no times; Trace adds times, always the same.
package scenario

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Scenario is one line of a scenario file.
type Scenario struct {
	ID         string          `json:"id"`
	Clause     string          `json:"clause"`
	Title      string          `json:"title"`
	Editions   []string        `json:"editions"`
	FEN        string          `json:"fen"`
	Variant    string          `json:"variant"`
	Sensing    string          `json:"sensing"`
	Clock      string          `json:"clock"`
	Mode       string          `json:"mode"`
	Supervised *bool           `json:"supervised"` // true when left out
	Board      string          `json:"board"`      // normal or tactile
	History    []string        `json:"history"`
	Control    string          `json:"time_control"`   // as in PGN; none when left out
	Quickplay  bool            `json:"quickplay"`      // the quickplay finish was announced
	Decided    *bool           `json:"claims_decided"` // whether the arbiter decides a claim of a draw; true when left out
	Setup      Setup           `json:"setup"`
	Script     []Step          `json:"script"`
	Expect     json.RawMessage `json:"expect"`
	Reports    []Event         `json:"reports"` // events that must occur in this order, with any others between them
	Silent     []Event         `json:"silent"`  // events that must not occur
	Shows      string          `json:"shows"`   // what stands on the board at first, as in a FEN; the position when left out
	Rings      []string        `json:"rings"`   // alarms that must ring at an arbiter's console at the end
	Quiet      []string        `json:"quiet"`   // alarms that must not ring at the end
}

// Event is the expected content of an event: only the given keys are compared.
type Event map[string]any

// Setup is what happened before the script, by player.
type Setup struct {
	Illegal          map[string]int `json:"illegal"`
	ControlMovesLeft map[string]int `json:"control_moves_left"`
	OpponentBoard    string         `json:"opponent_board"`
}

// Step is one step of a script. Exactly one of its keys is set, besides those that belong to it.
type Step struct {
	Lift     Squares `json:"lift"`
	Place    Squares `json:"place"`
	Color    string  `json:"color"`
	Clock    string  `json:"clock"` // white, black or stopped
	Say      string  `json:"say"`
	Promote  string  `json:"promote"`
	Claim    string  `json:"claim"`
	Touch    string  `json:"touch"`
	Arbiter  string  `json:"arbiter"` // attribute or restore
	Square   string  `json:"square"`
	Offer    string  `json:"offer"`
	Announce string  `json:"announce"`
	Resign   bool    `json:"resign"`
	By       string  `json:"by"`
	WaitMS   int     `json:"wait_ms"`
	// Command is any command, written as in a trace.
	Command *trace.Command `json:"command"`
	// Refused is the code with which that command is refused.
	Refused string `json:"refused"`
}

// Squares is one square or a list of them.
type Squares []string

// UnmarshalJSON reads "e2" as well as ["e2","f2"].
func (s *Squares) UnmarshalJSON(raw []byte) error {
	var one string
	if err := json.Unmarshal(raw, &one); err == nil {
		*s = Squares{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(s))
}

// Read reads a scenario file, one JSON object a line. The error names the line.
func Read(r io.Reader) ([]Scenario, error) {
	var all []Scenario
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var s Scenario
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		if err := d.Decode(&s); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, s)
	}
	return all, lines.Err()
}

// position returns the position after the history.
func (s *Scenario) position() (rules.Position, rules.Variant, error) {
	variant, err := rules.ParseVariant(s.Variant)
	if err != nil {
		return rules.Position{}, variant, err
	}
	setup, err := rules.ParseFEN(s.FEN)
	if err != nil {
		return rules.Position{}, variant, err
	}
	p, err := rules.NewPosition(setup, variant)
	if err != nil {
		return rules.Position{}, variant, err
	}
	for _, uci := range s.History {
		m, err := p.ParseUCI(uci)
		if err != nil {
			return rules.Position{}, variant, err
		}
		p = p.After(m)
	}
	return p, variant, nil
}

// header makes the header of the trace for one edition.
func (s *Scenario) header(variant rules.Variant, laws rules.Laws) (trace.Header, error) {
	h := trace.DefaultHeader()
	h.Board, h.Start, h.Variant, h.Laws, h.History = s.ID, s.FEN, variant, laws, s.History
	var err error
	if h.Sensing, err = sensors.ParseSensing(s.Sensing); err != nil {
		return h, err
	}
	if h.Clock, err = trace.ParseClock(s.Clock); err != nil {
		return h, err
	}
	if s.Mode != "" {
		if h.Mode, err = trace.ParseMode(s.Mode); err != nil {
			return h, err
		}
		h.ModeGiven = true
	}
	h.TimeControl, h.Quickplay = s.Control, s.Quickplay
	h.ClaimsDecided = s.Decided == nil || *s.Decided
	h.Unsupervised = s.Supervised != nil && !*s.Supervised
	h.Tactile = s.Board == "tactile"
	h.TactileOppo = s.Setup.OpponentBoard == "tactile"
	for side, n := range s.Setup.Illegal {
		by, err := rules.ParseColor(side)
		if err != nil {
			return h, err
		}
		h.Setup.Illegal[by] = n
	}
	for side, n := range s.Setup.ControlMovesLeft {
		by, err := rules.ParseColor(side)
		if err != nil {
			return h, err
		}
		h.Setup.ControlMovesLeft[by] = n
	}
	return h, h.Validate()
}
