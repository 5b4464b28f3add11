package alarms_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/internal/words"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

const s = time.Second

func ids(list []alarms.Alarm) (words []string) {
	for _, a := range list {
		words = append(words, string(a.ID))
	}
	return words
}

func want(t *testing.T, b *alarms.Set, ringing ...alarms.ID) {
	t.Helper()
	var words []string
	for _, id := range ringing {
		words = append(words, string(id))
	}
	if got := ids(b.Ringing()); !slices.Equal(got, words) {
		t.Errorf("rings %v, want %v", got, words)
	}
}

// A trigger has to hold for its time; one cause rings once; it rings again only after
// it was clear for a minute.
func TestHysteresis(t *testing.T) {
	b := alarms.NewSet(false)
	silent := alarms.Alarm{ID: alarms.BoardMissing}
	b.Raise(silent, 10*s)
	want(t, b)
	if due, ok := b.Due(); !ok || due != 15*s {
		t.Errorf("due %v, %v", due, ok)
	}
	b.Clear(silent.ID, "", 14*s) // too short
	b.Advance(30 * s)
	want(t, b)
	b.Raise(silent, 40*s)
	b.Advance(45*s - 1)
	want(t, b)
	b.Advance(45 * s)
	want(t, b, alarms.BoardMissing)
	if a := b.Ringing()[0]; a.Since != 40*s || a.Rang != 45*s || !a.Urgent {
		t.Errorf("%+v", a)
	}
	if !b.Changed() || b.Changed() {
		t.Error("it rang, and that is no news, or news twice")
	}
	b.Raise(silent, 50*s) // the same cause
	if a := b.Ringing()[0]; a.Rang != 45*s || len(b.Ringing()) != 1 {
		t.Errorf("it rang again: %+v", a)
	}
	b.Clear(silent.ID, "", 60*s)
	want(t, b)
	b.Raise(silent, 70*s) // it comes and goes
	b.Advance(119 * s)
	want(t, b)
	b.Advance(120 * s)
	want(t, b, alarms.BoardMissing)
	b.Clear(silent.ID, "", 130*s)
	b.Raise(silent, 200*s) // clear for longer than a minute: as at first
	b.Advance(205 * s)
	want(t, b, alarms.BoardMissing)
}

// However a trigger flickers, it never rings twice within a minute of being clear.
func TestNoneRingsTwice(t *testing.T) {
	for seed := uint64(1); seed <= 200; seed++ {
		r := seed * 2654435761
		b := alarms.NewSet(seed%2 == 0)
		at, cleared, rung := time.Duration(0), time.Duration(-1), false
		for range 200 {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			at += time.Duration(r%40) * s
			if r&1 == 0 {
				b.Raise(alarms.Alarm{ID: alarms.Reconstructing}, at)
			} else {
				b.Clear(alarms.Reconstructing, "", at)
			}
			list := b.Ringing()
			switch {
			case len(list) == 0 && rung:
				cleared, rung = at, false
			case len(list) == 1 && !rung:
				if rung = true; cleared >= 0 && list[0].Rang < cleared+time.Minute {
					t.Fatalf("seed %d: rang at %v, clear since %v", seed, list[0].Rang, cleared)
				}
			}
			if len(list) > 1 {
				t.Fatalf("seed %d: rings twice", seed)
			}
		}
	}
}

// Urgent alarms stand on top, and fast games wait for less.
func TestOrderAndFastPlay(t *testing.T) {
	b := alarms.NewSet(true)
	b.Raise(alarms.Alarm{ID: alarms.TimeTrouble}, s)
	b.Raise(alarms.Alarm{ID: alarms.ClockPaused}, s)
	b.Raise(alarms.Alarm{ID: alarms.Reconstructing}, s)
	b.Advance(32 * s)
	want(t, b, alarms.Reconstructing, alarms.ClockPaused, alarms.TimeTrouble)
	slow := alarms.NewSet(false)
	slow.Raise(alarms.Alarm{ID: alarms.ClockPaused}, s)
	slow.Advance(120 * s)
	want(t, slow)
	slow.Advance(121 * s)
	want(t, slow, alarms.ClockPaused)
}

