package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// rest is how long the board rests before the referee is asked.
const rest = 10 * time.Second

// scene is a case: a position and the acts of hands there.
type scene struct {
	seed  uint64
	pos   rules.Position
	acts  []act
	tries string
	cut   int // number of acts after which the player's duty is compared

	claim []act // the opponent's acts after the press, with a claim
	on    terms
	as    how // of a trial: what is unusual
}

// sceneOf makes the case of a seed. Equal seeds make equal cases.
func sceneOf(seed uint64) scene {
	r := rand.New(rand.NewPCG(seed, 20))
	return sceneBy(seed, r, perform(r))
}

// sceneBy makes a case of what hands have done.
func sceneBy(seed uint64, r *rand.Rand, h *hands) scene {
	s := scene{seed: seed, pos: h.pos, acts: h.acts, tries: h.tries}
	s.claim = h.claims()
	before := slices.IndexFunc(s.acts, func(a act) bool { return a.do == presses })
	if before < 0 {
		before = len(s.acts)
	}
	s.cut = r.IntN(before + 1)
	for s.cut < len(s.acts) && s.isSplit() {
		s.cut++
	}
	return s
}

// isSplit reports whether the cut separates acts of the same moment, or a touch from the
// arbiter's word whose hand it was.
func (s *scene) isSplit() bool {
	if s.cut == 0 {
		return false
	}
	last := s.acts[s.cut-1]
	return s.acts[s.cut].at == last.at || last.by != s.pos.Turn() && last.do <= puts
}

// pressers returns who pressed the clock, in order.
func (s *scene) pressers() (list []rules.Color) {
	for _, a := range s.acts {
		if a.do == presses {
			list = append(list, a.by)
		}
	}
	return list
}

// play judges a case in one place, and passes every comparison to take.
func (s *scene) play(t text, sensing sensors.Sensing, take func(finding)) error {
	note := noter(func(g group, name string, o outcome, want, got string) {
		take(finding{row{g, name + string(s.as)}, place{t.laws, sensing}, o, s.seed, want, got})
	})
	half := s.acts[:s.cut]
	now, err := ask(t.laws, s.pos, half, sensing, s.on)
	if err != nil {
		return err
	}
	turn := read(t, s.pos, half)
	owes := turn.owes()
	if s.hasPassed() || s.tries == unseenVictim && sensing == sensors.Occupancy && turn.made() != rules.NoMove {
		// Further acts count for the other player, unless the move goes on. And if no sensor
		// has detected the capture, the referee cannot know that the move is made.
		return s.playOut(t, sensing, note)
	}
	m := turn.made()
	if turn.strays() != rules.NoMove || m != rules.NoMove && (m.Promotion() == rules.NoKind || len(turn.chosen) > 0) {
		owes = nil
	}
	is := now.state.Obligation
	switch back := s.putBack(half); {
	case sensing == sensors.Occupancy && m != rules.NoMove && is != nil && is.Kind == "promote" && slices.Equal(is.Allowed, []string{m.UCI(s.pos.Variant())}):
		note.found(duties, "promote, named: waits") // only this is left, until the press
	case sensing == sensors.Occupancy && is != nil && back != nil && owes.in(s.pos.Variant()) != duty(is) && read(t, s.pos, back).owes().in(s.pos.Variant()) == duty(is):
		note(duties, is.Kind+", looks put back", asked, owes.in(s.pos.Variant()), duty(is))
	default:
		compareDuty(note, s.pos.Variant(), "", owes, is)
	}
	return s.playOut(t, sensing, note)
}

// putBack returns acts that look the same without colours: where a piece of the player's, or a new one, was
// set down on a square that a piece of the opponent's had left, that one may have been put back. It returns
// nil if nothing was.
func (s *scene) putBack(acts []act) []act {
	for i, a := range acts {
		victim := slices.IndexFunc(acts[:i], func(o act) bool {
			return o.do == lifts && o.man.home == a.sq && o.man.piece.Color() != s.pos.Turn()
		})
		if a.do != puts || a.man.home == a.sq || victim < 0 {
			continue
		}
		was := acts[victim].man
		var out []act
		for k, o := range acts {
			if o.man == was && o.do == lays && k < i {
				continue
			}
			if k >= i && o.man == a.man {
				o.man = was
			}
			out = append(out, o)
		}
		return out
	}
	return nil
}

