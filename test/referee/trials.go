package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// trials is added to the seeds of trials, to distinguish them from those of scenes and tales.
const trials = 1 << 41

// What is unusual in a trial, as a part of a row's name.
const (
	hasty     how = ", hasty hands"
	shuffled  how = ", chess960"
	overseen  how = ", supervised rapid or blitz"
	broken    how = ", sensor broken"
	offending how = ", again"
	onto      how = ", moved on"
)

// trial is a case under other conditions: hands that hurry, another game, another mode, a broken
// sensor, a player who makes one illegal move after the other, or a piece that is moved on after its release. The seed
// decides which.
type trial struct {
	scene
	again tale // of the last two kinds
}

// trialOf makes the trial of a seed. Equal seeds make equal trials.
func trialOf(seed uint64) trial {
	r := rand.New(rand.NewPCG(seed, 22))
	kind := []how{hasty, shuffled, overseen, broken, offending, onto}[seed%6]
	if kind == offending {
		return trial{scene{seed: seed + trials, as: kind}, againOf(r)}
	}
	var h *hands
	switch kind {
	case shuffled:
		h = performIn(r, shuffledPosition)
	case broken:
		for h == nil || h.tries != "legal" {
			h = perform(r)
		}
	case onto:
		h = performMovedOn(r)
	default:
		h = perform(r)
	}
	s := sceneBy(seed+trials, r, h)
	s.as = kind
	switch kind {
	case onto:
		h.acts = h.acts[:len(s.acts):len(s.acts)]
		h.at = s.acts[len(s.acts)-1].at
		return trial{s, storyOf(seed, h)}
	case hasty:
		s.hurry()
	case overseen:
		s.on.mode = []trace.Mode{trace.Rapid, trace.Blitz}[r.IntN(2)]
	case broken:
		for i := range s.acts {
			s.acts[i].at += settingUp
		}
		s.on.stuck = &stuck{rules.Square(r.IntN(64)), r.IntN(2) == 0, rules.Color(r.IntN(2))}
	}
	return trial{scene: s}
}

// settingUp is how long a board on which something is not as it should be may take to begin the game.
const settingUp = 20 * time.Second

// shuffledPosition returns a position of a game of Chess960.
func shuffledPosition(r *rand.Rand) rules.Position {
	for {
		p, err := rules.Chess960Start(r.IntN(960))
		if err != nil {
			panic(err)
		}
		p = wander(r, p, r.IntN(60))
		for range 30 {
			if slices.ContainsFunc(p.LegalMoves(nil), rules.Move.IsCastling) || r.IntN(3) == 0 {
				break
			}
			p = wander(r, p, 1)
		}
		if p.HasLegalMove() && !p.InsufficientMaterial() && p.HalfmoveClock() < 90 {
			return p
		}
	}
}

// hurry makes the hands of blitz: a piece is in the air for 0.15 to 0.3 s, and the clock is pressed
// within half a second, the sooner the more hurried. What lingers goes on lingering.
func (s *scene) hurry() {
	for _, acts := range [][]act{s.acts, s.claim} {
		at, was := time.Duration(0), time.Duration(0)
		for i := range acts {
			gap := acts[i].at - was
			was = acts[i].at
			if i > 0 {
				if gap > 0 && gap < 1500*time.Millisecond {
					gap = 50*time.Millisecond + gap*3/10
				}
				at += gap
				acts[i].at = at
			} else {
				at = acts[i].at
			}
		}
	}
}

// againOf makes a player who makes three illegal moves, each put right before the next.
func againOf(r *rand.Rand) tale {
	for {
		p := position(r)
		rival := p.Turn().Other()
		if p.Pieces(rival, rules.Queen)|p.Pieces(rival, rules.Rook)|p.Pieces(rival, rules.Pawn) == 0 {
			continue // whether the opponent could mate might be in doubt
		}
		var s tale
		at := 2 * time.Second
		for range 3 {
			h := newHands(r, p)
			h.at = at
			if !h.unlawful() {
				break
			}
			h.wait(400*time.Millisecond, 1500*time.Millisecond)
			h.press(h.mover())
			turn := read(texts[0], p, h.acts)
			if v := turn.judge(true, sensors.Occupancy); !v.illegal || v.seen != plainly || v.reason != notLegal || turn.hasBrought() || len(turn.air) > 0 {
				break
			}
			back := newHands(r, p)
			back.at, back.board = h.at, turn.board
			if !back.setUpAgain(p) {
				break
			}
			back.wait(2*time.Second, 4*time.Second)
			at = back.at
			s.parts = append(s.parts, part{pos: p, acts: append(h.acts, back.acts...), tries: h.tries})
		}
		if len(s.parts) == 3 {
			return s
		}
	}
}

