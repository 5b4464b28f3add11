package file_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/calibration/file"
	"touchmove/internal/goldentest"
	"touchmove/internal/strict/stricttest"
	"touchmove/rules"
	"touchmove/sensors"
)

// anySheet returns a random calibration.
func anySheet(r *rand.Rand) *calibration.Sheet {
	s := &calibration.Sheet{
		Board: "hall-7", Date: time.Unix(1_700_000_000+r.Int64N(1e8), 0).UTC(), Program: "0.1.0+abc", Driver: "ads7138",
		Linear: r.IntN(2) == 0, WiringFound: r.IntN(2) == 0, Wiring: make(calibration.Wiring, 64+r.IntN(8)),
	}
	if s.Linear {
		s.Sensing = sensors.Sensing(r.IntN(2))
	} else {
		s.ActiveLow = r.IntN(2) == 0
	}
	for ch := range s.Wiring {
		s.Wiring[ch] = rules.NoSquare
		if ch < 64 {
			s.Wiring[ch] = rules.Square(ch)
		}
	}
	if r.IntN(2) == 0 {
		s.Wiring[9], s.Unwired = rules.NoSquare, rules.SquaresOf(rules.B2)
	}
	r.Shuffle(len(s.Wiring), func(i, j int) { s.Wiring[i], s.Wiring[j] = s.Wiring[j], s.Wiring[i] })
	grades := []calibration.Grade{calibration.Good, calibration.Good, calibration.Weak, calibration.Bad, calibration.Silent, calibration.Untried}
	for sq := range s.Squares {
		q := &s.Squares[sq]
		q.Grade, q.From = grades[r.IntN(len(grades))], rules.NoSquare
		if q.Grade >= calibration.Silent {
			continue
		}
		q.White = 1
		if q.Grade != calibration.Good {
			q.Cause, q.From, q.Share = calibration.Crosstalk, rules.Square(r.IntN(64)), float64(r.IntN(1000))/1000
		}
		if !s.Linear {
			q.Inverted = r.IntN(9) == 0
			continue
		}
		enter := 20 + r.Int32N(500)
		q.Zero, q.White = r.Int32N(1<<15), 2*enter
		q.AtW = calibration.Threshold{Enter: enter, Leave: 1 + r.Int32N(enter-1)}
		if s.Sensing == sensors.Polarity {
			q.Black, q.AtB = -q.White, calibration.Threshold{Enter: -q.AtW.Enter, Leave: -q.AtW.Leave}
		}
		q.Noise, q.Margin, q.Drift = float64(r.IntN(4000))/100, float64(r.IntN(300))/10, float64(r.IntN(2000)-1000)/10
		if sq := rules.Square(sq); sq.File() > 0 {
			q.Near = append(q.Near, calibration.Near{Square: sq - 1, Part: float64(r.IntN(200)-100) / 1000})
		}
	}
	return s
}

// Every calibration file that is written is read back unchanged.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		want := anySheet(r)
		text := file.Format(want)
		got, faults := file.Parse("x.levels.toml", text)
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got\n%+v\nwant\n%+v\n%s", got, want, text)
		}
		if !file.Is(text) {
			t.Fatal("not known again as a calibration file")
		}
		if !bytes.Equal(file.Format(got), text) {
			t.Fatal("written otherwise the second time")
		}
	}
	if file.Is([]byte("[[board]]\ncalibration = \"x\"\n")) || file.Is(nil) {
		t.Error("a configuration is taken for a calibration file")
	}
}

// Each faulty calibration file gives exactly the faults of its golden file.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no faulty files: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, faults := file.Parse(path, text)
			if s != nil {
				t.Error("a calibration came of a faulty file")
			}
			got := stricttest.Describe(faults)
			goldentest.Check(t, strings.TrimSuffix(path, ".toml")+".golden", got)
		})
	}
}

// No text makes the parser panic. Every sheet that it accepts can be used, and stays the
// same when it is written and read again.
func FuzzParse(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 4 {
		f.Add(file.Format(anySheet(r)))
	}
	files, _ := filepath.Glob("testdata/*.toml")
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, faults := file.Parse("x.toml", text)
		if (s == nil) != faults.Broken() {
			t.Fatalf("sheet %v, faults %v", s, faults)
		}
		for _, fault := range faults {
			if strings.ContainsAny(fault.Error(), "\n\r\x1b") || fault.What == "" {
				t.Fatalf("fault %q", fault.Error())
			}
		}
		if s == nil {
			return
		}
		if s.Measured() {
			if _, err := s.Table(); err != nil {
				t.Fatal(err)
			}
		}
		again, faults := file.Parse("x.toml", file.Format(s))
		if again == nil {
			t.Fatalf("%v\n%s", faults, file.Format(s))
		}
		if !bytes.Equal(file.Format(again), file.Format(s)) {
			t.Fatalf("%s\nis written\n%s", file.Format(s), file.Format(again))
		}
	})
}