// hasPassed reports whether a piece was released on a legal square before the cut, and a hand
// has returned to the board since: the turn may have passed to the opponent.
func (s *scene) hasPassed() bool {
	for k := 1; k < s.cut; k++ {
		now, last := s.acts[k], s.acts[k-1]
		another := now.do == lifts && last.do == puts && now.man != last.man
		before := read(texts[0], s.pos, s.acts[:k])
		if (now.at-last.at >= released && now.do <= puts || another) && (before.hasMoved() || before.made() != rules.NoMove) {
			return true
		}
	}
	return false
}

// playOut judges a whole case.
func (s *scene) playOut(t text, sensing sensors.Sensing, note noter) error {
	end, err := ask(t.laws, s.pos, s.acts, sensing, s.on)
	if err != nil {
		return err
	}
	pressed := slices.Contains(s.pressers(), s.pos.Turn())
	v := read(t, s.pos, s.acts).judge(pressed, sensing)
	if !pressed && v.move == rules.NoMove {
		return nil // nothing is decided
	}
	if v.strays {
		s.compareStray(note, s.tries+v.seen.String(), end)
		return nil
	}
	if s.waits(v, pressed, sensing) && len(end.state.Moves) == 0 {
		note.found(moves, "legal capture that nobody pressed for: waits")
		return nil
	}
	s.compareMove(note, v, end)
	s.compareBreach(note, v, end)
	if s.as == onto {
		compareOther(note, "", s.pos.Turn().Other(), end)
	}
	s.compareIllegal(note, v, end)
	s.comparePress(note, v, end)
	if s.as == "" && v.illegal && v.seen == plainly && v.press == "" && slices.Equal(s.pressers(), []rules.Color{s.pos.Turn()}) {
		if err := s.playFast(note, t, sensing); err != nil {
			return err
		}
	}
	if v.move == rules.NoMove || end.state.Result != nil || strings.Join(end.state.Moves, " ") != v.move.UCI(s.pos.Variant()) || !slices.Equal(s.pressers(), []rules.Color{s.pos.Turn()}) {
		return nil
	}
	claimed, err := ask(t.laws, s.pos, append(slices.Clone(s.acts), s.claim...), sensing, s.on)
	if err != nil {
		return err
	}
	s.compareClaim(note, t, v, claimed)
	return nil
}

// playFast plays an illegal move in rapid and blitz without supervision. In editions in which
// it must be claimed it waits for the claim, which follows at once.
func (s *scene) playFast(note noter, t text, sensing sensors.Sensing) error {
	claim := act{at: s.acts[len(s.acts)-1].at + 4*time.Second, by: s.pos.Turn().Other(), do: claims, what: trace.ClaimIllegal}
	for i, article := range []string{t.claimRapid, t.claimBlitz} {
		mode := []trace.Mode{trace.Rapid, trace.Blitz}[i]
		before, err := ask(t.laws, s.pos, s.acts, sensing, terms{mode: mode, loose: true})
		if err != nil {
			return err
		}
		after, err := ask(t.laws, s.pos, append(slices.Clone(s.acts), claim), sensing, terms{mode: mode, loose: true})
		if err != nil {
			return err
		}
		name, want := mode.String()+": at once", "counted counted"
		if article != "" {
			name, want = mode.String()+": on claim", "claimable upheld"
		}
		is := status(before) + " " + status(after)
		switch {
		case is == want, article != "" && t.unasked != "" && is == "counted counted":
			note.found(unsupervised, name)
		case status(before) == "none":
			note(unsupervised, name, missed, want, is)
		default:
			note(unsupervised, name, wrong, want, is)
		}
	}
	return nil
}

// status returns what has become of an illegal move.
func status(got said) string {
	switch i := got.state.Illegal; {
	case i == nil:
		return "none"
	case i.Status == nil:
		return "counted"
	default:
		return *i.Status
	}
}

