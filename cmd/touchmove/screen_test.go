package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration/guide"
	"touchmove/configs"
	"touchmove/daemon/signals"
	"touchmove/eventlog"
	"touchmove/internal/goldentest"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/lights"
)

// reti is Réti - Tartakower, Vienna 1910, up to 9. Qd8+.
const reti = "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 g8f6 d1d3 e7e5 d4e5 d8a5 c1d2 a5e5 e1c1 f6e4 d3d8"

func shown(t *testing.T, uci string) *screen {
	t.Helper()
	s := &screen{
		texts: english(),
		board: "demo", what: "simulated board, 4×MCP23017, seed 7", clock: time.Date(2026, 11, 21, 15, 4, 31, 0, time.UTC),
		players:  [2]eventlog.Player{rules.White: {Name: "Réti, Richard", Title: "GM", Federation: "HUN"}, rules.Black: {Name: "Tartakower, Savielly", Federation: "FRA", Rating: 2472}},
		position: rules.StartPosition(), known: true,
		links:     [][2]string{{"screen", "http://127.0.0.1:8080"}, {"MQTT", "127.0.0.1:1883"}, {"", "touchmove/v1/#"}},
		facts:     []string{"64 squares trusted", "200 scans/s", "journal synced", "broker 2 ms"},
		keys:      [][2]string{{"space", "pause"}, {"+ -", "speed 1×"}, {"f", "fault"}, {"b", "cut the broker"}, {"e", "events"}, {"q", "quit"}},
		published: "published 148 ms after release",
	}
	take := func(what reconcile.What) {
		s.state.Apply(eventlog.Entry{Game: "demo-20261121-3", Seq: s.state.Seq + 1, Event: reconcile.Event{What: what}})
	}
	take(reconcile.Started{FEN: rules.StartFEN})
	for i, word := range strings.Fields(uci) {
		m, err := s.position.ParseUCI(word)
		if err != nil {
			t.Fatal(err)
		}
		san, by := s.position.SAN(m), s.position.Turn()
		s.position = s.position.After(m)
		take(reconcile.Made{Ply: i + 1, Move: m, UCI: word, SAN: san, FEN: s.position.FEN(), By: by})
	}
	return s
}

func drawn(s *screen, profile colorprofile.Profile, ascii bool) string {
	var out bytes.Buffer
	w := &colorprofile.Writer{Forward: &out, Profile: profile}
	fmt.Fprintln(w, s.draw(newTints(guide.Terminal{Profile: profile, ASCII: ascii})))
	return out.String()
}

