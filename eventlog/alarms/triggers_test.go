package alarms_test

import (
	"os"
	"regexp"
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

const hour = time.Hour

// trigger is a cause for which alarms ring, and what clears them.
type trigger struct {
	name  string
	mode  trace.Mode
	do    func(b *table)
	rings []alarms.ID
	then  func(b *table) // clears it
}

// runTriggers checks that each alarm rings for its cause, and is cleared by itself or by what settles it.
func runTriggers(t *testing.T, triggers []trigger) {
	t.Helper()
	for _, c := range triggers {
		t.Run(c.name, func(t *testing.T) {
			b := newTable(t, c.mode)
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

// Alarms about sensors, and about what the board shows.
func TestTriggersOfTheBoard(t *testing.T) {
	runTriggers(t, []trigger{
		{"a silent board", 0, func(b *table) {
			b.hear(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.NoReading})
			b.wait(5 * s)
		}, []alarms.ID{alarms.BoardMissing}, func(b *table) { b.hear(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.Trusted}) }},
		{"a sensor", 0, func(b *table) {
			b.hear(reconcile.Fault{Squares: rules.SquaresOf(rules.E4), Kind: reconcile.StuckOn})
		}, []alarms.ID{alarms.SensorFault}, func(b *table) {
			b.hear(reconcile.Fault{Squares: rules.SquaresOf(rules.E4), Kind: reconcile.Trusted})
		}},
		{"the board shows something else", 0, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5, rules.D4)})
			b.wait(8 * s)
		}, []alarms.ID{alarms.Reconstructing}, func(b *table) { b.hear(reconcile.Restored{}) }},
		{"two squares are no matter", 0, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5), Why: "clearing"})
			b.wait(hour)
		}, nil, nil},
		{"a move that was entered is not what the board shows", 0, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.F3, rules.H3)})
			b.wait(8 * s)
		}, []alarms.ID{alarms.Reconstructing}, func(b *table) { b.hear(reconcile.Restored{}) }},
		{"in blitz sooner", trace.Blitz, func(b *table) {
			b.hear(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4, rules.E5, rules.D4)})
			b.wait(3 * s)
		}, []alarms.ID{alarms.Reconstructing}, func(b *table) { b.hear(reconcile.Restored{}) }},
		{"the set-up is wrong", 0, func(b *table) {
			b.SetUp(rules.SquaresOf(rules.D1, rules.E1), b.at)
			b.wait(10 * s)
		}, []alarms.ID{alarms.WrongSetUp}, func(b *table) { b.SetUp(0, b.at) }},
		{"two boards differ", 0, func(b *table) {
			b.Compare(rules.SquaresOf(rules.D1), 4, b.at)
			b.wait(10 * s)
		}, []alarms.ID{alarms.BoardsDiffer}, func(b *table) { b.Compare(0, 0, b.at) }},
	})
}

// Alarms about moves that may have been others.
func TestTriggersOfDoubt(t *testing.T) {
	white, black, running := rules.White, rules.Black, chessclock.Running
	runTriggers(t, []trigger{
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
	})
}

// Alarms about results that are proposed, confirmed or contradicted.
func TestTriggersOfResults(t *testing.T) {
	runTriggers(t, []trigger{
		{"mate is to be confirmed", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "checkmate"}) }, []alarms.ID{alarms.GameFinished},
			func(b *table) { b.Command(trace.Command{Do: trace.DoResult, Result: "1-0"}, b.at) }},
		{"kings in the centre propose a result", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true}) }, []alarms.ID{alarms.GameFinished},
			func(b *table) { b.hear(reconcile.ResultKnown{Result: "*"}) }},
		{"a draw that comes by itself", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1/2-1/2", Reason: "fivefold_repetition"}) }, []alarms.ID{alarms.AutoDraw, alarms.GameFinished},
			func(b *table) { b.Command(trace.Command{Do: trace.DoResult, Result: "1/2-1/2"}, b.at) }},
		{"a result that the arbiter gave", 0, func(b *table) { b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"}) }, nil, nil},
		{"play goes on after a result", 0, func(b *table) {
			b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"})
			b.hear(made(1, "e4", rules.E2, rules.E4))
		}, []alarms.ID{alarms.PrematureResult}, func(b *table) { b.hear(reconcile.ResultKnown{Result: "*"}) }},
	})
}

