package configs_test

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
	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
)

// anySheet is a calibration that could have been measured.
func anySheet(r *rand.Rand) *calibration.Sheet {
	s := &calibration.Sheet{
		Board: "hall-7", Date: time.Unix(1_700_000_000+r.Int64N(1e8), 0).UTC(), Program: "0.1.0+abc", Driver: "ads7138",
		Linear: r.IntN(2) == 0, Sought: r.IntN(2) == 0, Wiring: make(calibration.Wiring, 64+r.IntN(8)),
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

// Every calibration file that is written is read back as it was.
func TestSheetRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		want := anySheet(r)
		text := configs.FormatSheet(want)
		got, faults := configs.ParseSheet("x.levels.toml", text)
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got\n%+v\nwant\n%+v\n%s", got, want, text)
		}
		if !configs.IsSheet(text) {
			t.Fatal("not known again as a calibration file")
		}
		if !bytes.Equal(configs.FormatSheet(got), text) {
			t.Fatal("written otherwise the second time")
		}
	}
	if configs.IsSheet([]byte("[[board]]\ncalibration = \"x\"\n")) || configs.IsSheet(nil) {
		t.Error("a configuration is taken for a calibration file")
	}
}

// Each faulty calibration file gives exactly the faults of its golden file.
func TestSheetFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/sheets/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no faulty files: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, faults := configs.ParseSheet(path, text)
			if s != nil {
				t.Error("a calibration came of a faulty file")
			}
			got := describe(faults)
			golden := strings.TrimSuffix(path, ".toml") + ".golden"
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
				t.Errorf("faults are\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestCalibrationOf(t *testing.T) {
	c, faults := configs.Parse("/etc/tm/hall.toml", []byte("[[board]]\nid = \"a\"\nwiring.driver = \"simulated\"\n[[board]]\nid = \"b\"\ncalibration = \"old/b.toml\"\nwiring.driver = \"simulated\"\n"))
	if faults != nil {
		t.Fatal(faults)
	}
	for i, want := range []struct {
		path string
		must bool
	}{{"/etc/tm/a.levels.toml", false}, {"/etc/tm/old/b.toml", true}} {
		if path, must := c.CalibrationOf(c.Boards[i]); path != want.path || must != want.must {
			t.Errorf("%s, %v", path, must)
		}
	}
	d := configs.Default()
	if path, must := d.CalibrationOf(d.Boards[0]); path != "" || must {
		t.Error(path, must)
	}
	if _, faults := configs.Parse("x.toml", []byte("[[board]]\nid = \"a\"\ncalibration = \"\"\nwiring.driver = \"simulated\"\n")); len(faults) != 1 || faults[0].Line != 3 {
		t.Error(faults)
	}
}

// No text makes the reader panic; what it takes can be used, and is written and
// read again the same.
func FuzzParseSheet(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 4 {
		f.Add(configs.FormatSheet(anySheet(r)))
	}
	files, _ := filepath.Glob("testdata/sheets/*.toml")
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, faults := configs.ParseSheet("x.toml", text)
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
		again, faults := configs.ParseSheet("x.toml", configs.FormatSheet(s))
		if again == nil {
			t.Fatalf("%v\n%s", faults, configs.FormatSheet(s))
		}
		if !bytes.Equal(configs.FormatSheet(again), configs.FormatSheet(s)) {
			t.Fatalf("%s\nis written\n%s", configs.FormatSheet(s), configs.FormatSheet(again))
		}
	})
}
