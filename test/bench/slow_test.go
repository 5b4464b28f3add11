package main

import (
	"bytes"
	"regexp"
	"testing"

	"touchmove/reconcile/decoder"
	"touchmove/reconcile/release"
)

// Of a hundred moves the slowest ten are counted by what they waited for last, with the 95th
// percentile that would be left without each cause.
func TestSlowestAreNamed(t *testing.T) {
	var all []waited
	for i := range 90 {
		all = append(all, waited{"hand may go on", int64(i) * 1000})
	}
	for i := range 7 {
		all = append(all, waited{"a capture that was not seen", int64(2000+i) * 1000})
	}
	for i := range 3 {
		all = append(all, waited{"hand may go on", int64(1000+i) * 1000})
	}
	var out bytes.Buffer
	if err := printSlowest(&out, all); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{ // the 95th of a hundred, where 0 ms stands first for each move of the cause
		`a capture that was not seen +7 +7\.0 +2003 +87`,
		`hand may go on +3 +3\.0 +1001 +2001`,
	} {
		if !regexp.MustCompile(`(?m)^ *` + row + `$`).Match(out.Bytes()) {
			t.Errorf("no row %q in:\n%s", row, out.String())
		}
	}
}

// What a move is waiting for is named by what is known about it.
func TestWhyAMoveWaits(t *testing.T) {
	seen := func(set func(e *decoder.Evidence)) *decoder.Judgement {
		j := &decoder.Judgement{Unfinished: true}
		j.Evidence[decoder.RivalsAgainst] = 2
		j.Evidence.Hand()[release.Quiet] = 1
		set(&j.Evidence)
		return j
	}
	for want, set := range map[string]func(e *decoder.Evidence){
		"a capture that was not seen":    func(e *decoder.Evidence) { e[decoder.SilentCapture] = 1 },
		"a king that went to the centre": func(e *decoder.Evidence) { e[decoder.CentreKing] = 1 },
		"another move nearly as likely":  func(e *decoder.Evidence) { e[decoder.RivalsAgainst] = 1 },
		"a quarter of a second of quiet": func(e *decoder.Evidence) { e.Hand()[release.Quiet] = 0.1 },
		"unfinished":                     func(*decoder.Evidence) {},
	} {
		if got := whyOf(seen(set), true); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := whyOf(&decoder.Judgement{}, false); got != "another move likelier" {
		t.Errorf("of a move that was not played: %q", got)
	}
}
