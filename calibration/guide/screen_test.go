package guide_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// white matches the escape sequences for white text.
var white = regexp.MustCompile(`\x1b\[([0-9;]*;)?97(;[0-9;]*)?m`)

// Next implements guide.Source.
func (b *table) Next(ctx context.Context) (guide.Frame, error) {
	f := b.read()
	return f, ctx.Err()
}

// shown is a model at a table, used through the interface of bubbletea.
type shown struct {
	*table
	m   *guide.Model
	cmd tea.Cmd
	g   *guide.Guide
}

func (b *table) show(t *testing.T, ascii bool, hands *guide.Hands, o guide.Options) *shown {
	s := &shown{table: b}
	s.g = guide.NewGuide(b.board, o)
	s.m = guide.NewModel(t.Context(), b, s.g, hands, guide.NewStyle(guide.Terminal{Profile: colorprofile.TrueColor, ASCII: ascii}))
	s.cmd = s.m.Init()
	s.size(guide.Width, guide.Height)
	return s
}

func (s *shown) size(w, h int) { s.m.Update(tea.WindowSizeMsg{Width: w, Height: h}) }

// wait reads the board for some time.
func (s *shown) wait(d time.Duration) {
	for end := s.at + d; s.at < end; {
		_, s.cmd = s.m.Update(s.cmd())
	}
}

// until reads the board until a condition is true.
func (s *shown) until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := s.at + 10*time.Minute; !so(); {
		if s.at > end {
			t.Fatalf("never %s; asks %q", what, s.g.Ask().Sentence)
		}
		_, s.cmd = s.m.Update(s.cmd())
	}
}

// press presses keys, by their names in bubbletea, and reports whether the program ends.
func (s *shown) press(keys ...string) (ends bool) {
	codes := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"esc": {Code: tea.KeyEscape}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	}
	for _, k := range keys {
		msg, ok := codes[k]
		if !ok {
			msg = tea.KeyPressMsg{Code: rune(k[0]), Text: k}
		}
		if _, cmd := s.m.Update(msg); cmd != nil {
			if _, quits := cmd().(tea.QuitMsg); quits {
				return true
			}
		}
	}
	return false
}

// check compares what is shown with a golden file, and checks that it fits the terminal.
func (s *shown) check(t *testing.T, name string, profile colorprofile.Profile, width, height int) {
	t.Helper()
	var out bytes.Buffer
	w := &colorprofile.Writer{Forward: &out, Profile: profile}
	fmt.Fprintln(w, s.m.Draw())
	got := out.String()
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) > height {
		t.Errorf("%s: %d lines, want at most %d", name, len(lines), height)
	}
	for i, line := range lines {
		if w := lipgloss.Width(line); w > width {
			t.Errorf("%s: line %d is %d columns wide: %q", name, i+1, w, line)
		}
	}
	for _, m := range white.FindAllString(got, -1) { // invisible on a light terminal
		if !strings.Contains(m, "48;") {
			t.Errorf("%s: white on the terminal's own background: %q", name, m)
		}
	}
	goldentest.Check(t, filepath.Join("testdata", name+".txt"), out.Bytes())
}

func plainCheck(t *testing.T, s *shown, name string) {
	t.Helper()
	s.check(t, name, colorprofile.NoTTY, guide.Width, guide.Height)
}

// put puts a piece on a square for a while and takes it off again.
func (s *shown) put(sq rules.Square) {
	s.pins.SetSquare(sq, sensors.White)
	s.wait(500 * time.Millisecond)
	s.pins.SetSquare(sq, sensors.Empty)
	s.wait(500 * time.Millisecond)
}

// The steps of a calibration, by hand, as a technician sees them.
func TestWiringScreens(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, mirrorRank(calibration.RowMajor(), 2))
	s := b.show(t, false, nil, guide.Options{Wiring: true, Levels: true})
	s.wait(200 * time.Millisecond)
	plainCheck(t, s, "wiring-begins")
	s.until(t, "listens", func() bool { return s.g.Ask().Square != rules.NoSquare })
	for sq := rules.A1; sq < rules.E4; sq++ {
		s.put(sq)
		if s.g.Ask().Square == sq { // a mirrored line is doubted once
			if sq == rules.A3 {
				plainCheck(t, s, "wiring-doubt")
			}
			s.put(sq)
		}
	}
	s.press("s")
	s.pins.SetSquare(rules.F4, sensors.White)
	s.wait(500 * time.Millisecond)
	plainCheck(t, s, "wiring")
	s.check(t, "wiring-colour", colorprofile.TrueColor, guide.Width, guide.Height)
	s.pins.SetSquare(rules.F4, sensors.Empty)
	s.wait(500 * time.Millisecond)
	s.press("u", "u", "t")
	plainCheck(t, s, "wiring-undone-turned")
	s.press("?")
	plainCheck(t, s, "help")
	s.press("x", "q")
	plainCheck(t, s, "wiring-asks")
	if !s.press("q") {
		t.Error("q twice does not leave")
	}
	if sheet, _ := s.g.Result(); sheet != nil {
		t.Error("something was kept half done")
	}
}