// Every alarm says what it has to in four languages, with everything filled in.
func TestTexts(t *testing.T) {
	a := alarms.Alarm{
		Player: rules.Black, Why: "fivefold_repetition", Result: "1-0", Ply: 47, SAN: "Nf3", Squares: []string{"e4", "e5"}, Count: 2, Moves: 37, Needed: 40, Since: 10 * s, Span: 400 * s,
	}
	for _, id := range alarms.IDs() {
		a.ID = id
		english := a.Text(rules.English, 100*s)
		for _, l := range []rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German} {
			text := a.Text(l, 100*s)
			if text == "" || strings.ContainsAny(text, "{}_") || l != rules.English && text == english {
				t.Errorf("%s in %v: %q", id, l, text)
			}
		}
		if a.Text(rules.Dutch, 100*s) != english {
			t.Errorf("%s: a language without words of its own", id)
		}
	}
	a.ID = alarms.Flag
	if got := a.Text(rules.German, 0); got != "Blättchen von Schwarz gefallen: 37 von 40 Zügen" {
		t.Error(got)
	}
	a.Name = "Żółć"
	a.ID = alarms.DefaultNear
	if got := a.Text(rules.English, 100*s); got != "Żółć absent, default in 5:00" {
		t.Error(got)
	}
}

// What alarms fill in is told in the language of the alarm: every reason for the end
// of a game, rule, claim and fault of a sensor has its words.
func TestWords(t *testing.T) {
	codes := []string{"both_flags", "illegal_position", "default", "penalty", "kings in the centre", "illegal move", "pawn left on the last rank", "promotion not carried out", "two hands for one move", "clock_without_move", "clock_with_piece_in_hand"}
	for term := rules.Checkmate; term <= rules.IllegalMoves; term++ {
		codes = append(codes, term.String())
	}
	for kind := reconcile.StuckOn; kind <= reconcile.NoReading; kind++ {
		codes = append(codes, kind.String())
	}
	claim, _ := trace.CommandKindOf(trace.DoClaim)
	what, _ := claim.Key("what")
	codes = append(codes, what.Words...)
	for _, code := range append(codes, "promotion_choice", "promotion_release", "castling_release", "released_piece", "rook_first", "castling_touch", "touched_piece") {
		a := alarms.Alarm{ID: alarms.Claim, Why: code, Name: "X"}
		for _, l := range []rules.Language{rules.Spanish, rules.Portuguese, rules.German} {
			_, plain, _ := strings.Cut(a.Text(rules.English, 0), "X claims ")
			if text := a.Text(l, 0); strings.HasSuffix(text, " "+plain) || strings.Contains(text, code) && strings.ContainsAny(code, "_-") {
				t.Errorf("%s in %v: %q", code, l, text)
			}
		}
	}
	if a := (alarms.Alarm{ID: alarms.GameFinished, Why: "both went home", Result: "0-0"}); a.Text(rules.German, 0) != "Partie beendet (both went home): 0-0 bestätigen" {
		t.Error("what an arbiter has written stands as it is:", a.Text(rules.German, 0))
	}
}

// table is the alarms of a board that hear made-up events.
type table struct {
	*alarms.Board
	t    *testing.T
	at   time.Duration
	mode trace.Mode
}

func sit(t *testing.T, mode trace.Mode) *table {
	h := trace.DefaultHeader()
	h.Mode = mode
	b := &table{alarms.NewBoard(h), t, 0, mode}
	b.hear(reconcile.Started{FEN: rules.StartFEN})
	return b
}

func (b *table) hear(w reconcile.What) {
	if c, ok := w.(reconcile.ClockChanged); ok {
		c.Mode, c.Records = b.mode, b.mode == trace.StandardPlay
		if c.Short == [2]time.Duration{} {
			c.Short = c.Left
		}
		w = c
	}
	b.Take(reconcile.Event{At: b.at, What: w})
}