// compareClaim compares the result of a claim with the breach.
func (s *scene) compareClaim(note noter, t text, v verdict, got said) {
	is := "no breach"
	if got.state.Violation != nil {
		is = got.state.Violation.Status
	}
	touched := s.claim[0].do == lifts
	open := !touched || v.breach != "" && (t.releaseOpen != "" && strings.Contains("promotion_release castling_release released_piece", v.breach) ||
		t.releaseOpen != "" && t.choiceAtTouch == "" && v.breach == "promotion_choice")
	if v.breach != "" && strings.Join(got.state.Moves, " ") != v.move.UCI(s.pos.Variant()) {
		is = "upheld" // the move that then stands may have broken another rule
	}
	switch {
	case v.breach == "" && got.remarks["claim_rejected"] > 0 && is == "no breach":
		note.found(claiming, "of nothing")
	case v.breach == "":
		note(claiming, "of nothing", wrong, "claim_rejected", is)
	case open && is == "upheld":
		note.found(claiming, "in time")
	case open:
		note(claiming, "in time", missed, v.breach+" upheld", is)
	case is == "rejected":
		note.found(claiming, "after a touch")
	default:
		note(claiming, "after a touch", wrong, v.breach+" rejected", is)
	}
}

// noter takes a comparison with the row it belongs to, and what differed.
type noter func(g group, name string, o outcome, want, got string)

// found takes a comparison without a difference.
func (n noter) found(g group, name string) { n(g, name, found, "", "") }

// compareDuty compares duties. after distinguishes those after an illegal move from others.
func compareDuty(note noter, v rules.Variant, after string, want *owed, got *reconcile.Duty) {
	switch {
	case want == nil && got == nil:
		note.found(duties, "none"+after)
	case want == nil:
		note(duties, got.Kind+after, invented, "none", duty(got))
	case got == nil:
		note(duties, want.kind+after, missed, want.in(v), "none")
	case want.in(v) == duty(got):
		note.found(duties, want.kind+after)
	default:
		note(duties, want.kind+after, wrong, want.in(v), duty(got))
	}
}

// in writes a duty of a game of this variant like the function duty.
func (o *owed) in(v rules.Variant) string {
	if o == nil {
		return "none"
	}
	var allowed []string
	for _, m := range o.allowed {
		allowed = append(allowed, m.UCI(v))
	}
	slices.Sort(allowed)
	return fmt.Sprint(o.kind, o.squares, allowed)
}

func duty(d *reconcile.Duty) string { return fmt.Sprint(d.Kind, d.Squares, d.Allowed) }

// compareMove compares the record with the move that was made.
func (s *scene) compareMove(note noter, v verdict, got said) {
	name := s.tries
	if v.illegal && v.move == rules.NoMove || v.press != "" {
		name = "none" // the record is unchanged
	}
	want := "none"
	if v.move != rules.NoMove {
		want = v.move.UCI(s.pos.Variant())
	}
	is := strings.Join(got.state.Moves, " ")
	switch {
	case v.move == rules.NoMove && is == "":
		return
	case v.move == rules.NoMove && v.seen == likeLegal:
		return // the board looks as if it were made
	case v.move == rules.NoMove && s.as == onto && got.remarks[illegalOnBoard] > 0:
		note(moves, name, asked, want, illegalOnBoard) // that piece may be the captured one, put back elsewhere
	case v.move == rules.NoMove:
		note(moves, name, invented, want, is)
	case v.open && (is == "" || strings.HasPrefix(is, want[:4])) && got.asks():
		note(moves, "promotion, kind not said", asked, want, is)
	case is == want:
		note.found(moves, name)
	case is == "" && got.asks():
		note(moves, name, asked, want, "asks")
	case is == "":
		note(moves, name, missed, want, is)
	default:
		note(moves, name, wrong, want, is)
	}
}

// waits reports whether the move is a capture without a press, on a board that does not
// distinguish colours: the piece may still be in the hand, until the press or the reply.
func (s *scene) waits(v verdict, pressed bool, sensing sensors.Sensing) bool {
	return !pressed && sensing == sensors.Occupancy && v.move != rules.NoMove && s.pos.Captured(v.move) != rules.NoSquare
}