// mirrorRank mirrors one rank of a wiring.
func mirrorRank(w calibration.Wiring, rank int) calibration.Wiring {
	for file := range 4 {
		a, b := w.Channel(rules.SquareAt(file, rank)), w.Channel(rules.SquareAt(7-file, rank))
		w[a], w[b] = w[b], w[a]
	}
	return w
}

func TestLevelsScreens(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	b.pins.Lift(rules.C2, 0.35)
	var kept []*calibration.Sheet
	o := options(false, true, &kept)
	s := b.show(t, false, nil, o)
	s.wait(time.Second)
	plainCheck(t, s, "levels-begins")
	s.press("enter")
	s.until(t, "measures", func() bool { return strings.HasPrefix(s.g.Ask().Sentence, "Measuring") })
	s.wait(time.Second)
	plainCheck(t, s, "levels-measuring")
	next := func(n int) {
		s.until(t, "goes on", func() bool { return s.g.Ask().Shown == calibration.Layouts(sensors.Polarity)[n].Shown })
	}
	next(1)
	start := calibration.Layouts(sensors.Polarity)[1].Shown
	start[rules.B1], start[rules.G8] = sensors.Empty, sensors.Empty
	b.pins.Set(start)
	s.wait(2 * time.Second)
	plainCheck(t, s, "levels-missing")
	s.check(t, "levels-missing-colour", colorprofile.TrueColor, guide.Width, guide.Height)
	s.press("w")
	for n := 2; n < 5; n++ {
		next(n)
		b.pins.Set(calibration.Layouts(sensors.Polarity)[n].Shown)
	}
	s.until(t, "is done", s.g.Done)
	plainCheck(t, s, "result")
	s.check(t, "result-colour", colorprofile.TrueColor, guide.Width, guide.Height)
	if len(kept) != 1 || kept[0].Squares[rules.C2].Cause != calibration.Faint {
		t.Errorf("kept %d sheets", len(kept))
	}

	// The weak squares are measured again.
	s.press("m")
	b.pins.Lift(rules.C2, 1)
	b.pins.Set(sensorsEmpty())
	s.wait(time.Second)
	plainCheck(t, s, "levels-again")
	hands := guide.NewHands(b.pins, 3, 0)
	s.until(t, "is done again", func() bool {
		hands.Act(s.at, s.g.Ask(), func(k guide.Key) { s.g.Press(k) })
		return s.g.Done()
	})
	if len(kept) != 2 || kept[1].Light() != calibration.Green {
		last := kept[len(kept)-1]
		for _, sq := range last.Poor() {
			t.Errorf("%v: %s: %+v", sq, last.Squares[sq].Says(), last.Squares[sq])
		}
		t.FailNow()
	}
	plainCheck(t, s, "result-green")

	// Then the live view.
	s.press("w")
	b.pins.Set(calibration.Layouts(sensors.Polarity)[1].Shown)
	b.lost[31] = true
	b.pins.Hum(rules.E5, 60)
	s.wait(12 * time.Second)
	s.press("n")
	plainCheck(t, s, "watch")
	s.check(t, "watch-colour", colorprofile.TrueColor, guide.Width, guide.Height)
	s.press("left", "up", "f")
	frozen := s.m.Draw()
	s.wait(3 * time.Second)
	if s.m.Draw() != frozen {
		t.Error("frozen readings go on")
	}
	s.press("f")
	s.size(124, 42)
	s.wait(time.Second)
	s.check(t, "watch-large", colorprofile.NoTTY, 124, 42)
	s.size(60, 20)
	s.check(t, "narrow", colorprofile.NoTTY, 60, 20)
	s.size(80, 24)
	if s.press("esc") || !s.press("q") {
		t.Error("esc does not lead back, or q not out")
	}
}

func sensorsEmpty() (s sensors.Scan) {
	for sq := range s {
		s[sq] = sensors.Empty
	}
	return s
}

