package alarms_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// room is the alarms of a board that follow a game through its records.
type room struct {
	t     *testing.T
	board *alarms.Board
	game  *reconcile.Game
	scan  sensors.Scan
	at    time.Duration
}

// newRoom sets up a polarity board with the starting position, as modified by change.
func newRoom(t *testing.T, change func(*sensors.Scan)) *room {
	t.Helper()
	h := trace.DefaultHeader()
	h.Sensing = sensors.Polarity
	game, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, board: alarms.NewBoard(h), game: game, scan: startScan()}
	if change != nil {
		change(&r.scan)
	}
	r.take(trace.Scan{Board: r.scan})
	return r
}

func startScan() (s sensors.Scan) {
	for sq := range s {
		switch {
		case sq < 16:
			s[sq] = sensors.White
		case sq >= 48:
			s[sq] = sensors.Black
		default:
			s[sq] = sensors.Empty
		}
	}
	return s
}

func (r *room) take(w trace.What) {
	r.t.Helper()
	record := trace.Record{At: r.at, What: w}
	events, err := r.game.Step(record)
	if err != nil {
		r.t.Fatal(err)
	}
	r.board.Follow(record, events, r.game)
}

func (r *room) command(c trace.Command) { r.t.Helper(); r.take(c) }

// wait lets time pass, marked by a reading that changes nothing.
func (r *room) wait(d time.Duration) {
	r.t.Helper()
	r.at += d
	r.take(trace.Scan{Board: r.scan})
}

func (r *room) rings(ids ...alarms.ID) {
	r.t.Helper()
	want(r.t, r.board.Set, ids...)
}

// A wrong set-up rings once nobody is setting it up any more. A board that still shows something
// else does not ring.
func TestSetUpByTheBoard(t *testing.T) {
	r := newRoom(t, func(s *sensors.Scan) {
		s[rules.A1], s[rules.C1], s[rules.A4], s[rules.D4] = sensors.Empty, sensors.Empty, sensors.White, sensors.White
	})
	r.wait(8 * s)
	r.rings()
	r.scan[rules.F1], r.scan[rules.D5] = sensors.Empty, sensors.White // still being set up
	r.wait(s)
	r.wait(9 * s)
	r.rings()
	r.wait(s)
	r.rings(alarms.WrongSetUp)
	if got := r.board.Ringing()[0].Squares; !reflect.DeepEqual(got, []string{"a1", "c1", "f1", "a4", "d4", "d5"}) {
		t.Errorf("squares %v", got)
	}
	r.scan = startScan()
	r.wait(s)
	r.wait(3 * s)
	r.rings()

	// A piece on another square does not count as two broken sensors. A pawn on its third or
	// fourth rank may have been moved there: when a piece is lifted the game begins.
	for _, squares := range [][2]rules.Square{{rules.H1, rules.H3}, {rules.E2, rules.E3}, {rules.E2, rules.E4}} {
		moved := newRoom(t, func(s *sensors.Scan) { s[squares[0]], s[squares[1]] = sensors.Empty, sensors.White })
		moved.wait(9 * s)
		moved.rings()
		moved.wait(2 * s)
		moved.rings(alarms.WrongSetUp)
		moved.scan[rules.E7] = sensors.Empty
		moved.wait(s)
		moved.wait(s)
		moved.rings()
	}

	turned := newRoom(t, func(s *sensors.Scan) {
		for sq := range s[:32] {
			s[sq], s[63-sq] = s[63-sq], s[sq]
		}
	})
	turned.wait(10 * s)
	turned.rings(alarms.WrongSetUp)

	left := newRoom(t, func(s *sensors.Scan) { // the last game was abandoned here
		for sq := 0; sq < 64; sq += 3 {
			s[sq] = sensors.Empty
		}
	})
	left.wait(time.Hour)
	left.rings()
}

