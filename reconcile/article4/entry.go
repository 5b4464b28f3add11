package article4

import (
	"strings"
	"time"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// entry is an illegal move that the arbiter enters because the program has not found it.
type entry struct {
	by       rules.Color
	ply      int            // its half-move
	pos      rules.Position // before it
	from, to rules.Square   // what was played; NoSquare if the arbiter does not say
	pawn     bool           // a pawn that was left on the last rank
	told     bool           // the recorded game has a move for that half-move
}

// entry reads an illegal move that the arbiter enters. The error says why it cannot be entered.
func (ref *Referee) entry(c trace.Command) (entry, error) {
	e := entry{from: rules.NoSquare, to: rules.NoSquare}
	by, err := rules.ParseColor(c.Word("player"))
	switch {
	case err != nil:
		return e, refusal.New("illegal-player", "illegal: whose illegal move was it? give player, white or black")
	case !ref.begun:
		return e, refusal.New("illegal-no-game", "illegal: no game has begun")
	}
	e.by, e.ply = by, c.Ply
	if e.ply == 0 {
		e.ply = ref.handled(by).ply
	}
	if e.ply <= ref.record.first || e.ply > ref.record.ply()+1 {
		return e, refusal.New("ply-not-in-game", "illegal: ply {ply} is not in the game, which has plies {first} to {last}", "ply", e.ply, "first", ref.record.first+1, "last", ref.record.ply())
	}
	e.pos, e.told = ref.positionBefore(e.ply), e.ply <= ref.record.ply()
	final := ref.result.text != "" && !ref.result.proposed && (ref.result.ply == 0 || ref.result.ply < e.ply)
	switch ill := ref.offences.illegal; {
	case e.pos.Turn() != by:
		return e, refusal.New("illegal-whose-move", "illegal: half-move {ply} is not {player}'s", "ply", e.ply, "player", by)
	case final:
		return e, refusal.New("illegal-over", "illegal: the game is over: take the result back first (result *)")
	case ill != nil && ill.by == by && ill.ply == e.ply && ill.counted:
		return e, refusal.New("illegal-counted", "illegal: that illegal move has been counted: confirm it, or say that it does not count")
	case ref.fast().claim && e.ply < ref.record.ply():
		return e, refusal.New("illegal-lapsed", "illegal: the opponent has made the next move, so the illegal move stands (2018: A.4.2)")
	}
	return e, e.parse(c.UCI)
}

// parse reads the move that was played.
func (e *entry) parse(uci string) error {
	if uci == "" {
		return nil
	}
	e.from, _ = rules.ParseSquare(uci[:2]) // trace.Command.Validate has checked them
	e.to, _ = rules.ParseSquare(uci[2:4])
	piece := e.pos.At(e.from)
	if piece == rules.NoPiece || piece.Color() != e.by {
		return refusal.New("illegal-no-man", "illegal: {player} has no piece on {square} before half-move {ply}", "player", e.by, "square", e.from, "ply", e.ply)
	}
	for _, m := range e.pos.LegalMoves(nil) {
		if m.From() != e.from || m.To() != e.to && m.UCI(e.pos.Variant()) != uci {
			continue
		}
		if m.Promotion() != rules.NoKind && !strings.ContainsAny(uci[4:], "qrbn") {
			e.pawn = true
			return nil
		}
		return refusal.New("illegal-legal", "illegal: {uci} is a legal move in that position: write what was played", "uci", uci)
	}
	return nil
}

// positionBefore is the position before a half-move of the recorded game.
func (ref *Referee) positionBefore(ply int) rules.Position {
	if n := ply - 1 - ref.record.first; n > 0 {
		return ref.record.line[n-1].after
	}
	return ref.record.start
}

// CutFor returns the half-move after which play goes on after a ruling on an illegal move, and
// false when no recorded move has to be dropped for it: the position before the irregularity is
// restored (2009:7.4a), unless a pawn left on the last rank becomes a queen (2014:7.5a).
func (ref *Referee) CutFor(c trace.Command) (ply int, ok bool) {
	if !ref.enters(c) {
		return ref.cutForConfirmed(c)
	}
	e, err := ref.entry(c)
	if err != nil || !e.told || e.pawn && ref.laws.pawnBecomesQueen {
		return 0, false
	}
	return e.ply - 1, true
}

// cutForConfirmed is CutFor where the arbiter confirms an illegal move that was counted at its
// press, and to which the opponent replied all the same.
func (ref *Referee) cutForConfirmed(c trace.Command) (ply int, ok bool) {
	ill := ref.ruledOn(c)
	if c.What != rulingConfirm || ill == nil || !ill.counted || ill.confirmed || ill.status != "" || ill.ply > ref.record.ply() || !ref.stands(ill) {
		return 0, false
	}
	if ill.penalty != nil && ill.penalty.Result != "" {
		return 0, false // the game is over
	}
	return ill.ply - 1, true
}

// stands reports whether the record has an illegal move as one that stands: nobody has put
// it right. Castling with the rook on a wrong square is recorded as castling.
func (ref *Referee) stands(ill *illegal) bool {
	if !ill.onBoard {
		return false
	}
	if ref.record.line[ill.ply-1-ref.record.first].illegal {
		return ill.move != rules.NoMove
	}
	t := ref.turnOf(ill.ply)
	return t != nil && t.made != nil && t.made.Released <= ill.pressed
}

// enterIllegal counts an illegal move that the arbiter has seen, and applies its penalty. That move
// and those after it have already been dropped.
func (ref *Referee) enterIllegal(c trace.Command) {
	e, err := ref.entry(c)
	if err != nil {
		return
	}
	t := ref.turnOf(e.ply)
	if t == nil {
		return
	}
	ill := &illegal{by: e.by, ply: e.ply, pressed: ref.now, reason: NotLegal, unasked: true, ruled: true, restore: true}
	if ref.fast().claim && !ref.laws.observed {
		ill.status = upheld // the arbiter acts on the opponent's claim
	}
	ref.offences.found(ill)
	ref.dirty, ref.noted.ambiguous, ref.waiting.judging = true, nil, nil
	switch {
	case e.pawn && ref.laws.pawnBecomesQueen:
		ill.reason, ill.restore = Unpromoted, false
		ref.queen(t, e.from, e.to)
	case e.pawn:
		ill.reason = Unpromoted
		fallthrough
	default:
		ref.reopen(t, e, ill)
	}
	ref.punish(t, ill)
	ref.confirm(ill)
}

// reopen has the illegal move put right. The pieces it touched bind the move that replaces it:
// those that the arbiter names, if no sensor has detected any.
func (ref *Referee) reopen(t *turn, e entry, ill *illegal) {
	r := ref.read(t, 0)
	if d := ref.laws.released(t, r, &ref.opt); ref.laws.releaseBindsAgain && d != nil {
		t.bound = d
	} else {
		t.voided = ref.now
	}
	if len(r.touches) == 0 && e.from != rules.NoSquare {
		t.add(act{kind: felt, at: ref.now, by: e.by, sq: e.from})
		if at := e.pos.At(e.to); at != rules.NoPiece && at.Color() != e.by {
			t.add(act{kind: felt, at: ref.now, by: e.by, sq: e.to})
		}
	}
	ref.clock.uncertain = true
	board := ref.shows()
	ill.onBoard = board.differs(&t.pos) != 0
	if ref.isMending() {
		return // the counters of that time are set
	}
	since := time.Duration(-1)
	if prev := ref.turnOf(t.ply - 1); prev != nil && prev.made != nil {
		since = prev.made.Released
	}
	for _, p := range ref.clock.presses[e.by] {
		if p.at > since && !p.stood {
			ref.void(e.by, p.at)
			t.accounted++
		}
	}
}