func (b *table) wait(d time.Duration) {
	b.at += d
	b.Advance(b.at)
}

func (b *table) rings(ringing ...alarms.ID) {
	b.t.Helper()
	want(b.t, b.Set, ringing...)
}

func made(n int, san string, from, to rules.Square) reconcile.Made {
	by := rules.White
	if n%2 == 0 {
		by = rules.Black
	}
	return reconcile.Made{Ply: n, SAN: san, Move: rules.Move(from) | rules.Move(to)<<6, By: by, Confidence: 1}
}

func clockOf(change chessclock.Kind, by, runs rules.Color, phase chessclock.Phase, white, black time.Duration) reconcile.ClockChanged {
	return reconcile.ClockChanged{Change: change.String(), By: by, Times: reconcile.Times{
		Left: [2]time.Duration{white, black}, Phase: phase, Runs: runs, Moves: [2]int{37, 36}, Needed: [2]int{40, 40},
	}}
}

const hour = time.Hour

// Each alarm rings for what it is there for, and clears by itself or by what answers
// it.
func TestTriggers(t *testing.T) {
	white, black, running, paused := rules.White, rules.Black, chessclock.Running, chessclock.Paused
	for _, c := range []struct {
		name  string
		mode  trace.Mode
		do    func(b *table)
		rings []alarms.ID
		then  func(b *table) // clears it
	}{
		{"a silent board", 0, func(b *table) {
			b.hear(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.NoReading})
			b.wait(5 * s)
		}, []alarms.ID{alarms.BoardMissing}, func(b *table) { b.hear(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.Trusted}) }},
		{"a sensor", 0, func(b *table) {
			b.hear(reconcile.Fault{Squares: rules.SquaresOf(rules.E4), Kind: reconcile.StuckOn})
		}, []alarms.ID{alarms.SensorFault}, func(b *table) {
			b.hear(reconcile.Fault{Squares: rules.SquaresOf(rules.E4), Kind: reconcile.Trusted})
		}},
		{"which of two moves it was", 0, func(b *table) {
			doubted := made(5, "exd5", rules.E4, rules.D5)
			doubted.Confidence = 0.6
			b.hear(doubted)
			b.wait(20 * s)
			b.rings(alarms.GuessedMove)
			b.hear(reconcile.Asked{Question: reconcile.Question{Ply: 5, By: white, Candidates: []reconcile.Candidate{{SAN: "exd5"}, {SAN: "exf5"}}}})
			b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "agreed"}) // the players can be asked now
		}, []alarms.ID{alarms.Question}, func(b *table) {
			b.hear(reconcile.Answered{Ply: 5, How: reconcile.AnsweredByPerson})
			b.hear(reconcile.Settled{Ply: 5, Confidence: 1, Level: reconcile.Certain})
		}},
		{"mate is to be confirmed", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "checkmate"}) }, []alarms.ID{alarms.GameFinished},
			func(b *table) { b.Command(trace.Command{Do: trace.DoResult, Result: "1-0"}, b.at) }},
		{"kings in the centre propose a result", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true}) }, []alarms.ID{alarms.GameFinished},
			func(b *table) { b.hear(reconcile.ResultKnown{Result: "*"}) }},
		{"a draw that comes by itself", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1/2-1/2", Reason: "fivefold_repetition"}) }, []alarms.ID{alarms.AutoDraw, alarms.GameFinished},
			func(b *table) { b.Command(trace.Command{Do: trace.DoResult, Result: "1/2-1/2"}, b.at) }},
		{"a result that the arbiter gave", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"}) }, nil, nil},
		{"clocks stand without a reason", 0, func(b *table) {
			b.hear(clockOf(chessclock.HasPaused, white, white, paused, hour, hour))
			b.wait(119 * s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.ClockPaused}, func(b *table) { b.hear(clockOf(chessclock.Resumed, white, white, running, hour, hour)) }},
		{"and in rapid sooner", trace.Rapid, func(b *table) {
			b.hear(clockOf(chessclock.HasPaused, white, white, paused, hour, hour))
			b.wait(30 * s)
		}, []alarms.ID{alarms.ClockPaused}, func(b *table) {
			b.Command(trace.Command{Do: trace.DoStopClocks, Why: "looking for a queen"}, b.at)
		}},
		{"and after a restart at once", 0, func(b *table) {
			w := clockOf(chessclock.HasPaused, white, white, paused, hour, hour)
			w.Why = "restart"
			b.hear(w)
		}, []alarms.ID{alarms.ClockPaused}, func(b *table) { b.hear(clockOf(chessclock.Resumed, white, white, running, hour, hour)) }},
		{"a reason was given", 0, func(b *table) {
			w := clockOf(chessclock.HasPaused, white, white, paused, hour, hour)
			w.Why = "adjourned"
			b.hear(w)
			b.wait(hour)
		}, nil, nil},
		{"a move that was not pressed for", 0, func(b *table) {
			w := clockOf(chessclock.Completed, white, black, running, hour, hour)
			w.Ply = 5
			b.hear(w)
		}, []alarms.ID{alarms.MoveWithoutTime}, func(b *table) { b.Command(trace.Command{Do: trace.DoCorrect, Ply: 5}, b.at) }},
		{"a king's move to the centre that nobody pressed for", 0, func(b *table) {
			b.hear(clockOf(chessclock.Started, white, white, running, hour, hour))
			b.hear(made(1, "Ke4", rules.E3, rules.E4))
			b.wait(5 * s)
		}, []alarms.ID{alarms.KingMoveDoubt}, func(b *table) { b.hear(clockOf(chessclock.Pressed, white, black, running, hour, hour)) }},
		{"a king's move to the centre, pressed for", 0, func(b *table) {
			b.hear(clockOf(chessclock.Started, white, white, running, hour, hour))
			b.hear(made(1, "Ke4", rules.E3, rules.E4))
			b.wait(2 * s)
			b.hear(clockOf(chessclock.Pressed, white, black, running, hour, hour))
			b.wait(time.Minute)
		}, nil, nil},
		{"play goes on after a result", 0, func(b *table) {
			b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"})
			b.hear(made(1, "e4", rules.E2, rules.E4))
		}, []alarms.ID{alarms.PrematureResult}, func(b *table) { b.hear(reconcile.ResultKnown{Result: "*"}) }},
		{"the board shows something else", 0, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5, rules.D4)})
			b.wait(8 * s)
		}, []alarms.ID{alarms.Reconstructing}, func(b *table) { b.hear(reconcile.Restored{}) }},
		{"two squares are no matter", 0, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5)})
			b.wait(hour)
		}, nil, nil},
		{"in blitz sooner", trace.Blitz, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5, rules.D4)})
			b.wait(3 * s)
		}, []alarms.ID{alarms.Reconstructing}, func(b *table) { b.hear(reconcile.Restored{}) }},
		{"a guess", 0, func(b *table) {
			m := made(1, "e4", rules.E2, rules.E4)
			m.Confidence = 0.8
			b.hear(m)
			b.wait(10*s - 1)
			b.rings()
			b.wait(1)
		}, []alarms.ID{alarms.GuessedMove}, func(b *table) { b.hear(reconcile.Amended{Made: made(1, "d4", rules.D2, rules.D4)}) }},
		{"a guess that play settles", 0, func(b *table) {
			m := made(1, "e4", rules.E2, rules.E4)
			m.Confidence, m.How = 0.8, reconcile.Inferred
			b.hear(m)
			b.wait(10 * s)
		}, []alarms.ID{alarms.GuessedMove}, func(b *table) { b.hear(reconcile.Settled{Ply: 1, Confidence: 0.93, Level: 0.9}) }},
		{"a move that is doubted", 0, func(b *table) {
			b.hear(made(1, "e4", rules.E2, rules.E4))
			b.hear(made(2, "e5", rules.E7, rules.E5))
			b.hear(reconcile.Doubted{Ply: 2, Confidence: 0.4, Level: 0.9})
			b.wait(10 * s)
		}, []alarms.ID{alarms.GuessedMove}, func(b *table) { b.hear(reconcile.Retracted{Ply: 1}) }},
		{"what is inferred and certain is no guess", 0, func(b *table) {
			m := made(1, "e4", rules.E2, rules.E4)
			m.How = reconcile.Inferred
			b.hear(m)
			b.wait(time.Minute)
		}, nil, nil},
		{"an illegal move", 0, func(b *table) { b.hear(reconcile.IllegalMove{By: white, Number: 1, Reason: "illegal move"}) }, []alarms.ID{alarms.IllegalMove},
			func(b *table) { b.Command(trace.Command{Do: trace.DoIllegal, What: "confirm"}, b.at) }},
		{"an illegal move that was none", 0, func(b *table) {
			b.hear(reconcile.IllegalMove{By: white, Number: 1, Reason: "illegal move"})
			b.hear(reconcile.IllegalMove{By: white, Reason: "it was a legal move"})
		}, nil, nil},
		{"an illegal position after one more move", trace.Rapid, func(b *table) {
			b.hear(reconcile.ResultKnown{Result: "1/2-1/2", Reason: "illegal_position", Proposed: true})
		}, []alarms.ID{alarms.IllegalPosition}, func(b *table) { b.Command(trace.Command{Do: trace.DoResult, Result: "1/2-1/2"}, b.at) }},
		{"touch-move broken", 0, func(b *table) { b.hear(reconcile.Breach{By: black, Rule: "touched_piece", Status: "claimable"}) }, []alarms.ID{alarms.TouchViolation},
			func(b *table) { b.hear(reconcile.Breach{By: black, Rule: "touched_piece", Status: "lapsed"}) }},
		{"a claim", 0, func(b *table) { b.Command(trace.Command{Do: trace.DoClaim, By: "white", What: "repetition"}, b.at) }, []alarms.ID{alarms.Claim},
			func(b *table) { b.Command(trace.Command{Do: trace.DoVerdict, What: "rejected"}, b.at) }},
		{"a flag", 0, func(b *table) { b.hear(clockOf(chessclock.FlagFell, white, white, running, 20*hour, hour)) }, []alarms.ID{alarms.Flag},
			func(b *table) { b.hear(clockOf(chessclock.FlagRaised, white, white, running, hour, hour)) }},
		{"time trouble comes while nobody tells it", 0, func(b *table) {
			b.hear(clockOf(chessclock.Pressed, black, white, running, 6*time.Minute, hour))
			b.wait(time.Minute)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.TimeTrouble}, func(b *table) { b.hear(clockOf(chessclock.PeriodBegan, white, white, running, hour, hour)) }},
		{"nobody records in blitz", trace.Blitz, func(b *table) {
			b.hear(clockOf(chessclock.Pressed, black, white, running, time.Minute, time.Minute))
		}, nil, nil},
		{"relief holds for the rest of the period", 0, func(b *table) {
			w := clockOf(chessclock.Adjusted, white, black, running, 6*time.Minute, hour)
			w.Short = [2]time.Duration{4 * time.Minute, hour}
			b.hear(w)
		}, []alarms.ID{alarms.TimeTrouble}, func(b *table) { b.hear(clockOf(chessclock.PeriodBegan, white, white, running, hour, hour)) }},
		{"not with thirty seconds a move", 0, func(b *table) {
			w := clockOf(chessclock.Pressed, black, white, running, time.Minute, hour)
			w.Thirty = true
			b.hear(w)
			b.wait(time.Minute)
		}, nil, nil},
		{"the clock is not pressed", 0, func(b *table) {
			b.hear(clockOf(chessclock.Started, white, white, running, hour, hour))
			b.hear(made(1, "e4", rules.E2, rules.E4))
			b.wait(59 * s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.ClockNotPressed}, func(b *table) { b.hear(clockOf(chessclock.Pressed, white, black, running, hour, hour)) }},
		{"nor while the reply is made", 0, func(b *table) {
			b.hear(clockOf(chessclock.Started, white, white, running, hour, hour))
			b.hear(made(1, "e4", rules.E2, rules.E4))
			b.wait(5 * s)
			b.hear(made(2, "e5", rules.E7, rules.E5))
			b.wait(10 * s)
		}, []alarms.ID{alarms.ClockNotPressed}, func(b *table) { b.hear(clockOf(chessclock.Pressed, white, black, running, hour, hour)) }},
		{"the external clock differs", 0, func(b *table) {
			w := clockOf(chessclock.Disagrees, white, white, running, hour, hour)
			w.Off = -3 * s
			b.hear(w)
			b.wait(10 * s)
		}, []alarms.ID{alarms.ClockDisagrees}, func(b *table) { b.Command(trace.Command{Do: trace.DoSetClock}, b.at) }},
		{"the external clock differs for a while", 0, func(b *table) {
			w := clockOf(chessclock.Disagrees, white, white, running, hour, hour)
			w.Off = 3 * s
			b.hear(w)
			b.wait(20 * s)
		}, []alarms.ID{alarms.ClockDisagrees}, func(b *table) { b.hear(clockOf(chessclock.Agrees, white, white, running, hour, hour)) }},
		{"a player does not come", 0, func(b *table) {
			b.Waiting(black, b.at+15*time.Minute, b.at)
			b.wait(10*time.Minute - s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.DefaultNear}, func(b *table) { b.Arrived(black, b.at) }},
		{"the set-up is wrong", 0, func(b *table) {
			b.SetUp(rules.SquaresOf(rules.D1, rules.E1), b.at)
			b.wait(10 * s)
		}, []alarms.ID{alarms.WrongSetUp}, func(b *table) { b.SetUp(0, b.at) }},
		{"two boards differ", 0, func(b *table) {
			b.Compare(rules.SquaresOf(rules.D1), 4, b.at)
			b.wait(10 * s)
		}, []alarms.ID{alarms.BoardsDiffer}, func(b *table) { b.Compare(0, 0, b.at) }},
		{"the feed stands", 0, func(b *table) {
			b.Feed(true, b.at)
			b.wait(30 * s)
		}, []alarms.ID{alarms.FeedStopped}, func(b *table) { b.Feed(false, b.at) }},
		{"the second copy is behind", 0, func(b *table) {
			b.Copy(true, b.at)
		}, []alarms.ID{alarms.CopyBehind}, func(b *table) { b.Copy(false, b.at) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, c.mode)
			b.at = time.Minute
			c.do(b)
			b.rings(c.rings...)
			if c.then != nil {
				b.wait(s)
				c.then(b)
				b.rings()
			}
		})
	}
}

