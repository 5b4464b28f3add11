package main

import (
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
	"touchmove/internal/refusal"
	"touchmove/internal/words"
	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

const (
	opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	toMate  = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
	twice   = `"history":["g1f3","g8f6","f3g1","f6g8","g1f3","g8f6","f3g1","f6g8"],`
)

// situations are states of a game in which an arbiter reads the desk, and after a claim the answer to it.
var situations = []struct {
	name    string
	fen     string
	more    string // further keys of the scenario
	script  string
	claimed string // whose answer is printed; "" for the desk
	lines   func(t *words.Texts) []string
	not     []string // keys of texts that are not printed
}{
	{
		"mate", toMate, "", `{"lift":"d8"},{"place":"h4"},{"clock":"black"}`, "",
		func(t *words.Texts) []string {
			return []string{t.T("alarm.game_finished", "why", t.T("reason.checkmate"), "result", "0-1"), t.T("hint.game_finished.told", "r", "0-1")}
		},
		[]string{"guide", "hint.game_finished"},
	},
	{
		"stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "", `{"lift":"f1"},{"place":"f7"},{"clock":"white"}`, "",
		func(t *words.Texts) []string {
			return []string{t.T("alarm.game_finished", "why", t.T("reason.stalemate"), "result", "1/2-1/2"), t.T("hint.game_finished.told", "r", "1/2-1/2")}
		},
		[]string{"guide", "hint.game_finished"},
	},
	{
		"a claim that waits", opening, twice, `{"claim":"threefold","by":"white"}`, "",
		func(t *words.Texts) []string {
			return []string{
				t.T("incident.claim"), t.T("alarm.claim", "player", t.T("white"), "what", t.T("claim.repetition")), t.T("claimright"),
				t.T("alarm.game_finished", "why", t.T("reason.threefold_repetition"), "result", "1/2-1/2"), t.T("hint.game_finished"),
			}
		},
		[]string{"claimwrong"},
	},
	{
		"the third time", opening, twice, `{"claim":"threefold","by":"white"}`, trace.ClaimRepetition,
		func(t *words.Texts) []string {
			return []string{t.T("claimright"), t.T("stood", "n", 3, "a", t.T("thestart")+", 2..., 4...")}
		},
		[]string{"claimwrong", "stoodonce"},
	},
	{
		"the first time", opening, "", `{"claim":"threefold","by":"white"}`, trace.ClaimRepetition,
		func(t *words.Texts) []string { return []string{t.T("claimwrong"), t.T("stoodonce")} },
		[]string{"claimright"},
	},
	{
		"without the castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", `"history":["e1e2","e8e7","e2e1","e7e8","e1e2","e8e7","e2e1","e7e8"],`,
		`{"claim":"threefold","by":"white"}`, trace.ClaimRepetition,
		func(t *words.Texts) []string {
			return []string{t.T("claimwrong"), t.T("stood", "n", 2, "a", "2..., 4..."), t.T("stoodnot", "a", t.T("thestart"), "b", t.T("differs.castling"))}
		},
		[]string{"claimright", "stoodonce"},
	},
	{
		"after fifty moves", "7k/8/8/8/8/8/8/KR6 w - - 98 80", `"history":["b1b2","h8g8"],`, `{"command":{"do":"claim","what":"fifty-moves","by":"white"}}`, trace.ClaimFiftyMoves,
		func(t *words.Texts) []string {
			return []string{t.T("claimright"), t.T("quiet", "n", 100, "a", t.T("thestart"))}
		},
		[]string{"claimwrong", "stoodonce", "quiet.none"},
	},
	{
		"after a pawn's move", opening, `"history":["e2e4"],`, `{"command":{"do":"claim","what":"fifty-moves","by":"black"}}`, trace.ClaimFiftyMoves,
		func(t *words.Texts) []string { return []string{t.T("claimwrong"), t.T("quiet.none")} },
		[]string{"claimright", "stoodonce"},
	},
	{
		"no breach", opening, "", `{"lift":"e2"},{"place":"e4"},{"clock":"white"},{"claim":"touched_piece","by":"black"}`, trace.ClaimTouchedPiece,
		func(t *words.Texts) []string { return []string{t.T("claimwrong"), t.T("claimnobreach")} },
		[]string{"claimright", "claimback"},
	},
	{
		"a touched piece", opening, "", `{"lift":"g1"},{"place":"g1"},{"lift":"e2"},{"place":"e4"},{"clock":"white"},{"claim":"touched_piece","by":"black"}`, trace.ClaimTouchedPiece,
		func(t *words.Texts) []string {
			return []string{t.T("claimright"), t.T("claimback"), t.T("white") + " " + t.T("duty.move", "s", "g1")}
		},
		[]string{"claimwrong", "claimnobreach"},
	},
	{
		"a touched piece, too late", opening, "",
		`{"lift":"g1"},{"place":"g1"},{"lift":"e2"},{"place":"e4"},{"clock":"white"},{"lift":"e7"},{"place":"e5"},{"wait_ms":2000},{"claim":"touched_piece","by":"black"}`, trace.ClaimTouchedPiece,
		func(t *words.Texts) []string { return []string{t.T("claimwrong"), t.T("claimlate")} },
		[]string{"claimright", "claimnobreach"},
	},
	{
		"a released piece", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "",
		`{"lift":"f1"},{"place":"f2"},{"wait_ms":3000},{"lift":"f2"},{"place":"f3"},{"clock":"white"},{"wait_ms":2000},{"claim":"released_piece","by":"black"}`, trace.ClaimReleasedPiece,
		func(t *words.Texts) []string { return []string{t.T("claimright"), t.T("claimstands", "m", "f1f2")} },
		[]string{"claimwrong", "claimback"},
	},
	{
		"an illegal move", opening, `"time_control":"180+2","mode":"blitz","supervised":false,`,
		`{"command":{"do":"start-clocks","by":"arbiter"}},{"lift":"e2"},{"place":"e5"},{"clock":"white"},{"wait_ms":2000},{"command":{"do":"claim","what":"illegal","by":"black"}}`, trace.ClaimIllegal,
		func(t *words.Texts) []string { return []string{t.T("claimright")} },
		[]string{"claimwrong"},
	},
	{
		"no illegal move", opening, `"time_control":"180+2","mode":"blitz","supervised":false,`,
		`{"command":{"do":"start-clocks","by":"arbiter"}},{"lift":"e2"},{"place":"e4"},{"clock":"white"},{"wait_ms":2000},{"command":{"do":"claim","what":"illegal","by":"black"}}`, trace.ClaimIllegal,
		func(t *words.Texts) []string { return []string{t.T("claimwrong")} },
		[]string{"claimright"},
	},
	{
		"a fallen flag", opening, `"time_control":"5",`, `{"command":{"do":"start-clocks","by":"arbiter"}},{"wait_ms":8000},{"command":{"do":"claim","what":"time","by":"black"}}`, trace.ClaimTime,
		func(t *words.Texts) []string { return []string{t.T("claimright")} },
		[]string{"claimwrong"},
	},
	{
		"no fallen flag", opening, `"time_control":"500",`, `{"command":{"do":"start-clocks","by":"arbiter"}},{"wait_ms":8000},{"command":{"do":"claim","what":"time","by":"black"}}`, trace.ClaimTime,
		func(t *words.Texts) []string { return []string{t.T("claimwrong")} },
		[]string{"claimright"},
	},
	{
		"the quickplay finish", opening, `"time_control":"60","mode":"standard","quickplay":true,`, `{"command":{"do":"start-clocks","by":"arbiter"}},{"wait_ms":2000},{"command":{"do":"quickplay","what":"claim","by":"white"}}`, "",
		func(t *words.Texts) []string {
			return []string{t.T("alarm.claim", "player", t.T("white"), "what", t.T("claim.quickplay-finish"))}
		},
		[]string{"claimright", "claimwrong"},
	},
	{
		"an increment is asked for", opening, `"time_control":"60","mode":"standard","quickplay":true,`, `{"command":{"do":"start-clocks","by":"arbiter"}},{"wait_ms":2000},{"command":{"do":"quickplay","what":"request-increment","by":"white"}}`, "",
		func(t *words.Texts) []string {
			return []string{t.T("alarm.claim", "player", t.T("white"), "what", t.T("claim.request-increment")), t.T("drawofferby", "p", t.T("white")) + ": " + t.T("offer.open")}
		},
		[]string{"claimright", "claimwrong"},
	},
}

// What the terminal says of mate, stalemate and every claim is the same in every language, by the table of texts.
func TestAnswersInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range situations {
		h, records := playedBy2023(t, s.fen, s.more, s.script)
		b := replayed(t, h, records)
		var state eventlog.State
		for _, e := range b.Entries() {
			state.Apply(e)
		}
		for _, texts := range words.All() {
			said := deskIn(t, &state, texts, func(p *deskPrinter) {
				if s.claimed != "" {
					p.answer(s.claimed)
				} else {
					p.all()
				}
			})
			for _, line := range s.lines(texts) {
				if !strings.Contains(said, line) {
					t.Errorf("%s, %v: %q is missing in\n%s", s.name, texts.Language, line, said)
				}
			}
			for _, key := range s.not {
				if begin, _, _ := strings.Cut(texts.T(key), "{"); strings.Contains(said, begin) {
					t.Errorf("%s, %v: %q in\n%s", s.name, texts.Language, begin, said)
				}
			}
			if i := strings.Index(said, "{"); i >= 0 {
				t.Errorf("%s, %v: a particular is missing: %s", s.name, texts.Language, said[i:])
			}
		}
	}
}

