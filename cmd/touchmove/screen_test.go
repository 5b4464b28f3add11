package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// reti is Réti - Tartakower, Vienna 1910, up to 9. Qd8+.
const reti = "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 g8f6 d1d3 e7e5 d4e5 d8a5 c1d2 a5e5 e1c1 f6e4 d3d8"

func shown(t *testing.T, uci string) *screen {
	t.Helper()
	s := &screen{
		texts: english(),
		board: "demo", what: "simulated board, 4×MCP23017, seed 7", clock: time.Date(2026, 11, 21, 15, 4, 31, 0, time.UTC),
		white: "Réti", black: "Tartakower", position: rules.StartPosition(), known: true,
		links: [][2]string{{"screen", "http://127.0.0.1:8080"}, {"MQTT", "127.0.0.1:1883"}, {"", "touchmove/v1/#"}},
		facts: []string{"64 squares trusted", "200 scans/s", "journal synced", "broker 2 ms"},
		keys:  [][2]string{{"space", "pause"}, {"+ -", "speed 1×"}, {"f", "fault"}, {"b", "cut the broker"}, {"e", "events"}, {"q", "quit"}},
		told:  "told 148 ms after the release",
	}
	take := func(what reconcile.What) {
		s.score.Take(eventlog.Entry{Game: "demo-20261121-3", Seq: s.score.Seq + 1, Event: reconcile.Event{What: what}})
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
	fmt.Fprintln(w, s.draw(newTints(profile, ascii)))
	return out.String()
}

// The view is drawn cell by cell as its golden files have it: the characters
// of the design, the colours, and what is left of them without colour and
// without Unicode.
func TestScreen(t *testing.T) {
	checked := shown(t, reti)
	checked.score.Take(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.Displaced{Squares: 1<<rules.D8 | 1<<rules.A1}}})
	degraded := shown(t, "e2e4")
	degraded.score.Take(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.Fault{Squares: 1 << rules.C2, Kind: reconcile.StuckOn}}})
	over := shown(t, reti+" e8d8")
	over.score.Take(eventlog.Entry{Game: "demo-20261121-3", Event: reconcile.Event{What: reconcile.ResultKnown{Result: "1-0", Reason: "resignation"}}})
	waiting := &screen{texts: english(), board: "hall-7", what: "mcp23017", clock: checked.clock, position: rules.StartPosition(), keys: [][2]string{{"q", "quit"}}}
	listed := shown(t, reti)
	listed.events = []string{"12.3 s  touched d3", "12.9 s  made 9. Qd8+"}
	listed.note = "a1 reads nothing for 5 s"
	cut := shown(t, reti)
	cut.offline = "127.0.0.1:1883 refuses the connection; 12 messages wait"
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
		{"events", listed, colorprofile.NoTTY, false},
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
			golden := filepath.Join("testdata", "screen", c.name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the view is\n%s\nwant\n%s", got, want)
			}
		})
	}
}