// An absent player is reported five minutes before losing by default, until the player comes or
// has lost.
func TestAbsentPlayers(t *testing.T) {
	r := newRoom(t, nil)
	r.wait(2 * s)
	r.command(trace.Command{Do: trace.DoNewGame, Extra: `{"black":{"name":"Berg, Bo"},"default_ms":900000,"time_control":"5400+30"}`})
	r.wait(2 * s)
	r.command(trace.Command{Do: trace.DoStartClocks})
	r.wait(10*time.Minute - s)
	r.rings()
	r.wait(s)
	r.rings(alarms.DefaultNear, alarms.DefaultNear)
	if a := r.board.Ringing()[1]; a.Text(rules.English, r.at) != "Berg, Bo absent, default in 5:00" {
		t.Errorf("the second alarm says %q", a.Text(rules.English, r.at))
	}
	r.command(trace.Command{Do: trace.DoPresent, Extra: `{"player":"white"}`})
	r.rings(alarms.DefaultNear)
	r.wait(5 * time.Minute)
	r.rings(alarms.GameFinished)
}

// Sensors that fail together are one alarm, which lists those that still fail. A new failure
// next to them rings separately, and if the whole board fails, the alarm says so.
func TestSensorsThatFailTogether(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	chip := rules.SquaresOf(rules.A1, rules.B1, rules.C1, rules.D1)
	b.Unread(chip, b.at)
	b.rings(alarms.SensorFault)
	b.Acknowledge(alarms.SensorFault, "", "tim", b.at)
	b.hear(reconcile.Fault{Squares: chip, Kind: reconcile.NoReading}) // the game says so too
	b.Unread(chip.Without(rules.A1), b.at)
	if list := b.Ringing(); len(list) != 1 || !list[0].Seen || !reflect.DeepEqual(list[0].Squares, []string{"b1", "c1", "d1"}) {
		t.Errorf("ringing %+v, want the one alarm that was seen, without a1", list)
	}
	b.Unread(chip.Without(rules.A1).With(rules.H8), b.at)
	if list := b.Ringing(); len(list) != 2 || list[1].Seen || list[1].Cause != "h8" {
		t.Errorf("ringing %+v, want another alarm for h8, not seen yet", list)
	}
	b.Unread(rules.AllSquares, b.at)
	b.wait(5 * s)
	b.rings(alarms.BoardMissing)
	b.Unread(0, b.at)
	b.rings()
}

// An acknowledged alarm stays until its cause ends, without ringing. One that only asks for a
// look is cleared by the acknowledgement. The next cause rings at once.
func TestAcknowledge(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	claim := trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition}
	b.Command(claim, b.at)
	b.Changed()
	b.Command(trace.Command{Do: trace.DoAcknowledge, What: "claim", Extra: `{"who":"ann"}`}, b.at)
	b.Command(trace.Command{Do: trace.DoAcknowledge, What: "claim", Extra: `{"who":"bob"}`}, b.at)
	if list := b.Ringing(); !b.Changed() || len(list) != 1 || !list[0].Seen || list[0].SeenBy != "ann" {
		t.Errorf("ringing %+v, want one alarm, seen by ann, who was first", list)
	}
	b.wait(s)
	b.Command(trace.Command{Do: trace.DoVerdict, What: "rejected"}, b.at)
	b.rings()
	b.Command(claim, b.at) // another claim, within the minute
	if list := b.Ringing(); len(list) != 1 || list[0].Seen {
		t.Errorf("ringing %+v, want one alarm for the new claim, not seen yet", list)
	}
	b.Command(trace.Command{Do: trace.DoVerdict, What: "postpone"}, b.at)
	b.rings(alarms.Claim)
	b.Command(trace.Command{Do: trace.DoVerdict, What: "draw"}, b.at)
	b.rings()

	guess := made(1, "e4", rules.E2, rules.E4)
	guess.Confidence = 0.5
	b.hear(guess)
	b.wait(10 * s)
	b.rings(alarms.GuessedMove)
	b.Command(trace.Command{Do: trace.DoAcknowledge, What: "guessed_move", Extra: `{"cause":"1"}`}, b.at)
	b.rings()
}

