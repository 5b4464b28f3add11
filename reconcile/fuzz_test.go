package reconcile_test

import (
	"encoding/json"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// fuzzCommands are commands for fuzzing; squares and players are filled in.
var fuzzCommands = []trace.Command{
	{Do: trace.DoAdjust}, {Do: trace.DoPromote, Piece: "queen"}, {Do: trace.DoPromote, Piece: "knight"},
	{Do: trace.DoPromote, Piece: "none"}, {Do: trace.DoSay, What: "castle"}, {Do: trace.DoTouch}, {Do: trace.DoAttribute},
	{Do: trace.DoAnnounce}, {Do: trace.DoOfferDraw}, {Do: trace.DoDeclineDraw}, {Do: trace.DoAcceptDraw}, {Do: trace.DoResign},
	{Do: trace.DoClaim, What: trace.ClaimTouchedPiece}, {Do: trace.DoClaim, What: trace.ClaimIllegal},
	{Do: trace.DoClaim, What: trace.ClaimRepetition}, {Do: trace.DoClaim, What: trace.ClaimFiftyMoves, UCI: "e2e4"},
	{Do: trace.DoRestore}, {Do: trace.DoTakeBack, Plies: 1}, {Do: trace.DoCorrect, Ply: 1, UCI: "e2e4"},
	{Do: trace.DoSetPosition}, {Do: trace.DoNewGame}, {Do: trace.DoResult, Result: "1-0"}, {Do: trace.DoIllegal, What: "reject"},
	{Do: trace.DoIrregularity, What: "two-hands"}, {Do: trace.DoFlag}, {Do: trace.DoStopClocks}, {Do: trace.DoPress},
}

// fuzzed makes records from bytes, four bytes a record.
func fuzzed(data []byte, start rules.Position) []trace.Record {
	scan := board(start)
	records := []trace.Record{{What: trace.Scan{Board: scan}}}
	at := time.Second
	for len(data) >= 4 && len(records) < 300 {
		kind, sq, wait := data[0], rules.Square(data[1]&63), data[2]
		at += time.Duration(wait) * time.Duration(wait) * 100 * time.Microsecond
		by := rules.Color(data[3] & 1)
		switch {
		case kind < 160:
			is := sensors.Empty
			if scan[sq] == sensors.Empty {
				is = sensors.Occupied
			}
			if kind < 4 {
				is = sensors.Unknown
			}
			scan[sq] = is
			records = append(records, trace.Record{At: at, What: trace.Change{Square: sq, Is: is}})
		case kind < 200:
			records = append(records, trace.Record{At: at, What: trace.Press{By: by}})
		default:
			c := fuzzCommands[int(data[3])%len(fuzzCommands)]
			c.By = by.String()
			switch c.Do {
			case trace.DoTouch:
				c.Square = sq.String()
			case trace.DoAttribute:
				c.Square, c.To = sq.String(), by.String()
			case trace.DoAnnounce:
				c.UCI = sq.String() + rules.Square(data[2]&63).String()
			case trace.DoSetPosition:
				c.FEN = start.FEN()
			}
			records = append(records, trace.Record{At: at, What: c})
		}
		data = data[4:]
	}
	return append(records, trace.Record{At: at + 3*time.Second, What: trace.End{}})
}

// FuzzGame checks that the game goes on whatever players, clocks and commands do: events come in
// the order of their times, a refused record changes nothing, and the state can be printed.
func FuzzGame(f *testing.F) {
	for _, s := range scenarios(f, "article4.jsonl") {
		_, records, err := s.Trace(s.Editions[0])
		if err != nil {
			f.Fatal(err)
		}
		var data []byte
		for _, r := range records {
			switch w := r.What.(type) {
			case trace.Change:
				data = append(data, 10, byte(w.Square), 83, 0)
			case trace.Press:
				data = append(data, 170, 0, 83, byte(w.By))
			case trace.Command:
				data = append(data, 210, 12, 83, byte(len(data)))
			}
		}
		f.Add(uint8(len(s.Editions)), uint8(len(data)), data)
	}
	f.Fuzz(func(t *testing.T, edition, kind uint8, data []byte) {
		h := trace.DefaultHeader()
		h.Laws = rules.Laws(int(edition) % len(rules.AllLaws()))
		h.Mode = trace.Mode(kind % 3)
		h.Unsupervised = kind&4 != 0
		h.Tactile = kind&24 == 24
		h.Clock = trace.Clock(kind>>5) % 3
		fens := []string{rules.StartFEN, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "8/P6k/8/8/8/8/6pp/2K5 w - - 0 1", "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1"}
		h.Start = fens[int(edition>>3)%len(fens)]
		if edition>>3%4 == 3 {
			h.Variant = rules.Chess960
		}
		start, err := rules.ParseFEN(h.Start)
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.NewPosition(start, h.Variant)
		if err != nil {
			h.Variant = rules.Chess960
			if p, err = rules.NewPosition(start, h.Variant); err != nil {
				t.Fatal(err)
			}
		}
		g, err := reconcile.NewGame(h)
		if err != nil {
			t.Fatal(err)
		}
		last := time.Duration(0)
		for _, r := range fuzzed(data, p) {
			events, err := g.Step(r)
			if err != nil {
				continue
			}
			for _, e := range events {
				if e.At < last || e.At > r.At {
					t.Fatalf("%s at %v, after %v, record of %v", e.AppendJSON(nil), e.At, last, r.At)
				}
				last = e.At
				if !json.Valid(e.AppendJSON(nil)) {
					t.Fatalf("no JSON: %s", e.AppendJSON(nil))
				}
			}
			if _, err := json.Marshal(g.State()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
