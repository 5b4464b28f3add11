package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Durations before and after games, in milliseconds at every pace.
var (
	toFirstPiece = Spread{1500, 2000, 4000, 5000, 6000}
	placeEach    = Spread{180, 220, 520, 780, 1100}
	wrongRest    = Spread{400, 450, 750, 1500, 2500}
	readyToPlay  = Spread{3500, 5000, 9500, 14000, 25000}
	liftEach     = Spread{180, 220, 330, 460, 700}
	armful       = Spread{700, 900, 1800, 3500, 5000} // between two armfuls
	toSweeping   = Spread{3000, 6000, 14000, 28000, 45000}
	agreed       = Spread{800, 1500, 3500, 9000, 15000}
	toKings      = Spread{1200, 1800, 3500, 9000, 13000}
	kingStep     = Spread{350, 450, 800, 1300, 1800}
	afterKings   = Spread{4000, 4500, 6500, 9000, 12000}
	clockStarted = Spread{1500, 1800, 3300, 5600, 9000}
)

// begin prepares the board for the first game: the position is already there, or
// the players set it up in random order.
func (h *hands) begin(start rules.Position) {
	if h.dice.chance(h.style.SetUp) {
		from := h.dice.pick(toFirstPiece)
		h.now = from
		h.place(start, 0)
		h.setUpDone(from)
		return
	}
	for _, t := range stand(0, start) {
		h.touches = append(h.touches, t)
		_ = h.body.apply(t) // cannot fail: a piece may always be added
	}
	if h.carry != nil {
		h.carry.stand(start)
	}
	h.now = h.dice.pick(clockStarted)
	h.marks = append(h.marks, mark{pos: start, valid: true})
}

// setUpDone records a set-up and gives the players time to sit down.
func (h *hands) setUpDone(from int64) {
	h.incident(Incident{Kind: IncidentSetUp, AtUS: from, UntilUS: h.now, Squares: []string{}})
	h.now += h.dice.pick(readyToPlay)
	h.hand = [2]int64{h.now, h.now}
}

// newGame clears the board after a game and sets up the next one.
func (h *hands) newGame(start, before rules.Position) {
	from := h.now + h.dice.pick(toSweeping)
	h.now = from
	var home rules.Squares
	if h.dice.chance(h.style.SetUpAround) {
		for s := range h.pos.Occupied().All() {
			if h.pos.At(s) == start.At(s) && h.body.felt(s) == colored(start.At(s).Color()) {
				home = home.With(s)
			}
		}
	}
	h.sweep(home)
	h.now += h.dice.pick(wrongRest)
	h.place(start, home)
	if start != before {
		h.say(h.now+500000, trace.Command{Do: trace.DoNewGame, FEN: start.FEN(), Variant: start.Variant().String()})
	}
	h.setUpDone(from)
}

// sweep takes all pieces except those at home off the board, one by one or in
// armfuls.
func (h *hands) sweep(home rules.Squares) {
	var pieces []rules.Square
	for s := rules.A1; s <= rules.H8; s++ {
		if h.body.pieces[s] != [2]int8{} && !home.Has(s) {
			pieces = append(pieces, s)
		}
	}
	shuffle(h.dice, pieces)
	arm := h.dice.chance(h.style.SweptByArm)
	d := &motion{anyone: true, style: IncidentSetUp}
	at, armfulLeft := int64(0), int64(0)
	for _, s := range pieces {
		for c := rules.White; c <= rules.Black; c++ {
			for range h.body.pieces[s][c] {
				d.off(at, s, c)
			}
		}
		switch {
		case !arm:
			at += h.dice.pick(liftEach)
		case armfulLeft == 0:
			at, armfulLeft = at+h.dice.pick(armful), h.dice.within(3, 12)
		default:
			at, armfulLeft = at+h.dice.within(0, 60000), armfulLeft-1
		}
	}
	h.fitUnmarked(d)
}

// place sets up a position in random order. About one piece in thirty is first put
// on a wrong square.
func (h *hands) place(start rules.Position, home rules.Squares) {
	var pieces []rules.Square
	for s := range (start.Occupied() &^ home).All() {
		pieces = append(pieces, s)
	}
	shuffle(h.dice, pieces)
	d := &motion{anyone: true, style: IncidentSetUp}
	at := int64(0)
	for _, s := range pieces {
		c := start.At(s).Color()
		if wrong := one(h.dice, around(s)); h.dice.chance(35) && !start.Occupied().Has(wrong) {
			rest := h.dice.pick(wrongRest)
			d.over(at, rest, wrong, c)
			at += rest + h.dice.within(150000, 400000)
		}
		d.on(at, s, c)
		at += h.dice.pick(placeEach)
	}
	start0 := h.fitUnmarked(d)
	h.marks = append(h.marks, mark{start0, d.contact, d.contact, start, true})
	if h.carry != nil {
		h.carry.name(start)
	}
}