// Alarms about what the Laws have the arbiter decide.
func TestTriggersOfLaws(t *testing.T) {
	white, black := rules.White, rules.Black
	runTriggers(t, []trigger{
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
		{"a player does not come", 0, func(b *table) {
			b.Waiting(black, b.at+15*time.Minute, b.at)
			b.wait(10*time.Minute - s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.DefaultNear}, func(b *table) { b.Arrived(black, b.at) }},
	})
}

// Alarms about clocks, their presses and the time that is left.
func TestTriggersOfTheClock(t *testing.T) {
	white, black, running, paused := rules.White, rules.Black, chessclock.Running, chessclock.Paused
	runTriggers(t, []trigger{
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
		{"a ruling on an illegal move has stopped them", 0, func(b *table) {
			w := clockOf(chessclock.HasPaused, white, white, paused, hour, hour)
			w.Why = article4.WhyReplaced
			b.hear(w)
			b.wait(119 * s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.ClockPaused}, func(b *table) { b.hear(clockOf(chessclock.Resumed, white, white, running, hour, hour)) }},
		{"an undo has stopped them", 0, func(b *table) {
			b.hear(clockOf(chessclock.Resumed, white, white, running, hour, hour))
			w := clockOf(chessclock.Adjusted, white, white, paused, hour, hour)
			w.Why = chessclock.WhyUndo
			b.hear(w)
			b.wait(119 * s)
			b.rings()
			b.wait(s)
		}, []alarms.ID{alarms.ClockPaused}, func(b *table) { b.hear(clockOf(chessclock.Resumed, white, white, running, hour, hour)) }},
		{"an undo leaves them as they were stopped", 0, func(b *table) {
			w := clockOf(chessclock.HasPaused, white, white, paused, hour, hour)
			w.Why = "adjourned"
			b.hear(w)
			w = clockOf(chessclock.Adjusted, white, white, paused, hour, hour)
			w.Why = chessclock.WhyUndo
			b.hear(w)
			b.wait(hour)
		}, nil, nil},
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
	})
}

// Alarms about what the computer publishes and keeps.
func TestTriggersOfTheComputer(t *testing.T) {
	runTriggers(t, []trigger{
		{"the feed stands", 0, func(b *table) {
			b.Feed(true, b.at)
			b.wait(30 * s)
		}, []alarms.ID{alarms.FeedStopped}, func(b *table) { b.Feed(false, b.at) }},
		{"the second copy is behind", 0, func(b *table) {
			b.Copy(true, b.at)
		}, []alarms.ID{alarms.CopyBehind}, func(b *table) { b.Copy(false, b.at) }},
		{"another computer publishes as this board", 0, func(b *table) {
			b.Doubled(true, b.at)
		}, []alarms.ID{alarms.BoardDoubled}, func(b *table) { b.Doubled(false, b.at) }},
	})
}

// Every alarm that rings at a console has a trigger in the table above.
func TestEveryAlarmIsTested(t *testing.T) {
	source, err := os.ReadFile("triggers_test.go")
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

// Moves without a press of their own ring once for all of them, about the first, with their number;
// what a person has looked at is not reported again.
func TestMovesWithoutTime(t *testing.T) {
	b := &table{t: t, Board: alarms.NewBoard(trace.DefaultHeader())}
	completed := func(n int, pressed bool) {
		w := clockOf(chessclock.Completed, rules.White, rules.Black, chessclock.Paused, hour, hour)
		w.Ply, w.AtPress = n, pressed
		b.hear(w)
	}
	tells := func(n, k int, text string) {
		t.Helper()
		b.rings(alarms.MoveWithoutTime)
		if a := b.Ringing()[0]; a.Ply != n || a.Count != k || a.Text(rules.English, b.at) != text {
			t.Errorf("%d moves from half-move %d: %q; want %d from %d: %q", a.Count, a.Ply, a.Text(rules.English, b.at), k, n, text)
		}
	}
	completed(5, false)
	tells(5, 1, "Move 3 has no clock time: check it")
	for n := 6; n < 26; n++ {
		completed(n, false)
	}
	tells(5, 21, "21 moves have no clock time, from move 3 on: check them")
	completed(5, true)
	b.Command(trace.Command{Do: trace.DoCorrect, Ply: 6}, b.at)
	tells(7, 19, "19 moves have no clock time, from move 4 on: check them")
	for n := 1; n < 26; n++ {
		b.hear(made(n, "e4", rules.E2, rules.E4))
	}
	b.hear(reconcile.Retracted{Ply: 8})
	tells(7, 1, "Move 4 has no clock time: check it")
	b.Acknowledge(alarms.MoveWithoutTime, "", "", b.at)
	b.rings()
	completed(30, false)
	b.rings()
	b.wait(time.Minute)
	tells(30, 1, "Move 15 has no clock time: check it")
}
