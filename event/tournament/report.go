package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/internal/hms"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Report is an arbiter's report of a round. Results.Report makes it; Text, HTML and JSON
// write it.
type Report struct {
	Event   string       `json:"event"`
	Site    string       `json:"site,omitempty"`
	Chief   string       `json:"chief_arbiter,omitempty"`
	Round   string       `json:"round"`
	Date    string       `json:"date,omitempty"`
	Games   []ReportGame `json:"games"`
	Byes    []ReportBye  `json:"byes,omitempty"`
	Strange []string     `json:"without_pairing,omitempty"`
}

// ReportGame is one board of a report.
type ReportGame struct {
	Board     string     `json:"board"`
	White     string     `json:"white"`
	Black     string     `json:"black"`
	Result    string     `json:"result"` // 1-0, ½-½, 1-0 F, or * if there is none yet
	Reason    string     `json:"reason,omitempty"`
	Journal   string     `json:"journal,omitempty"` // empty if no record has the game
	Moves     int        `json:"moves"`
	LeftMS    *[2]int64  `json:"left_ms,omitempty"` // White's first
	Illegal   [2]int     `json:"illegal"`
	Inferred  int        `json:"inferred,omitempty"`
	Before    int        `json:"begun_before,omitempty"`
	Adjourned bool       `json:"adjourned,omitempty"`
	Incidents []Incident `json:"incidents"`
	Rings     []string   `json:"rings,omitempty"`    // ids of unanswered alarms
	Signed    []string   `json:"signed,omitempty"`   // who confirmed the result (8.7): white, black
	Unsigned  []string   `json:"unsigned,omitempty"` // who still has to, by the edition
	rings     []alarms.Alarm
	at        time.Duration
}

// Incident is an act of an arbiter, or a claim of a player.
type Incident struct {
	Action int    `json:"action"`       // its number in the audit log
	At     string `json:"at,omitempty"` // RFC 3339; empty when the day is unknown
	After  int    `json:"half_moves"`   // half-moves made before it
	Kind   string `json:"kind"`         // the command, or restart
	By     string `json:"by,omitempty"`
	What   string `json:"what,omitempty"`
	Player string `json:"player,omitempty"`
	MS     int64  `json:"ms,omitempty"` // time that a penalty added or removed
	Why    string `json:"why,omitempty"`
}

// ReportBye is a player without a game.
type ReportBye struct {
	Player string `json:"player"`
	Kind   string `json:"kind"` // H, F, U or Z, as in TRF16
}

// Report makes the report of a round, with times in the given zone. The error lists the
// rounds that exist.
func (r *Results) Report(round string, zone *time.Location) (*Report, error) {
	from, err := r.Round(round)
	if err != nil {
		return nil, err
	}
	report := &Report{Event: r.Event.Name, Site: r.Event.Site, Chief: r.Event.Chief, Round: from.Name, Date: from.Date, Strange: r.Strange}
	for i := range from.Games {
		report.Games = append(report.Games, from.Games[i].report(zone))
	}
	for _, b := range from.Byes {
		report.Byes = append(report.Byes, ReportBye{b.Player.Name, string(rune(b.Kind))})
	}
	return report, nil
}

func (g *Game) report(zone *time.Location) ReportGame {
	line := ReportGame{
		Board: g.Board, White: titled(g.Players[0].Title, g.Players[0].Name), Black: titled(g.Players[1].Title, g.Players[1].Name),
		Result: g.Outcome.String(), Reason: g.Outcome.Reason, Before: g.Before, Incidents: []Incident{},
	}
	f := g.Filed
	if f == nil {
		return line
	}
	line.Journal, line.Moves = f.Journal, (f.Played.Ply+len(f.Played.Moves)+1)/2
	if f.End.Timed {
		left := [2]int64{f.End.Times.Left[rules.White].Milliseconds(), f.End.Times.Left[rules.Black].Milliseconds()}
		line.LeftMS = &left
	}
	line.Illegal = f.End.Illegal
	for _, m := range f.Played.Moves {
		if m.How == reconcile.Inferred {
			line.Inferred++
		}
	}
	line.Adjourned = f.Broken != nil && !f.Broken.Done && !g.Outcome.Known
	for _, a := range f.Actions {
		if incident, ok := f.incidentOf(a, zone); ok {
			line.Incidents = append(line.Incidents, incident)
		}
	}
	unsigned := f.Played.Unsigned(f.Header.Laws)
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if _, _, ok := f.Played.Signature(by); ok {
			line.Signed = append(line.Signed, by.String())
		}
		if unsigned[by] {
			line.Unsigned = append(line.Unsigned, by.String())
		}
	}
	line.rings, line.at = f.Open, f.At
	for _, a := range f.Open {
		line.Rings = append(line.Rings, string(a.ID))
	}
	return line
}

