package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/broadcast"
	"touchmove/calibration/guide"
	"touchmove/configs"
	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
)

// pages is a history that is complete from the beginning.
type pages []eventlog.Entry

func (p pages) follow() *broadcast.Cursor {
	l := broadcast.NewLog()
	l.Append(p...)
	return l.Follow(0)
}

// story is a short game with one of every kind of entry that a follower sees.
func story(t *testing.T) pages {
	t.Helper()
	var p pages
	at := time.Duration(0)
	tell := func(what reconcile.What) {
		at += 1500 * time.Millisecond
		p = append(p, eventlog.Entry{Game: "demo-1", Seq: uint64(len(p)), Event: reconcile.Event{At: at, Game: 1, What: what}})
	}
	made := func(pos rules.Position, ply int, uci string) (reconcile.Made, rules.Position) {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		after := pos.After(m)
		return reconcile.Made{Ply: ply, Move: m, UCI: uci, SAN: pos.SAN(m), FEN: after.FEN(), By: pos.Turn(), Released: at + 1300*time.Millisecond}, after
	}
	start := rules.StartPosition()
	tell(eventlog.Opened{Start: start.FEN(), Pairing: eventlog.Pairing{White: eventlog.Player{Name: "Réti, Richard"}, Black: eventlog.Player{Name: "Tartakower, Savielly"}}})
	tell(reconcile.Started{FEN: start.FEN()})
	tell(reconcile.Touched{Square: rules.E2, Piece: start.At(rules.E2)})
	e4, after := made(start, 1, "e2e4")
	tell(e4)
	wrong, _ := made(after, 2, "c7c5")
	tell(wrong)
	right, _ := made(after, 2, "c7c6")
	tell(reconcile.Amended{Made: right, Was: "c7c5"})
	tell(reconcile.Fault{Squares: 1 << rules.A1, Kind: reconcile.StuckOn})
	tell(reconcile.Displaced{Squares: 1<<rules.D2 | 1<<rules.D4})
	tell(reconcile.Restored{FEN: right.FEN})
	tell(reconcile.Retracted{Ply: 2})
	tell(reconcile.ResultKnown{Result: "1-0", Reason: "resignation"})
	return p
}

// Squares without a reading are reported even while no game is being played, and are not
// counted as trusted.
func TestFeedUnread(t *testing.T) {
	p := pages{
		{Game: "demo-1", Event: reconcile.Event{What: eventlog.Opened{Start: rules.StartFEN}}},
		{Game: "demo-1", Event: reconcile.Event{What: eventlog.Unread{Squares: 1<<rules.A7 | 1<<rules.B7}}},
	}
	f := &feed{board: "demo", texts: english(), source: p.follow()}
	if lines, _ := f.catchUp(); strings.Join(lines, "\n") != "demo: no reading: a7 b7" {
		t.Errorf("the lines are %q", lines)
	}
	m, _ := testLive(t)
	m.boards[0].feed = f
	if view := plain(m.draw()); !strings.Contains(view, "62 squares trusted") {
		t.Errorf("the view has no 62 squares trusted:\n%s", view)
	}
	f.wired = map[rules.Square]string{rules.A7: "chip 0x23 pin P00", rules.B7: "chip 0x22 pin P01"}
	if view := plain(m.draw()); !strings.Contains(view, "a7, chip 0x23 pin P00") || !strings.Contains(view, "b7, chip 0x22 pin P01") {
		t.Errorf("the view does not name the chips of a7 and b7:\n%s", view)
	}
	f.source = pages{{Game: "demo-1", Event: reconcile.Event{What: eventlog.Unread{}}}}.follow()
	if lines, _ := f.catchUp(); strings.Join(lines, "\n") != "demo: all squares are read" {
		t.Errorf("the lines are %q", lines)
	}
}

// Without a terminal, every move, correction and fault is printed as a line.
func TestFeed(t *testing.T) {
	f := &feed{board: "demo", texts: english(), source: story(t).follow()}
	lines, _ := f.catchUp()
	want := []string{
		"demo: game 1 begins: Réti – Tartakower",
		"demo: 1. e4",
		"demo: 1... c5",
		"demo: corrected: 1... c6, not 1... c5",
		"demo: not trusted: a1 (stuck-on)",
		"demo: board and record differ on d2 d4",
		"demo: the board matches the game again",
		"demo: taken back: 1... c6",
		"demo: result 1-0 (resignation)",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the lines are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if lines, _ := f.catchUp(); lines != nil {
		t.Errorf("told twice: %v", lines)
	}
	if p, known := f.position(); !known || p.FEN() != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("position %v, %v", p.FEN(), known)
	}
	if got := f.events[1]; got != "     4.5 s  P touched on e2" {
		t.Errorf("event %q", got)
	}
}