// After mate and after stalemate a claim, an offer and a resignation are refused with the result in every language.
func TestRefusedAfterTheEndInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range situations[:2] {
		h, records := playedBy2023(t, s.fen, s.more, s.script)
		for _, c := range []trace.Command{
			{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition}, {Do: trace.DoClaim, By: "black", What: trace.ClaimTime},
			{Do: trace.DoOfferDraw, By: "black"}, {Do: trace.DoResign, By: "white"},
		} {
			b := replayed(t, h, records)
			result := b.Game().Playing().Result
			_, err := b.Step(trace.Record{At: records[len(records)-1].At + time.Second, What: c})
			reason := refusal.Of(err)
			if err == nil || reason == nil {
				t.Errorf("after %s %s is not refused with a reason: %v", s.name, c.Do, err)
				continue
			}
			for _, texts := range words.All() {
				want := texts.T("refusedby", "a", texts.T("refusal.game-over", "result", result))
				if texts.Language == rules.English {
					want = "refused: " + err.Error()
				}
				said := (&ctlOptions{language: texts.Language.String()}).refused(sockets.Answer{Error: err.Error(), Reason: reason})
				if said != want || !strings.Contains(said, result) {
					t.Errorf("after %s %s: %q, want %q", s.name, c.Do, said, want)
				}
			}
		}
	}
}

