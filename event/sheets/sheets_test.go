package sheets_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"touchmove/event/sheets"
	"touchmove/internal/goldentest"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// game plays moves by command on an occupancy board with a clock. The clock is not pressed
// after the move with index untimed.
func game(t *testing.T, h trace.Header, moves []string, untimed int, extra ...trace.Record) *reconcile.Game {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	take := func(at time.Duration, w trace.What) {
		t.Helper()
		if _, err := g.Step(trace.Record{At: at, What: w}); err != nil {
			t.Fatalf("%v: %v", at, err)
		}
	}
	p := rules.MustPosition(h.Start, h.Variant)
	shown := func(p rules.Position) (s trace.Scan) {
		for sq := range s.Board {
			s.Board[sq] = sensors.Empty
			if p.At(rules.Square(sq)) != rules.NoPiece {
				s.Board[sq] = sensors.Occupied
			}
		}
		return s
	}
	take(0, shown(p))
	take(3*time.Second, shown(p))
	at := 4 * time.Second
	take(at, trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	for i, uci := range moves {
		at += 10 * time.Second
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		by := p.Turn()
		take(at, trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: i + 1, UCI: uci})
		p = p.After(m)
		take(at+10*time.Millisecond, shown(p))
		if i != untimed {
			at += time.Second
			take(at, trace.Press{By: by})
		}
		at += time.Second
		take(at, shown(p))
	}
	for _, r := range extra {
		take(at+r.At, r.What)
	}
	return g
}

// sample is the sample game of 2009:C13, with castling on both sides and a capture en
// passant; a draw is offered with the last move.
var sample = strings.Fields("e2e4 e7e5 g1f3 g8f6 d2d4 e5d4 e4e5 f6e4 d1d4 d7d5 e5d6 e4d6 c1g5 b8c6 d4e3 f8e7 b1d2 e8g8 e1c1 f8e8 c1b1")

var head = sheets.Head{
	Event: "Open <2026>", Site: "Kraków", Date: "2026.11.21", Round: "3", White: "Żółć, Anna", Black: "O'Neil, Bo", Board: "hall-7",
}

func sampleGame(t *testing.T) (trace.Header, *reconcile.Game) {
	h := trace.DefaultHeader()
	h.Clock, h.TimeControl, h.Laws, h.Board = trace.ClockButtons, "380", rules.FIDE2009, "hall-7"
	return h, game(t, h, sample, 4, trace.Record{At: 200 * time.Millisecond, What: trace.Command{Do: trace.DoOfferDraw, By: "white"}},
		trace.Record{At: 2 * time.Second, What: trace.Command{Do: trace.DoSign, By: "black", Result: "1/2-1/2"}})
}

// A sheet has the moves in the notation of the Laws and of its language, the times after
// the presses, marks for what is missing, for offers and for relief, lines for the
// signatures, and the notice (F-6.14, F-8.1, F-8.5, F-8.7, F-8.1b).
func TestScoresheetForms(t *testing.T) {
	h, g := sampleGame(t)
	played := &g.Games()[0]
	for _, w := range words.All() {
		l := w.Language
		s, err := sheets.New(head, h, played, l)
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Text(l)
		if err != nil {
			t.Fatal(err)
		}
		html, err := s.HTML(l)
		if err != nil {
			t.Fatal(err)
		}
		for suffix, got := range map[string]string{".txt": text, ".html": html} {
			path := "testdata/" + l.String() + suffix
			goldentest.Check(t, path, got)
		}
		if strings.Contains(html, "<2026>") {
			t.Errorf("%v: a name is taken for a tag", l)
		}
	}
	s, err := sheets.New(head, h, played, rules.Spanish)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := s.Text(rules.Spanish)
	for _, want := range []string{"exd6 a.p.", "0-0-0", "Rb1 (=)", "?", "exento de anotar"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the sheet:\n%s", want, text)
		}
	}
	if _, err := sheets.New(head, h, played, rules.Dutch); err == nil {
		t.Error("a sheet in a language that has no words was made")
	}
	blank := sheets.Blank(head)
	page, err := blank.HTML(rules.German)
	if err != nil || strings.Count(page, "<tr>") != 62 || !strings.Contains(page, "60") {
		t.Errorf("a blank sheet has %d lines, %v", strings.Count(page, "<tr>"), err)
	}
}

