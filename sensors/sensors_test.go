package sensors_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
)

var states = []struct {
	state  sensors.State
	word   string
	letter byte
	full   bool
}{
	{sensors.Unknown, "unknown", '?', false},
	{sensors.Empty, "empty", '.', false},
	{sensors.Occupied, "occupied", 'o', true},
	{sensors.White, "white", 'w', true},
	{sensors.Black, "black", 'b', true},
}

func TestStates(t *testing.T) {
	for _, c := range states {
		if c.state.String() != c.word || c.state.Letter() != c.letter || c.state.Full() != c.full {
			t.Errorf("%d: %v, %c, full %v", c.state, c.state, c.state.Letter(), c.state.Full())
		}
		if got, err := sensors.ParseState(c.word); got != c.state || err != nil {
			t.Errorf("%s: %v, %v", c.word, got, err)
		}
	}
	for _, word := range []string{"", "full", "Empty", "unknown "} {
		if _, err := sensors.ParseState(word); err == nil || !strings.Contains(err.Error(), "is not a reading: write empty, occupied, white, black or unknown") {
			t.Errorf("%q: %v", word, err)
		}
	}
	if s := sensors.State(5); s.String() != "State(5)" || s.Letter() != '?' {
		t.Errorf("a state that there is not is written %q and %q", s.String(), s.Letter())
	}
}

func TestSensing(t *testing.T) {
	for want, word := range map[sensors.Sensing]string{sensors.Occupancy: "occupancy", sensors.Polarity: "polarity"} {
		if got, err := sensors.ParseSensing(word); got != want || err != nil || want.String() != word {
			t.Error(word, got, err)
		}
	}
	if _, err := sensors.ParseSensing("optical"); err == nil || !strings.Contains(err.Error(), `"optical" is not a kind of sensing: write occupancy or polarity`) {
		t.Error(err)
	}
}

func TestScan(t *testing.T) {
	var s sensors.Scan
	for sq := range s {
		s[sq] = sensors.Empty
	}
	s[rules.A1], s[rules.H8], s[rules.E4], s[rules.D5] = sensors.Occupied, sensors.White, sensors.Black, sensors.Unknown
	const text = ".......w/......../......../...?..../....b.../......../......../o......."
	if s.String() != text {
		t.Error(s)
	}
	if s.Full() != rules.SquaresOf(rules.A1, rules.H8, rules.E4) || s.Unknown() != rules.SquaresOf(rules.D5) {
		t.Errorf("full %v, unknown %v, want {a1 e4 h8} and {d5}", s.Full(), s.Unknown())
	}
	if got, err := sensors.ParseScan(text); got != s || err != nil {
		t.Error(got, err)
	}
	var none sensors.Scan
	if none.Unknown() != rules.AllSquares || none.Full() != 0 {
		t.Error("the zero scan knows something")
	}
	for text, want := range map[string]string{
		"":                                 "scan has 0 characters instead of 71",
		strings.Replace(text, "b", "x", 1): `scan: 'x' on e4 is not a reading: write one of . o w b ?`,
		strings.Replace(text, "/", ".", 1): "scan: rank 8 does not end in a slash after eight letters",
		text + "/":                         "scan has 72 characters instead of 71",
	} {
		if _, err := sensors.ParseScan(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Every scan can be read back from its text.
func TestScanRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for range 500 {
		var s sensors.Scan
		for sq := range s {
			s[sq] = sensors.State(r.IntN(5))
		}
		if got, err := sensors.ParseScan(s.String()); got != s || err != nil {
			t.Fatalf("%v became %v, %v", s, got, err)
		}
	}
}

func FuzzParseScan(f *testing.F) {
	f.Add("oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo")
	f.Add("????????/wwwwwwww/......../......../......../......../bbbbbbbb/oooooooo")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := sensors.ParseScan(text); err == nil && s.String() != text {
			t.Errorf("%q became %q", text, s.String())
		}
	})
}

func TestFaults(t *testing.T) {
	cause := errors.New("no answer")
	chip := &sensors.ChipError{Chip: "ads1115", Addr: 0x4a, Bus: "I2C1", From: 8, To: 12, Err: cause}
	if chip.Error() != "ads1115 0x4a on I2C1 (channels 8-11): no answer" || !errors.Is(chip, cause) {
		t.Error(chip)
	}
	line := &sensors.LineError{Line: "row 3 (GPIO17)", Err: cause}
	if line.Error() != "row 3 (GPIO17): no answer" || !errors.Is(line, cause) {
		t.Error(line)
	}
}