// playedBy2023 returns the records of a script in a position, by the Laws of 2023, without the end of the recording.
func playedBy2023(t *testing.T, fen, more, script string) (trace.Header, []trace.Record) {
	t.Helper()
	list, err := scenario.Read(strings.NewReader(`{"id":"` + t.Name() + `","fen":"` + fen + `","variant":"standard","sensing":"occupancy","clock":"buttons",` + more + `"script":[` + script + `,{"wait_ms":2000}]}`))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	h, records, err := list[0].Trace("fide-2023")
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	end := len(records) - 1
	at := records[end].At
	b := replayed(t, h, records[:end])
	return h, append(records[:end:end], trace.Record{At: at, What: trace.Scan{Board: b.Game().Board()}}) // what falls due by then is decided
}

// deskIn returns what is printed of a desk in a language.
func deskIn(t *testing.T, s *eventlog.State, texts *words.Texts, print func(*deskPrinter)) string {
	t.Helper()
	d, err := deskOf(&sockets.Answer{
		Boards: []sockets.Standing{{Ply: s.Ply(), Result: s.Result.Result, Phase: s.Phase.String()}},
		Desk:   broadcast.DeskNow(s), Alarms: broadcast.AlarmsNow(s), Offered: s.Desk.Offered, AtMS: s.At.Milliseconds(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	print(&deskPrinter{&b, texts, d})
	return b.String()
}