// incidentOf turns an action into an incident; false if it does not belong in a report.
func (f *Filed) incidentOf(a reconcile.Action, zone *time.Location) (Incident, bool) {
	if !isReported(a) {
		return Incident{}, false
	}
	c := a.Command
	i := Incident{Action: a.Number, After: a.Before.Ply, Kind: c.Do, By: c.By, What: c.What, Why: c.Why}
	get(c, "player", &i.Player)
	get(c, "ms", &i.MS)
	switch c.Do {
	case trace.DoPenalty:
		get(c, "kind", &i.What)
		i.addTimeOfEdition(a)
	case trace.DoAdjourn:
		get(c, "kind", &i.What)
	case trace.DoNote:
		if i.What == "" {
			get(c, "text", &i.What)
		}
	case trace.DoStopClocks:
		if c.Why == trace.WhyRestart {
			i.Kind, i.Why = "restart", ""
		}
	case trace.DoSetClock:
		if was, is := a.Before, a.After; was.Timed && is.Timed {
			i.What = fmt.Sprintf("%s %s → %s %s", shown(was, rules.White), shown(was, rules.Black), shown(is, rules.White), shown(is, rules.Black))
		}
	}
	if !f.Began.IsZero() {
		i.At = f.day(a.At).In(zone).Format(time.RFC3339)
	}
	return i, true
}

// isReported reports whether an action belongs in a report. Actions that were undone do not,
// nor do the result that ends a game, private notes and what the program did by itself.
func isReported(a reconcile.Action) bool {
	c := a.Command
	if w, _ := words.In(rules.English); !w.Has("incident."+c.Do) || a.Undone != 0 {
		return false
	}
	switch c.Do {
	case trace.DoNote:
		var private bool
		get(c, "private", &private)
		return !private && (c.By != "" || c.ID != "")
	case trace.DoResult:
		return c.Result == rules.Ongoing.String()
	}
	return true
}

// get reads a key of a command. What cannot be read was refused when it was given, or has no
// meaning here.
func get(c trace.Command, key string, into any) { _, _ = c.Extra.Get(key, into) }

// addTimeOfEdition completes a penalty that gave the opponent the time of the edition with the
// amount that the clock shows.
func (i *Incident) addTimeOfEdition(a reconcile.Action) {
	if i.MS != 0 || i.What != "add-opponent" || !a.Before.Timed {
		return
	}
	if player, err := rules.ParseColor(i.Player); err == nil {
		i.MS = (a.After.Times.Left[player.Other()] - a.Before.Times.Left[player.Other()]).Milliseconds()
	}
}

func shown(s reconcile.Situation, by rules.Color) string {
	return hms.Full(s.Times.Left[by])
}

// day returns the date and time of a time in the record.
func (f *Filed) day(at time.Duration) time.Time { return f.origin.Add(at) }

func titled(title, name string) string {
	if title == "" {
		return name
	}
	return title + " " + name
}

// JSON writes the report as one object.
func (r *Report) JSON() (string, error) {
	b, err := json.MarshalIndent(r, "", "  ")
	return string(b) + "\n", err
}

// words describes an incident in words.
func (i Incident) words(w *words.Texts) string {
	text := w.T("incident." + i.Kind)
	colours := map[string]string{"white": w.T("white"), "black": w.T("black"), "arbiter": w.T("label.arbiter")}
	if i.What != "" {
		text += ": " + named(w, i.What)
	}
	if i.MS != 0 {
		text += fmt.Sprintf(" %+d s", i.MS/1000)
	}
	switch who := colours[i.Player]; {
	case who != "":
		text += " (" + who + ")"
	case i.By == "white" || i.By == "black":
		text += " (" + colours[i.By] + ")"
	}
	if i.Why != "" {
		text += ": " + i.Why
	}
	return text
}

// open lists what still needs a person's attention in a game, in words.
func (g *ReportGame) open(w *words.Texts, l rules.Language) (list []string) {
	switch {
	case g.Adjourned:
		list = append(list, w.T("report.adjourned"))
	case g.Result == rules.Ongoing.String():
		list = append(list, w.T("report.unfinished"))
	}
	if g.Journal == "" {
		list = append(list, w.T("report.no-record"))
	}
	if g.Inferred > 0 {
		list = append(list, w.T("report.inferred", "n", g.Inferred))
	}
	for _, a := range g.rings {
		list = append(list, w.T("report.alarm", "what", a.Text(l, g.at)))
	}
	return list
}

// unsigned says who still has to sign, or "" if nobody does.
func (g *ReportGame) unsigned(w *words.Texts) string {
	var who []string
	for _, by := range g.Unsigned {
		if by == rules.White.String() {
			who = append(who, g.White+" ("+w.T("white")+")")
		} else {
			who = append(who, g.Black+" ("+w.T("black")+")")
		}
	}
	if len(who) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s", w.T("label.board"), g.Board, strings.Join(who, ", "))
}

// remarks are the lines below a game: its illegal moves and its incidents.
func (g *ReportGame) remarks(w *words.Texts) (list []string) {
	for by, name := range []string{w.T("white"), w.T("black")} {
		if n := g.Illegal[by]; n > 0 {
			list = append(list, name+": "+w.T("report.illegal", "n", n))
		}
	}
	if g.Before > 0 {
		list = append(list, w.T("report.before", "n", g.Before))
	}
	for _, i := range g.Incidents {
		at := ""
		if len(i.At) > 16 {
			at = i.At[11:16] + ", "
		}
		list = append(list, fmt.Sprintf("%s%s: %s", at, w.T("report.move", "n", i.After/2+1), i.words(w)))
	}
	return list
}

// clocks writes the times on both clocks, as 1:02:03 0:59:00.
func (g *ReportGame) clocks() string {
	if g.LeftMS == nil {
		return ""
	}
	return clock(g.LeftMS[0]) + " " + clock(g.LeftMS[1])
}

func clock(ms int64) string { return hms.Full(time.Duration(ms) * time.Millisecond) }