func english() *words.Texts {
	t, _ := words.In(rules.English)
	return t
}

func testLive(t *testing.T) (*live, *[]string) {
	t.Helper()
	var pressed []string
	paused := false
	m := &live{
		ctx: t.Context(), texts: english(), tints: newTints(guide.Terminal{Profile: colorprofile.ASCII}), now: time.Date(2026, 11, 21, 15, 4, 31, 0, time.UTC),
		boards: []watched{
			{feed: &feed{board: "demo", texts: english(), source: story(t)[:4].follow()}, what: "simulated", scans: "200 scans/s", halted: func() bool { return paused }},
			{feed: &feed{board: "hall-2", texts: english(), source: pages{}.follow()}, what: "mcp23017", scans: "100 scans/s", halted: func() bool { return false }},
		},
		offline: func() string { return "" },
		controls: []control{
			{key: "space", shown: "space", word: func() string { return "pause" }, press: func() string {
				pressed, paused = append(pressed, "space"), !paused
				return "paused"
			}},
			{key: "f", shown: "f", word: func() string { return "" }, press: func() string { return "" }},
		},
	}
	m.Init()
	return m, &pressed
}

// plain returns a view without colours and other control sequences.
func plain(s string) string {
	var out strings.Builder
	w := &colorprofile.Writer{Forward: &out, Profile: colorprofile.NoTTY}
	if _, err := io.WriteString(w, s); err != nil {
		panic(err)
	}
	return out.String()
}

// A board is called as in pages and PGN: by the number at the end of its name or, if it has
// none, by the one that a pairing program writes after the round.
func TestLiveRoundAndBoard(t *testing.T) {
	for _, c := range []struct{ board, round, want string }{
		{"demo-1", "1.2", "Biel · Round 1.2 · Board 1"},
		{"hall-07", "4", "Biel · Round 4 · Board 7"},
		{"home", "18.19", "Biel · Round 18 · Board 19"},
		{"home", "", "Biel "},
	} {
		m, _ := testLive(t)
		told := story(t)[:4]
		opened := told[0].What.(eventlog.Opened)
		opened.Pairing.Event, opened.Pairing.Round = "Biel", c.round
		told[0].What = opened
		m.boards[0].feed = &feed{board: c.board, texts: english(), source: told.follow()}
		m.follow()
		if head, _, _ := strings.Cut(plain(m.draw()), "\n"); !strings.Contains(head, c.want) || c.round == "" && strings.Contains(head, "Round") {
			t.Errorf("%s, round %q: %q, want %q", c.board, c.round, head, c.want)
		}
	}
}

// Every key that is shown does something, and no other key is shown.
func TestLiveKeys(t *testing.T) {
	m, pressed := testLive(t)
	view := plain(m.draw())
	for _, want := range []string{"Black  Tartakower", "White  Réti", "1.  e4", "published 200 ms after release", "64 squares trusted · 200 scans/s · 3 events stored · broker connected", "space pause   e events   tab board   q quit"} {
		if !strings.Contains(view, want) {
			t.Errorf("the view has no %q:\n%s", want, view)
		}
	}
	key := func(k string) tea.Cmd {
		msg := tea.KeyPressMsg{Code: rune(k[0]), Text: k}
		if k == "tab" {
			msg = tea.KeyPressMsg{Code: tea.KeyTab}
		}
		_, cmd := m.Update(msg)
		return cmd
	}
	key("e")
	if view := plain(m.draw()); !strings.Contains(view, "4.5 s  P touched on e2") || !strings.Contains(view, "e moves") {
		t.Errorf("e does not list events:\n%s", view)
	}
	key("e")
	key(" ")
	if view := plain(m.draw()); len(*pressed) != 1 || !strings.Contains(view, "‖ paused") {
		t.Errorf("space does not pause: %v\n%s", *pressed, view)
	}
	m.Update(second(m.now.Add(noteTime + time.Second)))
	if view := plain(m.draw()); !strings.Contains(view, "64 squares trusted") {
		t.Errorf("the note does not go:\n%s", view)
	}
	key("tab")
	if view := plain(m.draw()); !strings.Contains(view, "hall-2  mcp23017") {
		t.Errorf("tab does not show the next board:\n%s", view)
	}
	if cmd := key("q"); cmd == nil || cmd() != tea.Quit() {
		t.Error("q does not quit")
	}
}

