package reconcile_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// sample reads a sample trace.
func sample(t testing.TB, file string) (trace.Header, []trace.Record) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	r, err := trace.NewReader(z)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var records []trace.Record
	for record, err := range r.All() {
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		records = append(records, record)
	}
	return r.Header(), records
}

func samples(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/traces/*.jsonl.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sample traces: %v", err)
	}
	return files
}

// alone returns what the decoder alone reads from a trace, without the Laws.
func alone(t testing.TB, h trace.Header, records []trace.Record) string {
	t.Helper()
	d := decoder.New(decoder.Config{
		Start: rules.MustPosition(h.Start, h.Variant), Polarity: h.Sensing == sensors.Polarity,
		Clock: h.Clock == trace.ClockButtons,
	})
	var games [][]string
	gather := func() {
		for _, told := range d.Findings() {
			n := len(games) - 1
			switch told.Kind {
			case decoder.Began:
				games = append(games, nil)
			case decoder.Made, decoder.Amended:
				games[n] = append(games[n][:told.Ply-1], told.Move.UCI(h.Variant))
			case decoder.Retracted:
				games[n] = games[n][:told.Ply-1]
			}
		}
	}
	for _, r := range records {
		d.Advance(r.At)
		gather()
		switch w := r.What.(type) {
		case trace.Scan:
			d.Scan(&w.Board)
		case trace.Change:
			d.Change(w.Square, w.Is)
		case trace.Press:
			d.Press(w.By)
		case trace.End:
			d.End()
		case trace.Command:
			switch w.Do {
			case trace.DoPromote:
				if kind, err := rules.ParseKind(w.Piece); err == nil {
					d.Promote(kind)
				}
			case trace.DoResign, trace.DoAcceptDraw, trace.DoResult:
				d.Finish()
			}
		}
		gather()
	}
	return lines(games)
}

func lines(games [][]string) string {
	var out []string
	for _, moves := range games {
		if len(moves) > 0 {
			out = append(out, strings.Join(moves, " "))
		}
	}
	return strings.Join(out, "\n")
}

// TestLawsLeaveMovesAlone checks that on real boards the Laws change nothing of what was played.
func TestLawsLeaveMovesAlone(t *testing.T) {
	for _, file := range samples(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			h, records := sample(t, file)
			g, _ := play(t, h, records)
			var games [][]string
			for _, game := range g.Games() {
				var moves []string
				for _, m := range game.Moves {
					moves = append(moves, m.UCI)
				}
				games = append(games, moves)
			}
			if got, want := lines(games), alone(t, h, records); got != want {
				t.Errorf("with the Laws:\n%s\nwithout:\n%s", got, want)
			}
		})
	}
}

// TestIllegalMovesWereMade checks that noise makes no illegal moves: each one that was counted and
// not withdrawn was made, and the clock was pressed for it.
func TestIllegalMovesWereMade(t *testing.T) {
	for _, file := range samples(t) {
		var truth struct {
			Incidents []struct {
				Kind    string `json:"kind"`
				By      string `json:"by"`
				Pressed bool   `json:"clock_pressed"`
				At      int64  `json:"at_us"`
				Until   int64  `json:"until_us"`
			} `json:"incidents"`
		}
		told := strings.TrimSuffix(file, ".jsonl.gz") + ".truth.json"
		if raw, err := os.ReadFile(told); err == nil {
			if err := json.Unmarshal(raw, &truth); err != nil {
				t.Fatalf("%s: %v", told, err)
			}
		}
		h, records := sample(t, file)
		g := newGame(t, h)
		counted := map[string]int{}
		for _, r := range records {
			for _, e := range step(t, g, r) {
				ill, ok := e.What.(reconcile.IllegalMove)
				if !ok {
					continue
				}
				if ill.Number == 0 {
					counted[ill.By.String()]--
					continue
				}
				counted[ill.By.String()]++
			}
		}
		for _, i := range truth.Incidents {
			if i.Kind == "illegal-move" && i.Pressed {
				counted[i.By]--
			}
		}
		for by, n := range counted {
			if n != 0 {
				t.Errorf("%s: %d illegal moves of %s counted too many", file, n, by)
			}
		}
	}
}

// TestDeterminismOfSamples checks that a real trace cut anywhere gives a prefix of the events, and
// the same events however many scans come in between.
func TestDeterminismOfSamples(t *testing.T) {
	h, records := sample(t, "testdata/traces/blitz-05.jsonl.gz")
	_, whole := play(t, h, records)
	for _, n := range []int{1, len(records) / 7, len(records) / 3, len(records) / 2, len(records) - 1} {
		if _, cut := play(t, h, records[:n]); !bytes.HasPrefix(whole, cut) {
			t.Errorf("cut after %d of %d records: not a prefix", n, len(records))
		}
	}
	if _, often := play(t, h, ticked(records, 31*time.Millisecond)); !bytes.Equal(whole, often) {
		t.Error("told every 31 ms, it tells otherwise")
	}
}
