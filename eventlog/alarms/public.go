package alarms

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/reconcile"
	"touchmove/rules"
)

// Public is an alarm as the topic alarm has it. Nothing there tells of touches, claims
// or illegal moves: it may be read in public, and the Laws leave those to player and
// arbiter (2009, 4.7, 7.4).
type Public struct {
	ID      ID       `json:"id"`
	Urgent  bool     `json:"urgent"`
	Squares []string `json:"squares,omitempty"`
	Ply     int      `json:"ply,omitempty"`
	SAN     string   `json:"san,omitempty"`
	Result  string   `json:"result,omitempty"`
	Text    string   `json:"text"` // for a list in English; screens have their own words by id
}

// Facts are what the public alarms follow from: the state of a game, its board and the
// computer, without what players must not know.
type Facts struct {
	DiskFull bool          // the record goes on in reserved space
	NotKept  bool          // the disk stores nothing
	Drifted  rules.Squares // read differently from when they were calibrated
	Days     int           // since the board was calibrated, if that is too long; else 0
	Faulty   [reconcile.NoReading + 1]rules.Squares
	Unread   rules.Squares // give no reading now
	Differ   rules.Squares // board and game differ here
	Late     bool          // a move came after the result
	Result   reconcile.ResultKnown
	Over     bool
	Moves    []reconcile.Made
}

// Guess is the certainty below which a move is put before a person.
const Guess = 0.9

// Guessed says whether a move is to be put before a person.
func Guessed(m reconcile.Made) bool { return m.Confidence < Guess || m.How == reconcile.Inferred }

// PublicOf lists the public alarms that follow from the facts, urgent ones first.
func PublicOf(f Facts) []Public {
	list := []Public{}
	for _, r := range table {
		if r.public == nil {
			continue
		}
		for _, a := range r.public(&f) {
			a.ID, a.Urgent = r.id, r.urgent
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b Public) int {
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

func only(is bool, text string) []Public {
	if !is {
		return nil
	}
	return []Public{{Text: text}}
}

func diskFull(f *Facts) []Public {
	return only(f.DiskFull && !f.NotKept, "Disk full: make room, or play will soon not be kept")
}

func notKept(f *Facts) []Public {
	return only(f.NotKept, "The disk keeps nothing: play goes on, but write the moves down")
}

func drifted(f *Facts) []Public {
	if f.Drifted == 0 {
		return nil
	}
	return []Public{{Squares: names(f.Drifted), Text: fmt.Sprintf("Sensors %s read otherwise than when they were calibrated; play goes on", listed(f.Drifted))}}
}

func calibrationOld(f *Facts) []Public {
	return only(f.Days > 0, fmt.Sprintf("Calibrated %d days ago: measure the board again", f.Days))
}

// silent are the squares that give no reading, for whatever reason.
func (f *Facts) silent() rules.Squares { return f.Faulty[reconcile.NoReading] | f.Unread }

func missing(f *Facts) []Public {
	return only(f.silent().Count() == 64, "Board does not answer")
}

func faults(f *Facts) (list []Public) {
	silent := f.silent()
	if silent.Count() == 64 {
		return nil // the whole board is missing
	}
	for kind := reconcile.StuckOn; kind < reconcile.NoReading; kind++ {
		if squares := f.Faulty[kind] &^ silent; squares != 0 {
			list = append(list, Public{Squares: names(squares), Text: fmt.Sprintf("Sensors %s: %s; play goes on", listed(squares), kind)})
		}
	}
	if silent != 0 {
		list = append(list, Public{Squares: names(silent), Text: fmt.Sprintf("No reading from %s; play goes on", listed(silent))})
	}
	return list
}

func differs(f *Facts) []Public {
	if f.Differ == 0 {
		return nil
	}
	return []Public{{Squares: names(f.Differ), Text: "Board and record differ on " + listed(f.Differ)}}
}

func premature(f *Facts) []Public {
	if !f.Late {
		return nil
	}
	return []Public{{Result: f.Result.Result, Text: "Result " + f.Result.Result + " set, but play goes on"}}
}

func finished(f *Facts) []Public {
	if f.Late || !f.Result.Proposed || f.Result.Result == rules.Ongoing.String() {
		return nil
	}
	return []Public{{Result: f.Result.Result, Text: "Game over: confirm " + f.Result.Result}}
}

func guesses(f *Facts) (list []Public) {
	if f.Over {
		return nil
	}
	for _, m := range f.Moves {
		if Guessed(m) {
			list = append(list, Public{Ply: m.Ply, SAN: m.SAN, Text: fmt.Sprintf("Move %d %s is a guess", (m.Ply+1)/2, m.SAN)})
		}
	}
	return list
}

func listed(squares rules.Squares) string { return strings.Join(names(squares), ", ") }
