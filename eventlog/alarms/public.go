package alarms

import (
	"slices"
	"strings"

	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
)

// Public is an alarm on the topic alarm. It never mentions touches, claims or illegal
// moves: the topic is public, and the Laws leave those to players and arbiter (2009:
// 4.7, 7.4).
type Public struct {
	ID      ID       `json:"id"`
	Urgent  bool     `json:"urgent"`
	Squares []string `json:"squares,omitempty"`
	Ply     int      `json:"ply,omitempty"`
	SAN     string   `json:"san,omitempty"`
	Result  string   `json:"result,omitempty"`
	Text    string   `json:"text"` // in English; screens have their own texts for each id
}

// Facts are what the public alarms are derived from: the state of a game, its board and
// the computer, without anything that players must not know.
type Facts struct {
	DiskFull bool          // the record is kept in the reserve
	NotKept  bool          // the disk stores nothing
	Drifted  rules.Squares // read differently from when they were calibrated
	Days     int           // since the board was calibrated, if that is too long ago; otherwise 0
	Faulty   [reconcile.NoReading + 1]rules.Squares
	Unread   rules.Squares // squares without a reading
	Differ   rules.Squares // where board and game differ
	Late     bool          // a move came after the result
	Result   reconcile.ResultKnown
	Over     bool
	Moves    []reconcile.Made
}

// PublicOf lists the public alarms for these facts, urgent ones first.
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

// In returns the alarm's text in a language.
func (a Public) In(t *words.Texts) string {
	if t.Language == rules.English {
		return a.Text
	}
	with := []any{"squares", strings.Join(a.Squares, " "), "result", a.Result, "n", (a.Ply + 1) / 2, "san", a.SAN}
	if text := t.T("public."+string(a.ID), with...); !strings.Contains(text, "{") {
		return text
	}
	return a.Text // says more than its fields
}

// say returns the text of an alarm on the topic alarm, in English.
func say(id ID, with ...any) string {
	w, _ := words.In(rules.English)
	return w.T("public."+string(id), with...)
}

func only(is bool, id ID, with ...any) []Public {
	if !is {
		return nil
	}
	return []Public{{Text: say(id, with...)}}
}

func diskFull(f *Facts) []Public {
	return only(f.DiskFull && !f.NotKept, DiskFull)
}

func notKept(f *Facts) []Public {
	return only(f.NotKept, NotKept)
}

func drifted(f *Facts) []Public {
	if f.Drifted == 0 {
		return nil
	}
	return []Public{{Squares: names(f.Drifted), Text: say(CalibrationDrifted, "squares", listed(f.Drifted))}}
}

func calibrationOld(f *Facts) []Public {
	return only(f.Days > 0, CalibrationOld, "days", f.Days)
}

// silent returns the squares without a reading, for any reason.
func (f *Facts) silent() rules.Squares { return f.Faulty[reconcile.NoReading] | f.Unread }

func missing(f *Facts) []Public {
	return only(f.silent().Count() == 64, BoardMissing)
}

func faults(f *Facts) (list []Public) {
	silent := f.silent()
	if silent.Count() == 64 {
		return nil // the whole board is missing
	}
	for kind := reconcile.StuckOn; kind < reconcile.NoReading; kind++ {
		if squares := f.Faulty[kind] &^ silent; squares != 0 {
			list = append(list, Public{Squares: names(squares), Text: say(SensorFault, "squares", listed(squares), "what", kind)})
		}
	}
	if silent != 0 {
		list = append(list, Public{Squares: names(silent), Text: say("sensor_unread", "squares", listed(silent))})
	}
	return list
}

func differs(f *Facts) []Public {
	if f.Differ == 0 {
		return nil
	}
	return []Public{{Squares: names(f.Differ), Text: say(Reconstructing, "squares", listed(f.Differ))}}
}

func premature(f *Facts) []Public {
	if !f.Late {
		return nil
	}
	return []Public{{Result: f.Result.Result, Text: say(PrematureResult, "result", f.Result.Result)}}
}

func finished(f *Facts) []Public {
	if f.Late || !f.Result.Proposed && !f.Result.Shown || f.Result.Result == rules.Ongoing.String() {
		return nil
	}
	return []Public{{Result: f.Result.Result, Text: say(GameFinished, "result", f.Result.Result)}}
}

func guesses(f *Facts) (list []Public) {
	if f.Over {
		return nil
	}
	for _, m := range f.Moves {
		if m.Confidence < Guess { // the oldest one, as the others often depend on it
			return []Public{{Ply: m.Ply, SAN: m.SAN, Text: say(GuessedMove, "n", (m.Ply+1)/2, "san", m.SAN)}}
		}
	}
	return nil
}

func listed(squares rules.Squares) string { return strings.Join(names(squares), ", ") }