// In a terminal that is too small, one line says so.
func TestLiveTooSmall(t *testing.T) {
	m, _ := testLive(t)
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	if got, want := plain(m.draw()), "60×20 is too small: make it 80×24, or run --plain"; got != want {
		t.Errorf("view %q, want %q", got, want)
	}
}

// anyOf returns when the first history grows, or when the context ends.
func TestAnyOf(t *testing.T) {
	quiet, grows := make(chan struct{}), make(chan struct{})
	close(grows)
	if !anyOf(t.Context(), []<-chan struct{}{quiet, grows}) {
		t.Error("growth is not noticed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if anyOf(ctx, []<-chan struct{}{quiet}) {
		t.Error("growth without growth")
	}
}

// The longest labels of the keys fit into one line.
func TestKeysFit(t *testing.T) {
	s := &screen{keys: [][2]string{{"space", "resume"}, {"+ -", "speed 0.25×"}, {"f", "fault"}, {"b", "cut the broker"}, {"e", "events"}, {"tab", "board"}, {"q", "quit"}}}
	line := plain(s.drawKeys(newTints(guide.Terminal{Profile: colorprofile.TrueColor})))
	if lipgloss.Width(line) > screenWidth || !strings.Contains(line, "q quit") {
		t.Errorf("the keys are %d columns wide: %q", lipgloss.Width(line), line)
	}
}

// logWatch learns from the log whether the broker is connected, and passes on other warnings.
func TestLogWatch(t *testing.T) {
	w := newLogWatch(configs.Log{Level: "info"})
	said := make(chan string, 1)
	w.forward(func(line string) { said <- line })
	log := slog.New(w).With("board", "demo")
	log.Warn("no connection to the broker: play goes on", "broker", "tcp://127.0.0.1:1883", "error", errors.New("network Error : dial tcp 127.0.0.1:1883: connect: connection refused"))
	if got, want := w.offline(), "127.0.0.1:1883: connection refused; play continues and is published later"; got != want {
		t.Errorf("offline %q, want %q", got, want)
	}
	log.Info("connected to the broker", "broker", "tcp://127.0.0.1:1883")
	if w.offline() != "" {
		t.Errorf("still offline: %q", w.offline())
	}
	log.Error("sensors do not answer", "part", "mcp23017 0x23 on I2C1", "squares", "a8", "error", errors.New("no acknowledge"))
	if got, want := <-said, "demo: mcp23017 0x23 on I2C1: sensors do not answer"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	log.Info("sensors answer again", "sensors", "0x23")
	log.Error("sensors do not answer", "sensors", "0x23", "error", errors.New("no acknowledge"))
	if got, want := <-said, "demo: sensors do not answer (no acknowledge)"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// In every language the view fits into 24 lines of 80 columns, no text is missing, and moves
// have the language's letters.
func TestLiveInEveryLanguage(t *testing.T) {
	for _, texts := range words.All() {
		m, _ := testLive(t)
		m.texts = texts
		for i := range m.boards {
			m.boards[i].feed.texts = texts
		}
		m.boards[0].feed.source = story(t).follow()
		lines, _ := m.boards[0].feed.catchUp()
		for _, listing := range []bool{false, true} {
			m.listing = listing
			for _, line := range append(lines, strings.Split(plain(m.draw()), "\n")...) {
				if utf8.RuneCountInString(line) > screenWidth || strings.Contains(line, "run.") || strings.Contains(line, "{") {
					t.Errorf("%s: %q", texts.Code, line)
				}
			}
		}
	}
	de, _ := words.In(rules.German)
	if got := de.SAN("Nbxd7") + " " + de.SAN("e8=Q+") + " " + de.SAN("O-O"); got != "Sbxd7 e8=D+ O-O" {
		t.Errorf("German: %s", got)
	}
	f := &feed{board: "demo", texts: de, source: story(t).follow()}
	if lines, _ := f.catchUp(); lines[0] != "demo: Partie 1 beginnt: Réti – Tartakower" || lines[3] != "demo: berichtigt: 1... c6, nicht 1... c5" {
		t.Errorf("German: %q", lines)
	}
}