// Only an existing alarm can be acknowledged, and only while it rings. The refusal lists the
// ids, and nothing changes.
func TestAcknowledgeWhatIsNone(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	b.Command(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition}, b.at)
	for _, c := range []struct{ what, extra, says string }{
		{"", "", "give what, the id of an alarm"},
		{"clain", "", `no alarm is called "clain": the alarms are `},
		{"Claim", "", `no alarm is called "Claim"`},
		{"claim", `{"cause":7}`, "acknowledge: "},
		{"board_missing", "", "board_missing"},
	} {
		err := b.CheckCommand(trace.Command{Do: trace.DoAcknowledge, What: c.what, Extra: trace.Extra(c.extra)}, b.at)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("acknowledge what=%q %s: %v, want %q", c.what, c.extra, err, c.says)
		}
		if err != nil && strings.Contains(c.says, "the alarms are ") && !strings.Contains(err.Error(), string(alarms.PrematureResult)) {
			t.Errorf("the ids are not listed: %v", err)
		}
	}
	if list := b.Ringing(); len(list) != 1 || list[0].Seen {
		t.Errorf("ringing %+v, want one alarm, not seen yet", list)
	}
	if err := b.CheckCommand(trace.Command{Do: trace.DoAcknowledge, What: "claim"}, b.at); err != nil {
		t.Errorf("a claim that rings cannot be acknowledged: %v", err)
	}
}

// However many moves are guesses, only one is asked about: the oldest that nobody has looked at.
func TestOneGuessAtATime(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	for n, m := range []reconcile.Made{made(1, "e4", rules.E2, rules.E4), made(2, "e5", rules.E7, rules.E5), made(3, "d4", rules.D2, rules.D4)} {
		if m.Confidence = 0.7; n == 1 {
			m.Confidence = 0.95
		}
		b.hear(m)
	}
	b.wait(10 * s)
	b.rings(alarms.GuessedMove)
	if a := b.Ringing()[0]; a.Ply != 1 || a.SAN != "e4" {
		t.Errorf("asks about %d %s", a.Ply, a.SAN)
	}
	b.hear(reconcile.Settled{Ply: 1, Confidence: 0.999, Level: reconcile.Certain})
	b.rings()
	b.wait(10 * s)
	b.rings(alarms.GuessedMove)
	if a := b.Ringing()[0]; a.Ply != 3 {
		t.Errorf("asks about %d", a.Ply)
	}
	b.Command(trace.Command{Do: trace.DoAcknowledge, What: "guessed_move", Extra: `{"cause":"3"}`}, b.at)
	b.hear(reconcile.Doubted{Ply: 2, Confidence: 0.5, Level: reconcile.Likely})
	b.wait(10 * s)
	b.rings(alarms.GuessedMove)
	if a := b.Ringing()[0]; a.Ply != 2 {
		t.Errorf("asks about %d, though a person has looked at it", a.Ply)
	}
	b.hear(reconcile.Retracted{Ply: 1})
	b.rings()
}

// A claim under Article 4 takes effect at once: it rings until play goes on or the arbiter acts.
// An illegal move that the opponent must claim rings until the reply.
func TestClaimsThatNeedNoVerdict(t *testing.T) {
	b := newTable(t, trace.Blitz)
	b.hear(made(1, "e4", rules.E2, rules.E4))
	b.Command(trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTouchedPiece}, b.at)
	b.rings(alarms.Claim)
	b.hear(made(2, "e5", rules.E7, rules.E5))
	b.rings()
	b.Command(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimTime}, b.at)
	b.Command(trace.Command{Do: trace.DoFlag, By: "black"}, b.at)
	b.rings()
	b.hear(reconcile.IllegalMove{By: rules.White, Reason: "illegal move"})
	if list := b.Ringing(); len(list) != 1 || list[0].Text(rules.English, b.at) != "Illegal move no. 1 by White: illegal move" {
		t.Errorf("ringing %+v, want the illegal move", list)
	}
	b.hear(made(3, "d4", rules.D2, rules.D4))
	b.rings(alarms.IllegalMove)
	b.hear(made(4, "d5", rules.D7, rules.D5))
	b.rings()
}