// A terminal without Unicode and without colours shows the same words.
func TestASCIIScreens(t *testing.T) {
	b := newTable(t, sensors.Occupancy, false, calibration.RowMajor())
	b.pins.Ail(rules.B3, chips.StuckOn)
	b.pins.Ail(rules.F6, chips.StuckOff)
	for _, sq := range []rules.Square{rules.A7, rules.B7, rules.C7, rules.D7} {
		b.pins.Ail(sq, chips.StuckOff)
	}
	hands := guide.NewHands(b.pins, 5, 0.02)
	var kept []*calibration.Sheet
	s := b.show(t, true, hands, options(true, true, &kept))
	s.until(t, "is at the levels", func() bool { return s.g.Step() == guide.StepLevels })
	s.wait(9 * time.Second)
	plainCheck(t, s, "ascii-levels")
	s.until(t, "is done", s.g.Done)
	plainCheck(t, s, "ascii-result")
	s.press("n", "w")
	s.wait(2 * time.Second)
	plainCheck(t, s, "ascii-watch")
	for _, name := range []string{"ascii-levels", "ascii-result", "ascii-watch"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range string(text) {
			if c > 126 {
				t.Errorf("%s has %q at byte %d", name, c, i)
				break
			}
		}
	}
	if kept[0].Light() != calibration.Red {
		t.Error("six broken squares are ready")
	}
}

// Faults are visible also on a board that was never calibrated: a piece that is not quite
// felt, and one that is only just felt.
func TestWatchUncalibrated(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	b.pins.Magnets(chips.Field{})
	w := guide.NewWatch(&b.board)
	look := func(sq rules.Square) guide.Seen {
		for range 60 {
			w.Feed(b.read())
		}
		return w.See(sq)
	}
	b.pins.SetSquare(rules.E4, sensors.White)
	if v := look(rules.E4); v.State != sensors.White || v.Grade != calibration.Good || v.Says != "" || v.Margin < 50 {
		t.Errorf("sound: %+v", v)
	}
	b.pins.Lift(rules.E4, 0.43) // 220 counts, between leave and enter
	if v := look(rules.E4); v.State != sensors.White || v.Grade != calibration.Weak || v.Says != "a piece is hardly detected any more" {
		t.Errorf("hardly felt: %+v", v)
	}
	b.pins.SetSquare(rules.E4, sensors.Empty)
	look(rules.E4)
	b.pins.SetSquare(rules.E4, sensors.White)
	if v := look(rules.E4); v.State != sensors.Empty || v.Grade != calibration.Weak || v.Says != "something is detected, but too weak for a piece" {
		t.Errorf("not felt: %+v", v)
	}
	b.pins.Lift(rules.E4, 1)
	b.pins.Hum(rules.E4, 60)
	if v := look(rules.E4); v.State != sensors.White || v.Grade == calibration.Good || v.Noise < 40 {
		t.Errorf("noisy: %+v", v)
	}
}

func BenchmarkDrawWatch(b *testing.B) {
	t := newTable(b, sensors.Polarity, true, calibration.RowMajor())
	w := guide.NewWatch(&t.board)
	for range 200 {
		w.Feed(t.read())
	}
	s := guide.NewStyle(guide.Terminal{Profile: colorprofile.TrueColor})
	for b.Loop() {
		w.Feed(t.read())
		s.DrawWatch(w, guide.View{}, 124, 42)
	}
}

// On a light terminal no text has a colour of the terminal's palette that is hard to read
// there.
func TestLightTerminal(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	w := guide.NewWatch(&b.board)
	w.Feed(b.read())
	dark, light := guide.NewStyle(guide.Terminal{Profile: colorprofile.TrueColor}), guide.NewStyle(guide.Terminal{Profile: colorprofile.TrueColor, Light: true})
	palette := regexp.MustCompile(`\x1b\[(1;)?(3[1-7]|9[0-7])[;m]`)
	if text := dark.DrawWatch(w, guide.View{}, 124, 42); !palette.MatchString(text) {
		t.Errorf("no colour of the palette on a dark terminal:\n%s", text)
	}
	if text := light.DrawWatch(w, guide.View{}, 124, 42); palette.MatchString(text) {
		t.Errorf("%q on a light terminal", palette.FindString(text))
	}
}

// The wiring alone is a result too, and the page says what remains to be done.
func TestWiringAlone(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor().Turned(1))
	var kept []*calibration.Sheet
	s := b.show(t, false, guide.NewHands(b.pins, 3, 0), options(true, false, &kept))
	s.until(t, "is done", s.g.Done)
	plainCheck(t, s, "result-wiring")
	if len(kept) != 1 || kept[0].Measured() || !kept[0].WiringFound || kept[0].Wiring[0] != rules.A8 {
		t.Errorf("kept %+v, want one sheet with the wiring found and nothing measured", kept)
	}
}