// compareStray compares the result for a piece displaced after a legal move.
func (s *scene) compareStray(note noter, name string, got said) {
	switch {
	case got.counted() || got.state.Irregularity != nil || got.displaced:
		note.found(strays, name)
	case got.asks():
		note(strays, name, asked, "displaced", "asks")
	case got.state.Violation != nil:
		note(strays, name, asked, "displaced", "told as "+got.state.Violation.Rule) // the name of what it looks like
	default:
		note(strays, name, missed, "displaced", "none")
	}
}

// compareBreach compares the breaches, if the record has the move that broke a rule.
func (s *scene) compareBreach(note noter, v verdict, got said) {
	is := ""
	if v.move != rules.NoMove && strings.Join(got.state.Moves, " ") != v.move.UCI(s.pos.Variant()) {
		return
	}
	if v.move == rules.NoMove && len(got.state.Moves) > 0 {
		return
	}
	if got.state.Violation != nil {
		is = got.state.Violation.Rule
	}
	if v.move == rules.NoMove {
		v.breach = ""
	}
	switch {
	case v.breach == "" && is == "":
		note.found(breaches, "none")
	case v.breach == "":
		note(breaches, is, invented, "none", is)
	case v.breach == is:
		note.found(breaches, v.breach)
	case is == "":
		note(breaches, v.breach, missed, v.breach, "none")
	default:
		note(breaches, v.breach, wrong, v.breach, is)
	}
}

func (s *scene) compareIllegal(note noter, v verdict, got said) {
	name := s.tries
	if v.press != "" {
		name = v.press
	}
	if v.press == "" || v.seen != likeHeld {
		name += v.seen.String()
	}
	is := "none"
	if n := len(got.illegal); n > 0 {
		is = string(got.illegal[n-1].Reason)
	}
	switch {
	case !v.illegal && !got.counted():
		return
	case !v.illegal:
		note(illegals, name, invented, "none", is)
	case v.seen == likeHeld && v.press == "" && (got.counted() || got.remarks[illegalOnBoard] > 0):
		note.found(illegals, name)
	case v.seen == likeNothing && v.press == "" && got.remarks["clock_without_move"] > 0:
		note(illegals, name, asked, v.reason, "clock_without_move") // told as what it looks like
	case got.counted() && v.reason != "" && is != v.reason:
		note(illegals, name, wrong, v.reason, is)
	case got.counted():
		note.found(illegals, name)
		if v.press == "" && v.seen == plainly {
			compareDuty(note, s.pos.Variant(), " after an illegal move", v.owed, got.state.Obligation)
		}
	case got.asks():
		note(illegals, name, asked, v.reason, is)
	case s.as == onto && got.remarks[illegalOnBoard] > 0:
		note(illegals, name, asked, v.reason, illegalOnBoard)
	default:
		note(illegals, name, missed, v.reason, is)
	}
}

func (s *scene) comparePress(note noter, v verdict, got said) {
	for _, name := range []string{"clock_without_move", "clock_with_piece_in_hand"} {
		is := got.remarks[name] > 0
		row := name
		if v.seen != likeHeld {
			row += v.seen.String()
		}
		switch {
		case v.press == name && is:
			note.found(press, row)
		case v.press == name && got.asks():
			note(press, row, asked, name, "asks")
		case v.press == name:
			note(press, row, missed, name, fmt.Sprint(got.remarks))
		case is && v.seen != likeNothing && v.seen != likeHeld:
			note(press, row, invented, v.press, name)
		}
	}
	presses := s.pressers()
	if got.state.Result != nil {
		return // mate: the clock does not matter
	}
	strange := len(presses) > 1 && v.press == "" && !v.illegal || len(presses) == 1 && presses[0] != s.pos.Turn()
	switch is := got.remarks["clock_wrong_side"] > 0; {
	case strange && is:
		note.found(press, "clock_wrong_side")
	case strange:
		note(press, "clock_wrong_side", missed, "clock_wrong_side", fmt.Sprint(got.remarks))
	case is && len(presses) < 2:
		note(press, "clock_wrong_side", invented, "none", "clock_wrong_side")
	}
}
