package explain

import (
	"fmt"
	"strings"
	"time"
)

// words writes one explanation.
type words struct {
	*Explainer
	strings.Builder
	game, games, ply int
}

const (
	ruledOut      = 7.0                   // a rival further behind than this is not named: e^7 is a thousand to one
	readingsShown = 24                    // most lines of readings, so as not to bury what matters
	atOnceMost    = 6                     // if more squares than this change in one reading, they share one line
	bounceGap     = 50 * time.Millisecond // changes of one square closer together than this share one line
)

func (w *words) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// all explains what was published for the ply, ending with the move that stands or with the fact
// that none does.
func (w *words) all(told []statement) string {
	last := told[len(told)-1]
	name := fmt.Sprintf("Ply %d", w.ply)
	if w.games > 1 {
		name = fmt.Sprintf("Game %d of %d, ply %d", w.game, w.games, w.ply)
	}
	if !last.moved {
		w.line("%s: no move is recorded. %s was published at %s and dropped at %s.", name, w.before(told).san, clock(w.before(told).at), clock(last.at))
		w.history(told)
		return w.String()
	}
	since := ""
	if s := last.since; s != nil {
		since = fmt.Sprintf(", since %s %s", clock(s.at), certainty(s.confidence))
	}
	w.line("%s, %s: %s, released at %s, published at %s, %s%s.", name, last.by, last.name(), clock(last.released()), clock(last.at), certainty(last.confidence), since)
	if last.reason == nil {
		w.line("")
		w.line("What decided it: %s.", byPerson(last))
	} else {
		w.reasons(last)
	}
	if len(told) > 1 {
		w.history(told)
	}
	return w.String()
}

func (t statement) released() time.Duration {
	if t.reason == nil {
		return t.at
	}
	return t.move.Released
}

// name returns the move in SAN and UCI.
func (t statement) name() string {
	if t.san == t.uci {
		return t.uci // not legal
	}
	return fmt.Sprintf("%s (%s)", t.san, t.uci)
}

// reasons writes why a move was published.
func (w *words) reasons(t statement) {
	w.line("")
	w.line("Sensor readings:")
	w.table("  ", w.evidence(t), t)
	w.line("")
	w.line("Interpretation:")
	w.understood(t)
	w.line("")
	w.line("Alternatives considered at publication:")
	named := 0
	for _, rival := range t.reason.Rivals {
		if rival.Behind < ruledOut {
			w.line("  %s", t.rival(rival))
			named++
		}
	}
	switch rest := len(t.reason.Rivals) - named; {
	case rest > 0 && named == 0:
		w.line("  nothing likely; next came %s", t.rival(t.reason.Rivals[0]))
	case rest > 0:
		w.line("  everything else: all but ruled out")
	case named == 0:
		w.line("  nothing")
	}
	w.line("")
	w.line("What decided it: %s.", w.sign(t))
}
