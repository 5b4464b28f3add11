package reconcile

import (
	"math"
	"strconv"
	"time"

	chessclock "touchmove/reconcile/clock"
)

// AppendJSON appends the event as one JSON object without a newline: at_us, event, seq and game
// first, then the keys of its kind. The bytes depend only on the event.
func (e Event) AppendJSON(b []byte) []byte {
	o := object{append(b, '{')}
	o.micros("at_us", e.At)
	o.text("event", e.What.Name())
	o.whole("seq", int64(e.Seq))
	o.whole("game", int64(e.Game))
	switch w := e.What.(type) {
	case Started:
		o.text("fen", w.FEN)
		o.text("variant", w.Variant.String())
	case Resumed:
		o.text("fen", w.FEN)
		o.truth("begun", w.Begun)
		if w.Annulled != "" {
			o.text("annulled", w.Annulled)
		}
	case Touched:
		o.text("square", w.Square.String())
		o.text("piece", w.Piece.String())
		o.text("by", w.By.String())
	case Returned:
		o.text("square", w.Square.String())
		o.text("piece", w.Piece.String())
		o.text("by", w.By.String())
		o.truth("announced", w.Announced)
	case Obliged:
		o.obliged(w)
	case Made:
		o.made(w)
	case Amended:
		o.made(w.Made)
		o.text("was", w.Was)
	case Retracted:
		o.whole("ply", int64(w.Ply))
	case Settled:
		o.judged(w.Ply, w.Confidence, w.Level)
	case Doubted:
		o.judged(w.Ply, w.Confidence, w.Level)
	case Asked:
		o.asked(w.Question)
	case Answered:
		o.whole("ply", int64(w.Ply))
		o.text("how", w.How)
	case Completed:
		o.whole("ply", int64(w.Ply))
		o.text("by", w.By.String())
	case IllegalMove:
		o.text("by", w.By.String())
		o.whole("number", int64(w.Number))
		o.text("restore", w.Restore)
		o.text("reason", string(w.Reason))
	case Breach:
		o.text("by", w.By.String())
		o.text("rule", w.Rule)
		o.text("article", w.Article)
		o.text("status", w.Status)
		o.text("claimable_until", w.ClaimableUntil)
	case Displaced:
		o.squares("squares", w.Squares)
		if w.Why != "" {
			o.text("why", string(w.Why))
		}
	case Restored:
		o.text("fen", w.FEN)
	case Fault:
		o.squares("squares", w.Squares)
		o.text("fault", w.Kind.String())
	case ResultKnown:
		o.result(w)
	case ClockChanged:
		o.clock(w)
	case Remark:
		o.text("remark", w.Remark)
		o.text("by", w.By.String())
	}
	return append(o.b, '}')
}

// MarshalJSON returns what AppendJSON appends.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

func (o *object) result(w ResultKnown) {
	o.text("result", w.Result)
	o.text("reason", w.Reason)
	o.truth("proposed", w.Proposed)
	if w.Shown {
		o.truth("shown", true)
	}
	if w.Proof != nil {
		o.proof(*w.Proof)
	}
}

func (o *object) obliged(w Obliged) {
	o.text("by", w.By.String())
	duty := Duty{Kind: "none"}
	if w.Duty != nil {
		duty = *w.Duty
	}
	o.text("kind", duty.Kind)
	o.list("squares", duty.Squares)
	o.list("allowed", duty.Allowed)
}

func (o *object) made(m Made) {
	o.whole("ply", int64(m.Ply))
	o.text("uci", m.UCI)
	o.text("san", m.SAN)
	o.text("fen", m.FEN)
	o.text("by", m.By.String())
	o.micros("released_us", m.Released)
	o.confidence(m.Confidence)
	o.text("how", m.How.String())
	if m.Illegal {
		o.truth("illegal", true)
	}
}

// confidence writes a confidence truncated, not rounded, so that a value below a level never looks
// as if it had reached it.
func (o *object) confidence(p float64) {
	o.key("confidence")
	o.b = strconv.AppendFloat(o.b, math.Floor(p*1e4)/1e4, 'f', 4, 64)
}

func (o *object) judged(ply int, confidence, level float64) {
	o.whole("ply", int64(ply))
	o.confidence(confidence)
	o.key("level")
	o.b = strconv.AppendFloat(o.b, level, 'f', -1, 64)
}

func (o *object) proof(p Proof) {
	o.key("proof")
	sub := object{append(o.b, '{')}
	sub.text("by", p.By)
	sub.text("answer", p.Answer)
	sub.text("ground", p.Ground)
	sub.list("line", p.Line)
	o.b = append(sub.b, '}')
}

func (o *object) clock(w ClockChanged) {
	o.text("change", w.Change)
	o.text("by", w.By.String())
	if w.Ply > 0 {
		o.whole("ply", int64(w.Ply))
	}
	if w.Change == chessclock.FlagFell.String() {
		o.truth("first", w.Ahead)
	}
	if w.Why != "" {
		o.text("why", w.Why)
	}
	if w.Off != 0 {
		o.micros("off_us", w.Off)
	}
	if w.AtPress {
		o.pair("pressed_us", w.Pressed[0].Microseconds(), w.Pressed[1].Microseconds())
	}
	if w.Moved {
		o.pair("before_us", w.Before[0].Microseconds(), w.Before[1].Microseconds())
	}
	o.pair("left_us", w.Left[0].Microseconds(), w.Left[1].Microseconds())
	if w.Delay != [2]time.Duration{} {
		o.pair("delay_us", w.Delay[0].Microseconds(), w.Delay[1].Microseconds())
	}
	o.text("phase", w.Phase.String())
	o.text("runs", w.Running())
	o.pair("period", int64(w.Period[0]), int64(w.Period[1]))
	o.pair("moves", int64(w.Moves[0]), int64(w.Moves[1]))
	o.pair("needed", int64(w.Needed[0]), int64(w.Needed[1]))
}
