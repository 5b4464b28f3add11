package reconcile_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// outcome is the result of a trace, in words short enough for a table. An empty field means that
// there was nothing of the kind.
type outcome struct {
	line     string // the moves as they stand at the end, in UCI; " / " between games
	result   string // of each game that is over, "-" for one that is not; empty when none is
	proposed string // results that the board or the Laws propose
	how      string // of each move that was not clearly seen: "1:inferred"
	illegal  string // plies recorded as illegal
	wrong    string // published moves that were never made, "3:f1d3", in order of ply
	undone   string // published moves that were made and taken back
	faults   string // sensors distrusted, or trusted again ("none"), in the order of publication
	astray   string // "displaced" and "restored", in the order of publication
}

// hand is one trace of testdata/hands and the truth about it.
type hand struct {
	name string
	outcome
}

// misread is a trace that the reconstruction does not read as the truth.
type misread struct {
	hand
	shows outcome // how it is read now
	why   string
}

// TestHands plays every trace of testdata/hands. The truth is in hands, written by hand; the golden
// files hold every event.
func TestHands(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			got := playHand(t, h.name)
			if got.outcome != h.outcome {
				t.Errorf("%s", difference(got.outcome, h.outcome))
			}
			got.playable(t, h.outcome)
		})
	}
}

// TestHandsMisread plays the traces that are known to be read wrongly. It fails when one of them
// comes out differently than described: that way a fix is noticed, and the trace moves to hands.
func TestHandsMisread(t *testing.T) {
	for _, h := range open {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			got := playHand(t, h.name)
			switch got.outcome {
			case h.outcome:
				t.Errorf("read rightly now: move it to hands (was: %s)", h.why)
			case h.shows:
			default:
				t.Errorf("wrong, and otherwise than described (%s): %s", h.why, difference(got.outcome, h.shows))
			}
			got.playable(t, h.outcome)
		})
	}
}

// TestHandsAllListed checks that no trace is left out.
func TestHandsAllListed(t *testing.T) {
	files, err := filepath.Glob("testdata/hands/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, h := range hands {
		listed[h.name]++
	}
	for _, h := range open {
		listed[h.name]++
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		if listed[name] != 1 {
			t.Errorf("%s is listed %d times", name, listed[name])
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("%s is listed and has no trace", name)
	}
}

// TestHandsQuick plays the traces with quick publication: more is published wrongly for a while,
// but the line must be the same.
func TestHandsQuick(t *testing.T) {
	for _, h := range hands {
		header, records := readHand(t, h.name)
		p := newPlayed(t, header, trace.Quick)
		for _, r := range records {
			p.step(t, r)
		}
		if got := p.summary(nil); got.line != h.line {
			t.Errorf("%s: quickly told, the line is %s", h.name, got.line)
		}
	}
}

// playHand plays one trace, compares it with its golden file, and plays it again in ways that must
// not make a difference.
func playHand(t *testing.T, name string) *playedHand {
	t.Helper()
	header, records := readHand(t, name)
	whole := newPlayed(t, header, trace.Sure)
	for _, r := range records {
		whole.step(t, r)
	}
	whole.outcome = whole.summary(takenBack(name))

	goldentest.Check(t, filepath.Join("testdata/hands", name+".golden"), whole.printed)

	seed := fnv.New64a()
	seed.Write([]byte(name))
	random := rand.New(rand.NewPCG(seed.Sum64(), 1))
	often := newPlayed(t, header, trace.Sure)
	for _, r := range interrupted(records, random) {
		often.step(t, r)
	}
	if !bytes.Equal(often.printed, whole.printed) {
		t.Errorf("with the time told in between it tells otherwise: %s", firstDifference(often.printed, whole.printed))
	}
	n := random.IntN(len(records))
	cut := newPlayed(t, header, trace.Sure)
	for _, r := range records[:n] {
		cut.step(t, r)
	}
	if !bytes.HasPrefix(whole.printed, cut.printed) {
		t.Errorf("cut before record %d, it tells otherwise", n+1)
	}
	return whole
}

func readHand(t *testing.T, name string) (trace.Header, []trace.Record) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata/hands", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var records []trace.Record
	for record, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
	if torn := r.Warning() != nil; torn != (name == "torn_last_line") {
		t.Errorf("warning: %v", r.Warning())
	}
	return r.Header(), records
}

// interrupted inserts scans that repeat the latest readings between the records, at random times.
func interrupted(records []trace.Record, random *rand.Rand) []trace.Record {
	var out []trace.Record
	var board sensors.Scan
	for i, r := range records {
		if i > 0 {
			gap := r.At - records[i-1].At
			var times []time.Duration
			for range random.IntN(6) {
				times = append(times, records[i-1].At+time.Duration(random.Int64N(int64(gap)+1)))
			}
			slices.Sort(times)
			for _, at := range times {
				out = append(out, trace.Record{At: at, What: trace.Scan{Board: board}})
			}
		}
		switch w := r.What.(type) {
		case trace.Scan:
			board = w.Board
		case trace.Change:
			board[w.Square] = w.Is
		}
		out = append(out, r)
	}
	return out
}

// takenBack returns the published moves that, by the truth, were made and undone.
func takenBack(name string) []string {
	for _, h := range hands {
		if h.name == name {
			return strings.Fields(h.undone)
		}
	}
	for _, h := range open {
		if h.name == name {
			return strings.Fields(h.undone)
		}
	}
	return nil
}

// difference names the fields in which two outcomes differ.
func difference(got, want outcome) string {
	var b strings.Builder
	for _, f := range []struct{ name, got, want string }{
		{"line", got.line, want.line},
		{"result", got.result, want.result},
		{"proposed", got.proposed, want.proposed},
		{"how", got.how, want.how},
		{"illegal", got.illegal, want.illegal},
		{"wrong", got.wrong, want.wrong},
		{"undone", got.undone, want.undone},
		{"faults", got.faults, want.faults},
		{"astray", got.astray, want.astray},
	} {
		if f.got != f.want {
			fmt.Fprintf(&b, "\n%s is  %q\nand not %q", f.name, f.got, f.want)
		}
	}
	return b.String()
}

func firstDifference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nand not\n%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines and not %d", len(a)-1, len(b)-1)
}

// playable checks that the line of the truth can be played: each move is legal, or is listed as
// illegal and can be carried out.
func (p *playedHand) playable(t *testing.T, truth outcome) {
	t.Helper()
	starts := make([]rules.Position, 0, 2)
	for _, g := range p.game.Games() {
		starts = append(starts, g.Start)
	}
	for i, line := range strings.Split(truth.line, " / ") {
		if i >= len(starts) {
			return // a misread trace may have lost a game
		}
		pos := starts[i]
		for n, uci := range strings.Fields(line) {
			m, err := pos.ParseUCI(uci)
			switch {
			case err == nil:
				pos = pos.After(m)
			case slices.Contains(strings.Fields(truth.illegal), fmt.Sprint(n+1)):
				from, _ := rules.ParseSquare(uci[:2])
				to, _ := rules.ParseSquare(uci[2:])
				_, next, ok := pos.Displace(from, to)
				if !ok {
					t.Errorf("ply %d of the truth, %s, cannot be carried out", n+1, uci)
					return
				}
				pos = next
			default:
				t.Errorf("ply %d of the truth: %v", n+1, err)
				return
			}
		}
	}
}
