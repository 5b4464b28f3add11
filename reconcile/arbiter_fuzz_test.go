package reconcile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// arbiterCommands are commands that an arbiter, players and a clock may give at any time.
var arbiterCommands = []trace.Command{
	{Do: trace.DoStartClocks, By: "arbiter"}, {Do: trace.DoStopClocks, By: "arbiter"}, {Do: trace.DoStopClocks, By: "white"}, {Do: trace.DoStartClocks, By: "arbiter", Extra: `{"runs":"black"}`},
	{Do: trace.DoSetClock, By: "arbiter", Extra: `{"white_ms":3000,"black_ms":5000,"runs":"white"}`}, {Do: trace.DoSetClock, By: "arbiter", Extra: `{"black_moves":7,"black_period":2}`},
	{Do: trace.DoClockReading, Extra: `{"black_ms":4000,"flag":"white","runs":"black","white_ms":0}`}, {Do: trace.DoClockReading, Extra: `{"black_ms":4000,"runs":"none","white_ms":9000}`},
	{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"add-opponent","player":"white"}`}, {Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"take","ms":60000,"player":"black"}`},
	{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"loss","player":"black"}`}, {Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"device","player":"white"}`},
	{Do: trace.DoIllegal, By: "arbiter", What: "confirm"}, {Do: trace.DoIllegal, By: "arbiter", What: "not-counted"}, {Do: trace.DoIrregularity, What: "two-hands", By: "white"},
	{Do: trace.DoVerdict, By: "arbiter", What: "rejected"}, {Do: trace.DoVerdict, By: "arbiter", What: "upheld"}, {Do: trace.DoVerdict, By: "arbiter", What: "draw"},
	{Do: trace.DoQuickplay, By: "white", What: "claim"}, {Do: trace.DoQuickplay, By: "black", What: "request-increment"},
	{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition}, {Do: trace.DoClaim, By: "black", What: trace.ClaimTime}, {Do: trace.DoClaim, By: "black", What: trace.ClaimIllegal},
	{Do: trace.DoOfferDraw, By: "white"}, {Do: trace.DoAcceptDraw, By: "black"}, {Do: trace.DoResign, By: "white"}, {Do: trace.DoFlag, By: "black"},
	{Do: trace.DoRestore, By: "arbiter", Ply: 1}, {Do: trace.DoRestore, By: "arbiter"}, {Do: trace.DoTakeBack, By: "arbiter", Plies: 1}, {Do: trace.DoCorrect, By: "arbiter", Ply: 1, UCI: "e2e4"},
	{Do: trace.DoSign, By: "white", Result: "1-0"}, {Do: trace.DoSign, By: "black", Result: "1-0"}, {Do: trace.DoSecondBoard, Ply: 1},
	{Do: trace.DoResult, By: "arbiter", Result: "1-0"}, {Do: trace.DoResult, By: "arbiter", Result: "*"}, {Do: trace.DoSetPosition, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
	{Do: trace.DoAdjourn, By: "arbiter"}, {Do: trace.DoSeal, By: "white", Extra: `{"text":"Nf3"}`}, {Do: trace.DoSeal, By: "black", Extra: `{"text":"??"}`}, {Do: trace.DoResumeAdjourned, By: "arbiter"},
	{Do: trace.DoUndo, By: "arbiter"}, {Do: trace.DoUndo, By: "arbiter"}, {Do: trace.DoNewGame, Extra: `{"default_ms":5000,"draw_from":2,"time_control":"2/20:5"}`},
	{Do: trace.DoPresent, Extra: `{"player":"white"}`}, {Do: trace.DoNote, What: "x"},
}

// arbitrated makes records from bytes, four bytes a record: changes of squares, presses and
// arbiters' commands.
func arbitrated(data []byte) []trace.Record {
	scan := board(rules.StartPosition())
	records := []trace.Record{{What: trace.Scan{Board: scan}}}
	at := time.Second
	for len(data) >= 4 && len(records) < 250 {
		kind, sq, wait := data[0], rules.Square(data[1]&63), data[2]
		at += time.Duration(wait) * time.Duration(wait) * 150 * time.Microsecond
		switch {
		case kind < 110:
			is := sensors.Empty
			if scan[sq] == sensors.Empty {
				is = sensors.Occupied
			}
			scan[sq] = is
			records = append(records, trace.Record{At: at, What: trace.Change{Square: sq, Is: is}})
		case kind < 160:
			records = append(records, trace.Record{At: at, What: trace.Press{By: rules.Color(data[3] & 1)}})
		case kind < 170:
			scan = board(rules.StartPosition())
			records = append(records, trace.Record{At: at, What: trace.Scan{Board: scan}})
		default:
			records = append(records, trace.Record{At: at, What: arbiterCommands[int(data[3])%len(arbiterCommands)]})
		}
		data = data[4:]
	}
	return append(records, trace.Record{At: at + 3*time.Second, What: trace.End{}})
}