// A result that the kings show while the players' clock runs on is premature. But players set
// the kings up first and then stop the clock, so the alarm waits. If the time is only
// calculated, the program does not know that the clock was stopped, so there is no alarm.
func TestSignWhileTheClockRuns(t *testing.T) {
	sign := reconcile.ResultKnown{Result: "1-0", Reason: "kings in the centre", Proposed: true}
	runs := clockOf(chessclock.Started, rules.White, rules.White, chessclock.Running, hour, hour)
	b := newTable(t, trace.StandardPlay)
	b.hear(runs)
	b.hear(sign)
	b.wait(hour / 2)
	b.rings(alarms.GameFinished)

	b = newTable(t, trace.StandardPlay)
	runs.External = true
	b.hear(runs)
	b.hear(sign)
	b.wait(9 * s)
	b.rings(alarms.GameFinished)
	b.wait(s)
	b.rings(alarms.PrematureResult, alarms.GameFinished)
	b.Command(trace.Command{Do: trace.DoResult, Result: "1-0"}, b.at)
	b.rings()
}

// What rings does not depend on how many readings mark the passing of time.
func TestReadingsMakeNoDifference(t *testing.T) {
	play := func(step time.Duration) string {
		r := newRoom(t, nil)
		r.wait(3 * s)
		r.command(trace.Command{Do: trace.DoSetClock, Extra: `{"black_ms":360000,"time_control":"360","white_ms":360000}`})
		r.command(trace.Command{Do: trace.DoStartClocks})
		for end := r.at + 3*time.Minute; r.at < end; {
			r.wait(min(step, end-r.at))
		}
		r.command(trace.Command{Do: trace.DoStopClocks, By: "black"})
		for end := r.at + 3*time.Minute; r.at < end; {
			r.wait(min(step, end-r.at))
		}
		return fmt.Sprintf("%+v", r.board.Ringing())
	}
	few := play(time.Hour)
	for _, step := range []time.Duration{700 * time.Millisecond, 13 * s, 61 * s} {
		if many := play(step); many != few {
			t.Errorf("every %v: %s\nat once: %s", step, many, few)
		}
	}
}

// Both signatures settle the end of a game; one does not.
func TestSignaturesAnswer(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	b.hear(reconcile.ResultKnown{Result: "1-0", Reason: "checkmate"})
	b.Command(trace.Command{Do: trace.DoSign, By: "white", Result: "1-0"}, b.at)
	b.rings(alarms.GameFinished)
	b.Command(trace.Command{Do: trace.DoSign, By: "black", Result: "1-0"}, b.at)
	b.rings()
}

// What rang when a game was left rings again when its new-game is undone; alarms of the other
// game do not.
func TestAlarmsOfAGameGoneBackTo(t *testing.T) {
	b := newTable(t, trace.StandardPlay)
	b.hear(reconcile.Started{FEN: rules.StartFEN})
	b.hear(reconcile.IllegalMove{By: rules.White, Number: 1, Reason: "illegal move"})
	b.rings(alarms.IllegalMove)
	b.Command(trace.Command{Do: trace.DoNewGame, Extra: `{"white":{"name":"Berg, Bo"}}`}, b.at)
	b.rings()
	b.Apply(reconcile.Event{At: b.at, Game: 2, What: reconcile.Started{FEN: rules.StartFEN}})
	b.Apply(reconcile.Event{At: b.at, Game: 2, What: reconcile.ResultKnown{Result: "1-0", Reason: "kings in the centre", Proposed: true}})
	b.wait(time.Minute)
	b.rings(alarms.GameFinished)
	b.Apply(reconcile.Event{At: b.at, Game: 2, What: reconcile.Annulled{}})
	b.rings()
	b.Apply(reconcile.Event{At: b.at, Game: 1, What: reconcile.Resumed{FEN: rules.StartFEN, Begun: true}})
	b.rings(alarms.IllegalMove)
	for _, a := range b.Ringing() {
		if a.Name == "Berg, Bo" {
			t.Errorf("an alarm names a player of the game that was annulled: %+v", a)
		}
	}
}