// Every alarm that rings at a console has a trigger above.
func TestEveryAlarmIsTested(t *testing.T) {
	source, err := os.ReadFile("alarms_test.go")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\t(\w+) +ID = "(\w+)"`).FindAllStringSubmatch(string(table), -1) {
		if alarms.Rings(alarms.ID(m[2])) && !regexp.MustCompile(`alarms\.`+m[1]+`[},]`).Match(source) {
			t.Errorf("%s is not tested", m[1])
		}
	}
}

// Articles have a column for every edition.
func TestArticlesOfEveryEdition(t *testing.T) {
	source, err := os.ReadFile("articles.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`\t(\w+): +"([^"]+)",`).FindAllStringSubmatch(string(source), -1)
	if len(rows) < 10 {
		t.Fatalf("%d alarms have articles: the table cannot be read", len(rows))
	}
	for _, m := range rows {
		if n := len(strings.Fields(m[2])); n != rules.Editions {
			t.Errorf("%s: %d articles for %d editions", m[1], n, rules.Editions)
		}
	}
}

var update = flag.Bool("update", false, "write the tables of docs/arbiter.md anew")

// docs/arbiter.md has a line for every alarm, and its texts in every language: -update
// writes both tables.
func TestDocument(t *testing.T) {
	var rows, texts strings.Builder
	rows.WriteString("| alarm | who | rings when | ends |\n|---|---|---|---|\n")
	texts.WriteString("| alarm | English | Spanish | Portuguese | German |\n|---|---|---|---|---|\n")
	for _, r := range alarms.Table() {
		mark := ""
		if r.Urgent {
			mark = " **!**"
		}
		fmt.Fprintf(&rows, "| `%s`%s | %s | %s | %s |\n", r.ID, mark, r.Who, r.Rings, r.Ends)
		if alarms.Rings(r.ID) {
			fmt.Fprintf(&texts, "| `%s` |", r.ID)
			for _, w := range words.All() {
				fmt.Fprintf(&texts, " %s |", w.T("alarm."+string(r.ID)))
			}
			texts.WriteString("\n")
		}
	}
	const name = "../../docs/arbiter.md"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for _, table := range []struct{ mark, lines string }{{"alarms", rows.String()}, {"texts", texts.String()}} {
		open, end := "<!-- "+table.mark+" -->\n", "<!-- end of "+table.mark+" -->"
		before, rest, ok := strings.Cut(page, open)
		_, after, ends := strings.Cut(rest, end)
		if !ok || !ends {
			t.Fatalf("%s has no table between %q and %q", name, open, end)
		}
		page = before + open + table.lines + end + after
	}
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if page != string(raw) {
		t.Errorf("%s does not have the alarms of the program: go test -run TestDocument -update ./eventlog/alarms", name)
	}
}

