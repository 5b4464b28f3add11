package guide_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// reel is a tape in memory.
type reel struct {
	bytes.Buffer
	full   bool // the tape is full
	whole  bool
	synced int
}

func (r *reel) Name() string { return "hall-7-20260301t120000.jsonl.gz" }

func (r *reel) Write(b []byte) (int, error) {
	if r.full {
		return 0, errors.New("no space left on device")
	}
	return r.Buffer.Write(b)
}

func (r *reel) Sync() error   { r.synced = r.Len(); return nil }
func (r *reel) Finish() error { r.whole = true; return nil }

// watching returns a live view of a calibrated linear board that can record to tapes.
func watching(t *testing.T, tapes ...*reel) *shown {
	t.Helper()
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	b.pins.Set(calibration.Layouts(sensors.Polarity)[1].Shown)
	s := &shown{table: b}
	s.m = guide.NewWatchModel(t.Context(), b, b.board, nil, guide.NewStyle(guide.Terminal{Profile: colorprofile.TrueColor}))
	s.m.Tape = func() (guide.Tape, error) {
		if len(tapes) == 0 {
			return nil, errors.New("hall-7.jsonl.gz exists already: choose another name")
		}
		tape := tapes[0]
		tapes = tapes[1:]
		return tape, nil
	}
	s.m.Header = trace.Header{
		Board: "hall-7", Sensing: sensors.Polarity, Start: rules.StartPosition().FEN(), ScanHz: b.board.ScanHz, Laws: rules.FIDE2023, WrittenBy: "test",
	}
	s.cmd = s.m.Init()
	s.size(guide.Width, guide.Height)
	s.wait(4 * time.Second)
	return s
}

// A key switches the bars between levels and margins, in both sizes of the view.
func TestWatchLevels(t *testing.T) {
	s := watching(t)
	s.press("l")
	plainCheck(t, s, "watch-levels")
	s.size(120, 40)
	s.check(t, "watch-large-margins", colorprofile.NoTTY, 120, 40)
	s.press("l")
	s.check(t, "watch-large-levels", colorprofile.NoTTY, 120, 40)

	b := newTable(t, sensors.Occupancy, false, calibration.RowMajor())
	digital := &shown{table: b, m: guide.NewWatchModel(t.Context(), b, b.board, nil, guide.NewStyle(guide.Terminal{Profile: colorprofile.NoTTY, ASCII: true}))}
	digital.cmd = digital.m.Init()
	digital.wait(time.Second)
	if digital.press("l"); !strings.Contains(digital.m.Draw(), "Digital inputs have neither levels nor margins.") {
		t.Errorf("shown is\n%s", digital.m.Draw())
	}
	if digital.press("r"); strings.Contains(digital.m.Draw(), "record") {
		t.Errorf("there is no tape, and shown is\n%s", digital.m.Draw())
	}
}

// A recording from the live view has everything that was done meanwhile, even while the
// view was frozen.
func TestRecordWhileWatching(t *testing.T) {
	tape := &reel{}
	s := watching(t, tape)
	s.press("r")
	s.wait(time.Second)
	s.press("f")
	for _, c := range []struct {
		sq rules.Square
		is sensors.State
	}{{rules.E2, sensors.Empty}, {rules.E4, sensors.White}, {rules.E7, sensors.Empty}, {rules.E5, sensors.Black}} {
		s.pins.SetSquare(c.sq, c.is)
		s.wait(1200 * time.Millisecond)
	}
	plainCheck(t, s, "watch-recording")
	if tape.whole || tape.synced == 0 {
		t.Errorf("while it is recorded: whole %v, %d bytes are kept", tape.whole, tape.synced)
	}
	s.press("f", "r")
	s.wait(200 * time.Millisecond)
	if shown := s.m.Draw(); !tape.whole || !strings.Contains(shown, "4 changes: touchmove replay hall-7-20260301t120000.jsonl.gz") || strings.Contains(shown, "● rec") {
		t.Errorf("whole %v, shown is\n%s", tape.whole, shown)
	}
	if said, err := s.m.Finish(); said != "" || err != nil {
		t.Errorf("nothing is recorded, and at the end: %q, %v", said, err)
	}
	r, err := trace.NewReader(&tape.Buffer)
	if err != nil {
		t.Fatal(err)
	}
	var now, first sensors.Scan
	scans, changes, ended := 0, 0, false
	for {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch w := record.What.(type) {
		case trace.Scan:
			if scans++; scans == 1 {
				first = w.Board
			} else if now != w.Board {
				t.Errorf("at %v a whole scan is not what the changes say", record.At)
			}
			now = w.Board
		case trace.Change:
			changes++
			now[w.Square] = w.Is
		case trace.End:
			ended = true
		}
	}
	want := first
	want[rules.E2], want[rules.E7], want[rules.E4], want[rules.E5] = sensors.Empty, sensors.Empty, sensors.White, sensors.Black
	if now != want || scans < 5 || changes != 4 || !ended {
		t.Errorf("%d scans, %d changes, ended %v, in the end %v", scans, changes, ended, now)
	}
}

// A recording that is running when the program ends is finished. One that fails is
// reported, and the view continues.
func TestRecordingsThatEnd(t *testing.T) {
	open, full := &reel{}, &reel{}
	s := watching(t, full, open)
	s.press("r")
	s.wait(time.Second)
	full.full = true
	s.wait(3 * time.Second)
	if shown := s.m.Draw(); !strings.Contains(shown, "Recording failed: trace: writing: no space left on device") {
		t.Errorf("shown is\n%s", shown)
	}
	s.press("r")
	s.wait(2 * time.Second)
	if !s.press("q") {
		t.Error("q does not end")
	}
	if said, err := s.m.Finish(); err != nil || !strings.Contains(said, "Recorded 2 s, 0 changes") || !open.whole {
		t.Errorf("at the end: %q, %v, whole %v", said, err, open.whole)
	}
	s.press("r")
	s.wait(200 * time.Millisecond)
	if shown := s.m.Draw(); !strings.Contains(shown, "Not recorded: hall-7.jsonl.gz exists already") {
		t.Errorf("shown is\n%s", shown)
	}
}
