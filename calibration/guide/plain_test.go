package guide_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// A whole calibration in lines of text, with its report in words and as JSON.
func TestPlain(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, mirrorRank(calibration.RowMajor(), 2))
	b.pins.Lift(rules.C2, 0.35)
	b.pins.Ail(rules.G6, chips.Inverted)
	b.lost[31] = true
	var kept []*calibration.Sheet
	g := guide.NewGuide(b.board, options(true, true, &kept))
	var out bytes.Buffer
	done, err := guide.Plain(t.Context(), b, g, guide.NewHands(b.pins, 3, 0), &out, nil)
	if !done || err != nil {
		t.Fatal(done, err)
	}
	goldentest.Check(t, "testdata/plain.txt", out.String())
	sheet, _ := g.Result()
	style := guide.NewStyle(guide.Terminal{Profile: colorprofile.NoTTY})
	r := guide.Report{Board: &b.board, Sheet: sheet, Age: 41 * 24 * time.Hour}
	goldentest.Check(t, "testdata/report.txt", uncoloured(r.Text(&style, false)))
	goldentest.Check(t, "testdata/report-plain.txt", uncoloured(r.Text(&style, true)))
	var parsed struct {
		Light   string
		Old     bool
		Silent  int
		Squares []struct {
			Square, Grade, Cause string
			Margin               *float64 `json:"margin_sigma"`
			White                *int32
		}
		Differs []string `json:"wiring_differs"`
	}
	if err := json.Unmarshal(r.JSON(), &parsed); err != nil {
		t.Fatal(err)
	}
	if parsed.Light != "amber" || !parsed.Old || parsed.Silent != 1 || len(parsed.Squares) != 64 || len(parsed.Differs) != 1 {
		t.Errorf("as JSON the report is %+v", parsed)
	}
	if c2 := parsed.Squares[rules.C2]; c2.Square != "c2" || c2.Grade != "weak" || c2.Cause != "faint" || c2.Margin == nil || c2.White == nil {
		t.Errorf("as JSON c2 is %+v, want weak because it is faint", c2)
	}
	if h4 := parsed.Squares[rules.H4]; h4.Grade != "silent" || h4.Margin != nil {
		t.Errorf("as JSON h4 is %+v, want silent without a margin", h4)
	}
}

// uncoloured returns a text as it is written to a file, without colours.
func uncoloured(text string) string {
	var out bytes.Buffer
	w := &colorprofile.Writer{Forward: &out, Profile: colorprofile.NoTTY}
	io.WriteString(w, text)
	return out.String()
}

// Words that are typed are understood; after quitting nothing is saved.
func TestPlainWords(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	var kept []*calibration.Sheet
	g := guide.NewGuide(b.board, options(true, true, &kept))
	var out bytes.Buffer
	in, typed := io.Pipe()
	go func() {
		for _, word := range []string{"", "skip", "hello", "undo", "undo", "q"} {
			io.WriteString(typed, word+"\n")
			time.Sleep(5 * time.Millisecond) // the answers may come at any time: the result is the same
		}
	}()
	done, err := guide.Plain(t.Context(), b, g, nil, &out, in)
	if done || err != nil || len(kept) != 0 {
		t.Fatalf("done %v, %v, %d sheets kept, want none", done, err, len(kept))
	}
	if !strings.Contains(out.String(), `"hello" is not an answer here: Enter, undo, skip, note, end or quit`) {
		t.Errorf("what is no answer is not refused:\n%s", out.String())
	}
}

// A live board in lines of text: first the pieces, then each change, then every square.
func TestPlainWatch(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	b.lost[31] = true
	b.pins.Magnets(chips.Field{})
	var out bytes.Buffer
	hands := guide.NewHands(b.pins, 3, 0)
	if err := guide.PlainWatch(t.Context(), b, b.board, hands, &out, 9*time.Second); err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "testdata/plain-watch.txt", out.String())
}

// If a result cannot be saved, that is reported, and Plain does not say that it was.
func TestSaveFails(t *testing.T) {
	b := newTable(t, sensors.Occupancy, false, calibration.RowMajor())
	o := guide.Options{Levels: true, Now: func() time.Time { return someDay }, Save: func(*calibration.Sheet) error {
		return errors.New("hall-7.levels.toml cannot be written: no space left on device")
	}}
	s := b.show(t, false, guide.NewHands(b.pins, 3, 0), o)
	s.until(t, "is done", s.g.Done)
	if _, err := s.g.Result(); err == nil {
		t.Error("it was kept")
	}
	plainCheck(t, s, "result-not-saved")
}

// namedByChip names channels as a board of chips does, eight inputs each.
type namedByChip struct{ names }

func (namedByChip) Long(ch int) string { return fmt.Sprintf("chip 0x%02x AIN%d", 0x10+ch/8, ch%8) }

// A chip without an answer is one fault; one or two of its squares are faults of their wires.
func TestReportOfASilentChip(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	b.board.Names = namedByChip{}
	for ch := 8; ch < 16; ch++ {
		b.lost[ch] = true
	}
	b.lost[41] = true
	var kept []*calibration.Sheet
	g := guide.NewGuide(b.board, options(true, true, &kept))
	if done, err := guide.Plain(t.Context(), b, g, guide.NewHands(b.pins, 3, 0), io.Discard, nil); !done || err != nil {
		t.Fatal(done, err)
	}
	sheet, _ := g.Result()
	style := guide.NewStyle(guide.Terminal{Profile: colorprofile.NoTTY})
	text := uncoloured((&guide.Report{Board: &b.board, Sheet: sheet}).Text(&style, true))
	for _, want := range []string{
		"\nbad    a2 b2 c2 d2 e2 f2 g2 h2  no answer: chip 0x11; check its plug and the chip's supply\n",
		"\nbad    b6  no answer: chip 0x15 AIN1; ",
	} {
		if strings.Count(text, want) != 1 {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

// Squares with the same fault share a line: a chip with a loose plug is one fault.
func TestReportOfALoosePlug(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	var kept []*calibration.Sheet
	g := guide.NewGuide(b.board, options(true, true, &kept))
	if done, err := guide.Plain(t.Context(), b, g, guide.NewHands(b.pins, 3, 0), io.Discard, nil); !done || err != nil {
		t.Fatal(done, err)
	}
	sheet, _ := g.Result()
	style := guide.NewStyle(guide.Terminal{Profile: colorprofile.NoTTY})
	r := guide.Report{Board: &b.board, Sheet: sheet}
	loose := func(from, to rules.Square, lost float64) {
		for sq := from; sq <= to; sq++ {
			q := &sheet.Squares[sq]
			q.Grade, q.Cause, q.Share = calibration.Weak, calibration.DropsOut, lost
		}
	}
	loose(rules.A3, rules.H3, 0.03)
	loose(rules.A6, rules.A6, 0.05)
	text := uncoloured(r.Text(&style, true))
	for _, want := range []string{"\nweak   a3 b3 c3 d3 e3 f3 g3 h3  3 % of its readings lost; ", "\nweak   a6  5 % of its readings lost; "} {
		if strings.Count(text, want) != 1 {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	loose(rules.A1, rules.H8, 0.03)
	if text := uncoloured(r.Text(&style, true)); strings.Count(text, "\nweak ") != 1 || !strings.Contains(text, "\nweak   every square  3 % of its readings lost; ") {
		t.Errorf("not one line for a bus with a loose plug:\n%s", text)
	}
}