// Who need not record is decided by what the period of the move adds, not the first one (8.4).
func TestScoresheetReliefOfEachPeriod(t *testing.T) {
	for control, want := range map[string]string{
		"4/200:200+30":    "1–4",
		"4/200+30:200":    "5–11",
		"4/200+30:200+30": "",
		"4/200:200":       "1–11",
	} {
		h := trace.DefaultHeader()
		h.Clock, h.TimeControl, h.Laws, h.Board = trace.ClockButtons, control, rules.FIDE2009, "hall-7"
		g := game(t, h, sample, -1)
		s, err := sheets.New(head, h, &g.Games()[0], rules.English)
		if err != nil {
			t.Fatal(err)
		}
		if s.Relief[rules.White] != want {
			t.Errorf("%s: White need not record %q, want %q", control, s.Relief[rules.White], want)
		}
	}
}

// Every line of the audit log depends on the one before: a line that was changed, removed
// or inserted is detected.
func TestAuditLog(t *testing.T) {
	h, g := sampleGame(t)
	for i, c := range []trace.Command{
		{Do: trace.DoStopClocks, By: "arbiter", Why: "no pen"},
		{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"add-opponent","ms":120000,"player":"white"}`},
		{Do: trace.DoUndo, By: "arbiter"},
		{Do: trace.DoNote, By: "arbiter", What: "shouted", Extra: `{"private":true}`},
		{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"},
	} {
		if _, err := g.Step(trace.Record{At: time.Hour + time.Duration(i)*time.Second, What: c}); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	log := sheets.Audit(g.Actions(), h.Laws, began.Add, sheets.Withheld)
	for _, want := range []string{
		"arbiter: stop-clocks (no pen) [fide-2009 6.12]", "arbiter: penalty {\"kind\":\"add-opponent\",\"ms\":120000,\"player\":\"white\"} [fide-2009 13.4]; black's time ",
		"; undoes ", "a private note", "result * to 1/2-1/2", "2026-11-21T19:00:00.000Z",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is not in\n%s", want, log)
		}
	}
	if strings.Contains(log, "shouted") || !strings.Contains(sheets.Audit(g.Actions(), h.Laws, began.Add, sheets.Shown), "shouted") {
		t.Error("a private note is told, or not told to whom it may be")
	}
	if err := sheets.Verify(strings.NewReader(log)); err != nil {
		t.Errorf("the log as written: %v", err)
	}
	lines := strings.SplitAfter(log, "\n")
	n := len(lines) - 4
	for name, changed := range map[string]string{
		"changed":                           strings.Replace(log, "no pen", "no ink", 1),
		"left out":                          strings.Join(append(append([]string{}, lines[:n]...), lines[n+1:]...), ""),
		"swapped":                           strings.Join(append(append([]string{}, lines[:n]...), append([]string{lines[n+1], lines[n]}, lines[n+2:]...)...), ""),
		"unhashed":                          log + "9. something\n",
		"with a carriage return at its end": strings.Replace(log, "\n", "\r\n", 1),
		"with the line ends of Windows, like all,":   strings.ReplaceAll(log, "\n", "\r\n"),
		"of a carriage return alone, the last line,": log + "\r",
	} {
		if err := sheets.Verify(strings.NewReader(changed)); err == nil {
			t.Errorf("a line %s is not noticed", name)
		}
	}
}

// The envelope shows everything except the move (F-G2).
func TestEnvelope(t *testing.T) {
	h := trace.DefaultHeader()
	h.Clock, h.TimeControl = trace.ClockButtons, "5400"
	g := game(t, h, sample[:4], -1,
		trace.Record{At: time.Second, What: trace.Command{Do: trace.DoOfferDraw, By: "black"}},
		trace.Record{At: 2 * time.Second, What: trace.Command{Do: trace.DoAdjourn, By: "arbiter"}},
		trace.Record{At: 62 * time.Second, What: trace.Command{Do: trace.DoSeal, By: "white", Extra: `{"text":"d4"}`}},
	)
	a, ok := g.Adjourned()
	if !ok {
		t.Fatal("not adjourned")
	}
	for _, w := range words.All() {
		l := w.Language
		text, err := sheets.Envelope(head, a, l)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "d4\n") || !strings.Contains(text, a.FEN) || !strings.Contains(text, "Żółć, Anna") || !strings.Contains(text, " 3\n") || !a.Offer {
			t.Errorf("%v:\n%s", l, text)
		}
		used := int(a.Used[rules.White] / time.Second)
		if !strings.Contains(text, fmt.Sprintf("0:%02d:%02d", used/60, used%60)) {
			t.Errorf("%v: White has used %v:\n%s", l, a.Used[rules.White], text)
		}
	}
}

// A line says who gave the command, in which role if the connection showed one, and what it
// changed. The position is written only if the number of half-moves stayed the same, and
// times only if there was a clock before and after.
func TestAuditLogSaysWhoAndWhat(t *testing.T) {
	clock := func(white, black time.Duration) reconcile.Times {
		return reconcile.Times{Left: [2]time.Duration{white, black}}
	}
	for _, c := range []struct {
		name    string
		extra   trace.Extra
		was, is reconcile.Situation
		want    string
	}{
		{"a name and a role", `{"role":"chief","who":"ann"}`, reconcile.Situation{}, reconcile.Situation{}, "arbiter (ann, chief): note "},
		{"a name alone", `{"who":"ann"}`, reconcile.Situation{}, reconcile.Situation{}, "arbiter (ann): note "},
		{"a role alone", `{"role":"chief"}`, reconcile.Situation{}, reconcile.Situation{}, "arbiter: note "},
		{"a position set up", "", reconcile.Situation{Ply: 4, FEN: "a"}, reconcile.Situation{Ply: 4, FEN: "b"}, "; position a to b"},
		{"moves taken back", "", reconcile.Situation{Ply: 4, FEN: "a"}, reconcile.Situation{Ply: 2, FEN: "b"}, "; half-moves 4 to 2"},
		{"times of a clock", "", reconcile.Situation{Timed: true, Times: clock(time.Minute, time.Minute)}, reconcile.Situation{Timed: true, Times: clock(2*time.Minute, time.Minute)}, "; white's time 0:01:00.0 to 0:02:00.0"},
		{"a clock that was not there", "", reconcile.Situation{}, reconcile.Situation{Timed: true, Times: clock(time.Minute, time.Minute)}, ""},
	} {
		a := reconcile.Action{Number: 1, Game: 1, Command: trace.Command{Do: trace.DoNote, By: "arbiter", Extra: c.extra}, Before: c.was, After: c.is}
		line, hash, _ := strings.Cut(sheets.Audit([]reconcile.Action{a}, rules.FIDE2023, nil, sheets.Shown), " #")
		if hash == "" || !strings.Contains(line, strings.TrimPrefix(c.want, "; ")) {
			t.Errorf("%s: %q is not in %q", c.name, c.want, line)
		}
		for _, never := range []string{"position", "time", "chief"} {
			if strings.Contains(line, never) && !strings.Contains(c.want, never) && !strings.Contains(string(c.extra), never) {
				t.Errorf("%s: %q says %s", c.name, line, never)
			}
		}
	}
}

// A log with a line that has no hash, or only a hash, is refused.
func TestVerifyWithoutHash(t *testing.T) {
	for _, log := range []string{"1. something", "1. something else\n", " #0011223344556677\n"} {
		if err := sheets.Verify(strings.NewReader(log)); err == nil {
			t.Errorf("%q is taken for a log", log)
		}
	}
	if err := sheets.Verify(strings.NewReader("1. something")); err == nil || !strings.Contains(err.Error(), "line 1 has no hash: 1. something") {
		t.Errorf("a line without its hash: %v", err)
	}
}

// Each line of the audit log cites the article of its own word: swapped colours are not cited as two hands.
func TestAuditCitesTheArticleOfTheWord(t *testing.T) {
	for what, want := range map[string]string{"colours-swapped": "7.3", "other-hand": "6.2.3", "hovering": "6.2.3", "clock-handling": "6.2.4", "two-hands": "7.5.4"} {
		log := sheets.Audit([]reconcile.Action{{Number: 1, Command: trace.Command{Do: trace.DoIrregularity, What: what}}}, rules.FIDE2023, nil, sheets.Withheld)
		if !strings.Contains(log, "[fide-2023 "+want+"]") {
			t.Errorf("%s is of %s: %s", what, want, log)
		}
	}
	for kind, want := range map[string]string{"device": "11.3.2", "both-lose": "11.7", "extra-time": "12.5", "warning": "12.9"} {
		log := sheets.Audit([]reconcile.Action{{Number: 1, Command: trace.Command{Do: trace.DoPenalty, Extra: trace.Extra(`{"kind":"` + kind + `"}`)}}}, rules.FIDE2023, nil, sheets.Withheld)
		if !strings.Contains(log, "[fide-2023 "+want+"]") {
			t.Errorf("%s is of %s: %s", kind, want, log)
		}
	}
}

// A log is checked as it is read: one that is a single endless line is refused for that, in few words.
func TestEndlessLog(t *testing.T) {
	err := sheets.Verify(endless{})
	if err == nil || !strings.Contains(err.Error(), "line 1 has more than") || len(err.Error()) > 200 {
		t.Errorf("an endless line is refused with: %v", err)
	}
	if err := sheets.Verify(strings.NewReader(strings.Repeat("x", 100_000))); err == nil || len(err.Error()) > 300 {
		t.Errorf("a message of %d bytes", len(fmt.Sprint(err)))
	}
}

type endless struct{}

// Read implements io.Reader.
func (endless) Read(p []byte) (int, error) { return copy(p, strings.Repeat("x", len(p))), nil }