// play judges a trial in one place, and passes every comparison to take.
func (s *trial) play(t text, sensing sensors.Sensing, take func(finding)) error {
	switch s.as {
	case offending:
		return s.playAgain(t, sensing, take)
	case broken:
		return s.playBroken(t, sensing, take)
	case onto:
		return s.playMovedOn(t, sensing, take)
	case overseen:
		if asStandard[t.laws] == "" {
			return nil // these editions do not speak of supervision
		}
	}
	return s.scene.play(t, sensing, take)
}

// playBroken compares what is said about a player who does nothing illegal while a sensor is broken.
func (s *trial) playBroken(t text, sensing sensors.Sensing, take func(finding)) error {
	note := noter(func(g group, name string, o outcome, want, got string) {
		take(finding{row{g, name + string(s.as)}, place{t.laws, sensing}, o, s.seed, want, got})
	})
	v := read(t, s.pos, s.acts).judge(true, sensing)
	if v.move == rules.NoMove || v.open || !slices.Equal(s.pressers(), []rules.Color{s.pos.Turn()}) {
		return nil
	}
	end, err := ask(t.laws, s.pos, s.acts, sensing, s.on)
	if err != nil {
		return err
	}
	hidden := s.hides(v.move, sensing)
	accused := func(name, said string) {
		switch {
		case said != "" && hidden != "":
			note(illegals, name+hidden, asked, "none", said) // told as what it looks like
		case said != "":
			note(illegals, name, invented, "none", said)
		default:
			note.found(illegals, name+hidden)
		}
	}
	said := ""
	if end.counted() {
		said = "counted " + string(end.illegal[len(end.illegal)-1].Reason)
	}
	accused("none", said)
	if !read(t, s.pos, s.acts).hasStrayed() {
		said = ""
		if end.remarks[illegalOnBoard] > 0 {
			said = illegalOnBoard
		}
		accused("told of the board", said)
	}
	want := v.move.UCI(s.pos.Variant())
	is := strings.Join(end.state.Moves, " ")
	switch {
	case is == want:
		note.found(moves, "record")
	case end.asks() && is == "", is == "" && hidden != "":
		note(moves, "record"+hidden, asked, want, "asks")
	case is == "":
		note(moves, "record", missed, want, is)
	default:
		note(moves, "record", wrong, want, is)
	}
	if is != want {
		return nil
	}
	s.compareBreach(note, v, end)
	return nil
}

// hides says, as a part of a row's name, how the broken sensor hides the move: the board reads as it did before, since the
// capturer seems to have stayed, or as after an illegal move, since the pawn taken in passing does.
func (s *trial) hides(m rules.Move, sensing sensors.Sensing) string {
	before := setUp(s.pos)
	after := before
	for _, a := range s.acts {
		after.carryOut(a)
	}
	stays := s.on.stuck.full && s.on.stuck.sq == s.pos.Captured(m)
	switch {
	case s.on.stuck.read(&before, sensing) == s.on.stuck.read(&after, sensing):
		return likeNothing.String()
	case stays && m.IsEnPassant():
		return ", looks illegal"
	}
	return ""
}

// playAgain compares the number of each illegal move of a player, and what follows from it.
func (s *trial) playAgain(t text, sensing sensors.Sensing, take func(finding)) error {
	note := noter(func(g group, name string, o outcome, want, got string) {
		take(finding{row{g, name + string(s.as)}, place{t.laws, sensing}, o, s.seed, want, got})
	})
	mover, loses := s.again.parts[0].pos.Turn(), losing[t.laws]
	for n := 1; n <= 3 && (loses == 0 || n <= loses); n++ {
		last := &s.again.parts[n-1]
		upTo := slices.IndexFunc(last.acts, func(a act) bool { return a.do == presses }) + 1
		end, err := ask(t.laws, s.again.parts[0].pos, s.again.acts(n-1, upTo), sensing, terms{})
		if err != nil {
			return err
		}
		name := fmt.Sprintf("illegal move no. %d", n)
		switch i := end.state.Illegal; {
		case i == nil && end.asks():
			note(illegals, name, asked, name, "asks")
			return nil
		case i == nil:
			note(illegals, name, missed, name, "none")
			return nil
		case i.By != mover.String() || i.Count != n:
			note(illegals, name, wrong, name, fmt.Sprint(i.By, " no. ", i.Count))
			return nil
		default:
			note.found(illegals, name)
		}
		lost, want, is := "play goes on", "none", "none"
		if n == loses {
			lost, want = "the game is lost", "1-0"
			if mover == rules.White {
				want = "0-1"
			}
		}
		if end.state.Result != nil {
			is = *end.state.Result
		}
		if is == want {
			note.found(illegals, lost)
		} else {
			note(illegals, lost, wrong, want, is)
		}
	}
	return nil
}