// fitUnmarked fits a motion after which the board shows no position of a game.
func (h *hands) fitUnmarked(d *motion) int64 {
	start := h.fit(d, h.now)
	h.mark(start, d, false)
	return start
}

// finish ends a game: the result may be entered, and the kings may be put in the
// centre.
func (h *hands) finish(i int) {
	result := h.truth.Games[i].Result
	over := !h.pos.HasLegalMove()
	if h.commands && !over && result != "*" && h.dice.chance(h.style.ResultEntered) {
		h.announceResult(result)
		if h.dice.chance(h.style.PostMortem) {
			h.postMortem(i)
			return
		}
	}
	if result != "*" && h.dice.chance(h.style.Kings) {
		h.kings(result)
	}
	h.hand = [2]int64{h.now, h.now}
}

func (h *hands) announceResult(result string) {
	at := h.now + h.dice.pick(agreed)
	by := one(h.dice, []rules.Color{rules.White, rules.Black})
	switch {
	case h.dice.chance(120):
		h.say(at, trace.Command{Do: trace.DoResult, Result: result})
	case result == "1-0":
		h.say(at, trace.Command{Do: trace.DoResign, By: rules.Black.String()})
	case result == "0-1":
		h.say(at, trace.Command{Do: trace.DoResign, By: rules.White.String()})
	default:
		h.say(at, trace.Command{Do: trace.DoOfferDraw, By: by.String()})
		at += h.dice.pick(agreed)
		h.say(at, trace.Command{Do: trace.DoAcceptDraw, By: by.Other().String()})
	}
	h.now = at
}

// centreSquares returns where the kings are put for a result: both on light squares
// if White won, both on dark ones if Black did, otherwise one on each.
func (h *hands) centreSquares(result string) (white, black rules.Square) {
	switch result {
	case "1-0":
		return rules.E4, rules.D5
	case "0-1":
		return rules.E5, rules.D4
	}
	light := one(h.dice, []rules.Square{rules.E4, rules.D5})
	dark := one(h.dice, []rules.Square{rules.D4, rules.E5})
	if h.dice.chance(500) {
		return light, dark
	}
	return dark, light
}

// kings puts the kings on the centre squares, after removing any pieces that stand
// there.
func (h *hands) kings(result string) {
	to := [2]rules.Square{}
	to[rules.White], to[rules.Black] = h.centreSquares(result)
	d := &motion{anyone: true, style: IncidentKings}
	order := []rules.Color{rules.White, rules.Black}
	shuffle(h.dice, order)
	at := int64(0)
	moves := func(c rules.Color) bool { return h.pos.King(c) != to[c] }
	for _, c := range order {
		if moves(c) {
			d.off(at, h.pos.King(c), c)
			at += h.dice.pick(kingStep)
		}
	}
	for _, c := range order {
		s := to[c]
		if piece := h.pos.At(s); h.pos.Occupied().Has(s) && piece.Kind() != rules.King {
			d.off(at, s, piece.Color())
			at += h.dice.pick(kingStep) / 2
		}
		if moves(c) {
			d.comes(s, h.pos.King(c))
			d.on(at, s, c)
			at += h.dice.pick(kingStep)
		}
	}
	d.done = d.contact + h.dice.pick(afterKings)
	start := h.fit(d, h.now+h.dice.pick(toKings))
	h.mark(start, d, false)
	h.incident(Incident{
		Kind: IncidentKings, Result: result, AtUS: start, UntilUS: d.done, Squares: names([]rules.Square{to[rules.White], to[rules.Black]}),
	})
}

// postMortem plays on after the game is over and its result entered: the players
// show each other what might have been. Nobody presses the clock.
func (h *hands) postMortem(game int) {
	clock := h.clock
	h.clock = false
	h.now += h.dice.pick(toKings)
	h.prev = nil
	n := Incident{
		Kind: IncidentPostMortem, AtUS: h.now, Squares: []string{}, Game: game, After: len(h.truth.Games[game].Plies),
	}
	for i, m := range h.invent(int(h.dice.within(2, 16))) {
		d := h.moving(m, nil)
		n.Taken = append(n.Taken, h.carryOut(d, m.UCI(h.pos.Variant()), h.pos.After(m), n.After+i))
	}
	n.UntilUS = h.now
	h.incident(n)
	h.clock = clock
	h.hand = [2]int64{h.now, h.now}
}