// FuzzArbiter checks, whatever arbiters, players and clocks do, that events come in order, refused
// commands change nothing, no time is created or lost, and the log holds every command that was
// carried out.
func FuzzArbiter(f *testing.F) {
	for seed := range uint64(16) {
		r := seed*2862933555777941757 + 3037000493
		data := make([]byte, 0, 480)
		for range 120 {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			data = append(data, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
		}
		f.Add(uint8(seed), uint8(seed>>3), data)
	}
	controls := []string{"300", "20+2", "2/10:5+1", "30 sec + 3 sec delay", "30 sec + 3 sec bronstein", "*30", ""}
	f.Fuzz(func(t *testing.T, edition, kind uint8, data []byte) {
		h := trace.DefaultHeader()
		h.Laws = rules.AllLaws()[int(edition)%len(rules.AllLaws())]
		h.Mode, h.Unsupervised = trace.Mode(kind%3), kind&4 != 0
		h.Clock, h.TimeControl = trace.Clock(kind>>6)%2, controls[int(kind>>3)%len(controls)]
		g, err := reconcile.NewGame(h)
		if err != nil {
			t.Fatal(err)
		}
		last := time.Duration(0)
		for _, r := range arbitrated(data) {
			if _, err := g.Step(trace.Record{At: r.At, What: trace.Change{Square: rules.A3, Is: sensors.Empty}}); err != nil { // carries out what falls due before r
				t.Fatal(err)
			}
			before, logged := g.Situation(), len(g.Actions())
			events, err := g.Step(r)
			if err != nil {
				if _, command := r.What.(trace.Command); !command {
					t.Fatalf("%+v: %v", r, err)
				}
				if after := g.Situation(); after != before || len(g.Actions()) != logged {
					t.Fatalf("%+v is refused (%v) and changes\n%+v to\n%+v", r, err, before, after)
				}
				continue
			}
			for _, e := range events {
				line := e.AppendJSON(nil)
				if e.At < last || e.At > r.At {
					t.Fatalf("%s at %v, after %v, record of %v", line, e.At, last, r.At)
				}
				if last = e.At; !json.Valid(line) {
					t.Fatalf("no JSON: %s", line)
				}
			}
			if c, ok := g.Clock(); ok {
				for _, by := range []rules.Color{rules.White, rules.Black} {
					a := c.Account(by)
					if a.Start+a.Bonuses+a.Periods+a.Adjusted-a.Forfeited != a.Main+a.Run {
						t.Fatalf("%+v: time does not balance: %+v", r, a)
					}
				}
			}
			if c, ok := r.What.(trace.Command); ok && c.Do != trace.DoClockReading && len(g.Actions()) != logged+1 {
				t.Fatalf("%s is not in the log", c.Do)
			}
			if _, err := json.Marshal(g.State()); err != nil {
				t.Fatal(err)
			}
			g.Guide()
		}
	})
}

// firstLine returns the first line in which two outputs differ.
func firstLine(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := 0; i < len(x) && i < len(y); i++ {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("line %d is\n%s\nand not\n%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}

// TestClockDeterminism checks that with a clock, too, the events and their times do not depend on
// how often time passes in between, and that a trace cut short gives a prefix of the events.
func TestClockDeterminism(t *testing.T) {
	for seed := range uint64(10) {
		r := seed*2862933555777941757 + 88172645463325252
		var data []byte
		for range 60 {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			data = append(data, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
		}
		h := timed([]string{"20+2", "2/10:5+1", "30 sec + 3 sec delay"}[seed%3], rules.AllLaws()[seed%8])
		run := func(records []trace.Record) []byte {
			g := newGame(t, h)
			var out []byte
			for _, r := range records {
				events, err := g.Step(r)
				if err != nil {
					continue
				}
				for _, e := range events {
					out = append(e.AppendJSON(out), '\n')
				}
			}
			return out
		}
		records := arbitrated(data)
		at := records[len(records)-1].At
		records[len(records)-1] = trace.Record{At: at, What: trace.Press{}} // a refused command lets no time pass
		whole := run(records)
		for _, every := range []time.Duration{11 * time.Millisecond, 170 * time.Millisecond} {
			if often := run(ticked(records, every)); !bytes.Equal(whole, often) {
				t.Fatalf("seed %d: told every %v: %s", seed, every, firstLine(often, whole))
			}
		}
		for n := 0; n < len(records); n += 7 {
			if cut := run(records[:n]); !bytes.HasPrefix(whole, cut) {
				t.Fatalf("seed %d: cut before record %d: %s", seed, n+1, firstLine(cut, whole))
			}
		}
	}
}