// The view matches its golden files, cell by cell: the characters of the design, the colours, and
// the forms without colour and without Unicode.
func TestScreen(t *testing.T) {
	checked := shown(t, reti)
	checked.state.Apply(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.Displaced{Squares: 1<<rules.D8 | 1<<rules.A1}}})
	degraded := shown(t, "e2e4")
	degraded.state.Apply(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.Fault{Squares: 1 << rules.C2, Kind: reconcile.StuckOn}}})
	over := shown(t, reti+" e8d8")
	over.state.Apply(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.ResultKnown{Result: "1-0", Reason: "resignation"}}})
	waiting := &screen{texts: english(), board: "hall-7", what: "mcp23017", clock: checked.clock, position: rules.StartPosition(), keys: [][2]string{{"q", "quit"}}}
	listed := shown(t, reti)
	listed.events = []string{"12.3 s  touched d3", "12.9 s  made 9. Qd8+"}
	listed.note = "a1 reads nothing for 5 s"
	lamps := shown(t, "")
	lamps.showLamps(signals.Now{Frame: lights.Frame{
		Squares: [64]lights.Lamp{rules.B1: {Tone: lights.White, Large: true}, rules.E4: {Tone: lights.White}, rules.C6: {Tone: lights.Amber, Large: true}},
		Edge:    lights.Lamp{Tone: lights.Violet, Large: true},
	}, Faults: []string{"ht16k33 0x70 on I2C1"}}, nil)
	silent := shown(t, reti)
	silent.lost = []string{"a7-h7 a8-h8, chip 0x23", "c2, chip 0x20 pin GPB2", "b3 e3, chip 0x21"}
	silent.keys = [][2]string{{"space", "pause"}, {"+ -", "speed 0.25×"}, {"f", "repair"}, {"a", "acknowledge"}, {"b", "cut the broker"}, {"e", "events"}, {"tab", "board"}, {"q", "quit"}}
	cut := shown(t, reti)
	cut.offline = "127.0.0.1:1883 refuses the connection; 12 messages wait"
	timed := shown(t, reti)
	timed.state.Clock = eventlog.Clock{Known: true, Mark: eventlog.Mark{Time: timed.clock.Add(-4 * time.Second)}, Times: reconcile.Times{
		Left: [2]time.Duration{rules.White: 3*time.Hour + 8*time.Second, rules.Black: 767*time.Second + 300*time.Millisecond}, Phase: chessclock.Running, Runs: rules.Black,
	}}
	for _, c := range []struct {
		name    string
		screen  *screen
		profile colorprofile.Profile
		ascii   bool
	}{
		{"live", shown(t, reti), colorprofile.TrueColor, false},
		{"live-16-colours", shown(t, reti), colorprofile.ANSI, false},
		{"live-no-colour", shown(t, reti), colorprofile.ASCII, false},
		{"live-ascii", shown(t, reti), colorprofile.NoTTY, true},
		{"checked", checked, colorprofile.NoTTY, false},
		{"degraded", degraded, colorprofile.NoTTY, false},
		{"over", over, colorprofile.NoTTY, false},
		{"waiting", waiting, colorprofile.NoTTY, false},
		{"clocks", timed, colorprofile.NoTTY, false},
		{"events", listed, colorprofile.NoTTY, false},
		{"silent", silent, colorprofile.NoTTY, false},
		{"silent-ascii", silent, colorprofile.NoTTY, true},
		{"lamps", lamps, colorprofile.TrueColor, false},
		{"lamps-ascii", lamps, colorprofile.NoTTY, true},
		{"no-broker", cut, colorprofile.NoTTY, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := drawn(c.screen, c.profile, c.ascii)
			lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
			if len(lines) != screenHeight {
				t.Errorf("%d lines, want %d", len(lines), screenHeight)
			}
			for i, line := range lines {
				if w := lipgloss.Width(line); w > screenWidth {
					t.Errorf("line %d is %d columns wide: %q", i+1, w, line)
				}
			}
			goldentest.Check(t, filepath.Join("testdata", "screen", c.name+".txt"), got)
		})
	}
}

// A name is shortened to the room: first the title goes, then the first name. A surname is cut only
// if it does not fit by itself.
func TestFitName(t *testing.T) {
	p := eventlog.Player{Name: "Hernández Guerrero, Gilberto", Title: "GM"}
	for room, want := range map[int]string{31: "GM Hernández Guerrero, Gilberto", 30: "Hernández Guerrero, Gilberto", 28: "Hernández Guerrero, Gilberto", 27: "Hernández Guerrero", 18: "Hernández Guerrero", 10: "Hernández…"} {
		if got := fitName(p, room); got != want {
			t.Errorf("in %d columns %q, want %q", room, got, want)
		}
	}
}

// On a light terminal, no role has the colour that it has on a dark one, and plain text keeps the
// terminal's own colour.
func TestLightTints(t *testing.T) {
	dark, light := newTints(guide.Terminal{Profile: colorprofile.TrueColor}), newTints(guide.Terminal{Profile: colorprofile.TrueColor, Light: true})
	for name, pair := range map[string][2]lipgloss.Style{"ok": {dark.ok, light.ok}, "warn": {dark.warn, light.warn}, "bad": {dark.bad, light.bad}, "info": {dark.info, light.info}, "dim": {dark.dim, light.dim}} {
		if pair[0].GetForeground() == pair[1].GetForeground() {
			t.Errorf("%s has the same colour on both", name)
		}
	}
	for of, want := range map[string]bool{"": false, "15;0": false, "0;15": true, "0;default;15": true, "12;8": false, "0;7": true, "default;default": false} {
		if got := hasLightBackground(of); got != want {
			t.Errorf("COLORFGBG=%q: a light background %v", of, got)
		}
	}
	if _, none := light.bold.GetForeground().(lipgloss.NoColor); !none {
		t.Errorf("bold text has the colour %v", light.bold.GetForeground())
	}
}

// For one faulty square the chip and the pin are named, for all squares of a chip only the chip,
// and whole ranks by their ends.
func TestPlaces(t *testing.T) {
	f := &feed{wired: wiredAt(configs.Board{Wiring: configs.Simulated{Chip: "tca9555"}}, nil)}
	if got := f.places(1 << rules.C4); got != "c4, chip 0x21 pin P12" {
		t.Errorf("one square: %q", got)
	}
	if got := f.places(0xffff); got != "a1-h1 a2-h2, chip 0x20" {
		t.Errorf("a chip: %q", got)
	}
}