// The schemas of the topics alarm and alarms list the alarms of the table, and the
// screen doubts a move below the same certainty.
func TestOutside(t *testing.T) {
	var public, rings []string
	for _, r := range alarms.Table() {
		if strings.Contains(r.Who, "public") {
			public = append(public, string(r.ID))
		}
		if alarms.Rings(r.ID) {
			rings = append(rings, string(r.ID))
		}
	}
	for name, want := range map[string][]string{"alarm": public, "alarms": rings} {
		raw, err := os.ReadFile("../../broadcast/contract/schemas/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties struct {
				Alarms struct {
					Items struct {
						Properties struct{ ID struct{ Enum []string } }
					}
				}
			}
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		got := schema.Properties.Alarms.Items.Properties.ID.Enum
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("broadcast/contract/schemas/%s.json lists %v, the table %v", name, got, want)
		}
	}
	raw, err := os.ReadFile("../../screen/src/payload.ts")
	if err != nil {
		t.Fatal(err)
	}
	if line := fmt.Sprintf("export const guess = %v;", alarms.Guess); !strings.Contains(string(raw), line) {
		t.Errorf("screen/src/payload.ts has not the line %q", line)
	}
}

// What the table of commands says that a command ends is an alarm of this package.
func TestCommandsEndAlarmsThatThereAre(t *testing.T) {
	for _, kind := range trace.Commands() {
		for _, e := range kind.Ends {
			if !slices.Contains(alarms.IDs(), alarms.ID(e.Alarm)) {
				t.Errorf("%s ends %q, which is no alarm", kind.Name, e.Alarm)
			}
		}
	}
}

// An alarm whose cause need not last rings with it, before any time passes; an article is
// named where the edition has one.
func TestRaisedAtOnce(t *testing.T) {
	b := alarms.NewSet(false)
	b.Raise(alarms.Alarm{ID: alarms.Claim}, 10*s)
	want(t, b, alarms.Claim)
	for _, c := range []struct {
		id   alarms.ID
		laws rules.Laws
		want string
	}{
		{alarms.AutoDraw, rules.FIDE1953, ""}, {alarms.AutoDraw, rules.FIDE2023, "9.6"}, {alarms.BoardsDiffer, rules.FIDE2023, "D.2.9"}, {alarms.BoardMissing, rules.FIDE2023, ""},
	} {
		if got := alarms.Article(c.id, c.laws); got != c.want {
			t.Errorf("%s, %v: article %q, want %q", c.id, c.laws, got, c.want)
		}
	}
}
