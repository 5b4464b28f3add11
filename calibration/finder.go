package calibration

import (
	"touchmove/rules"
)

// Finder finds out which channel serves which square, from a piece that is put
// on one square after the other. It asks for a square; a piece put elsewhere
// is recognised, as long as the board is wired as expected. A channel
// that responds twice in a row for the same square is believed: that is how a
// turned board, or two exchanged wires, are distinguished from a hand that went
// elsewhere. From then on what is turned is expected turned.
//
// A Finder is for one goroutine.
type Finder struct {
	expected Wiring
	inputs   []int // channels that responded; skip for a square that was skipped
	state    finding
}

const skip = -1

// finding is all that follows from the inputs.
type finding struct {
	channel [64]int
	how     [64]how
	wiring  Wiring // as now expected
	strange int    // pairs that follow no order
	again   int    // the channel that responded last for the square asked and was refused, else -1
}

type how uint8

const (
	open       how = iota
	followed       // responded as asked
	recognised     // put elsewhere than asked
	insisted       // responded twice
	skipped
)

// NewFinder expects a wiring: one entry a channel.
func NewFinder(expected Wiring) *Finder {
	f := &Finder{expected: expected}
	f.replay(nil)
	return f
}

func (f *Finder) replay(inputs []int) {
	f.inputs = nil
	f.state = finding{wiring: f.expected, again: -1}
	for sq := range f.state.channel {
		f.state.channel[sq] = -1
	}
	for _, in := range inputs {
		f.take(in)
	}
}

// Next returns the square to put a piece on next, NoSquare when every one was
// assigned or skipped.
func (f *Finder) Next() rules.Square {
	for sq, h := range f.state.how {
		if h == open {
			return rules.Square(sq)
		}
	}
	return rules.NoSquare
}

// Assign takes the channel that felt a piece, and returns the square that it is
// understood to be on. sure is false when that is another square than the one
// asked for: hearing the same channel once more says that it was put where it
// was asked after all.
func (f *Finder) Assign(channel int) (sq rules.Square, sure bool) {
	if f.Next() == rules.NoSquare || channel < 0 || channel >= len(f.expected) {
		return rules.NoSquare, false
	}
	return f.take(channel)
}

// Skip passes over the square that is asked for.
func (f *Finder) Skip() {
	if f.Next() != rules.NoSquare {
		f.take(skip)
	}
}

// Undo takes back the last assignment or skip; false when there was none.
func (f *Finder) Undo() bool {
	if len(f.inputs) == 0 {
		return false
	}
	f.replay(f.inputs[:len(f.inputs)-1])
	return true
}

// Done returns how many squares were assigned or skipped.
func (f *Finder) Done() (n int) {
	for _, h := range f.state.how {
		if h != open {
			n++
		}
	}
	return n
}

// Skipped returns the squares that were passed over.
func (f *Finder) Skipped() (squares rules.Squares) {
	for sq, h := range f.state.how {
		if h == skipped {
			squares = squares.With(rules.Square(sq))
		}
	}
	return squares
}

// Channel returns the channel assigned to a square, or -1.
func (f *Finder) Channel(sq rules.Square) int { return f.state.channel[sq] }

// Orderless says that the wiring follows no order that is known, so that only
// the square that is asked for is understood.
func (f *Finder) Orderless() bool { return f.state.strange >= 4 }

func (f *Finder) take(in int) (sq rules.Square, sure bool) {
	asked, st := f.Next(), &f.state
	f.inputs = append(f.inputs, in)
	again := st.again
	st.again = -1
	if in == skip {
		st.how[asked] = skipped
		return asked, true
	}
	switch t := f.served(in); {
	case t != rules.NoSquare && (st.how[t] == recognised || again == in):
		st.how[t], st.channel[t] = open, -1
		f.serve(asked, in, insisted)
		return asked, true
	case t != rules.NoSquare:
		st.again = in
		return t, false
	case f.Orderless() || f.predicts(asked, in):
		f.serve(asked, in, followed)
		return asked, true
	}
	t := st.wiring[in]
	if t == rules.NoSquare || st.how[t] != open {
		f.serve(asked, in, insisted) // no other square can have been meant
		return asked, true
	}
	st.how[t], st.channel[t] = recognised, in
	return t, false
}

// served is the square to which a channel is assigned, or NoSquare.
func (f *Finder) served(channel int) rules.Square {
	for sq, ch := range f.state.channel {
		if ch == channel {
			return rules.Square(sq)
		}
	}
	return rules.NoSquare
}

func (f *Finder) serve(sq rules.Square, channel int, h how) {
	st := &f.state
	switch {
	case h == insisted && !f.predicts(sq, channel) && f.hasFollowedAny():
		st.strange++
	case h == followed && f.expected[channel] != sq && f.predicts(sq, channel):
		st.strange = max(0, st.strange-1)
	}
	st.how[sq], st.channel[sq] = h, channel
	wiring := f.best()
	if channel := wiring.Channel(sq); channel == st.channel[sq] || h == insisted {
		for i, h := range st.how { // what was only recognised was so in another light
			if h == recognised && wiring[st.channel[i]] != rules.Square(i) {
				st.how[i], st.channel[i] = open, -1
			}
		}
		st.wiring = wiring
	}
}

// hasFollowedAny reports whether anything was assigned for certain yet.
func (f *Finder) hasFollowedAny() bool {
	for _, h := range f.state.how {
		if h == followed || h == insisted {
			return true
		}
	}
	return false
}

// best is the orientation of the expected board that fits most of what was assigned
// for certain; as it is configured when that fits as well as any.
func (f *Finder) best() Wiring {
	best, most := f.expected, -1
	for _, w := range ways(f.expected) {
		fits := 0
		for sq, h := range f.state.how {
			if (h == followed || h == insisted) && w[f.state.channel[sq]] == rules.Square(sq) {
				fits++
			}
		}
		if fits > most {
			best, most = w, fits
		}
	}
	return best
}

// ways are the eight ways to lay a board, as it is first.
func ways(w Wiring) (all []Wiring) {
	for q := range 4 {
		all = append(all, w.Turned(q))
	}
	for q := range 4 {
		all = append(all, w.Mirrored().Turned(q))
	}
	return all
}

// predicts reports whether it can be expected that this channel serves a square:
// in the board's present orientation, or as what was assigned for certain before
// suggests.
func (f *Finder) predicts(sq rules.Square, channel int) bool {
	st := &f.state
	if st.wiring[channel] == sq {
		return true
	}
	t := f.expected[channel]
	if t == rules.NoSquare {
		return false
	}
	return f.fitsTurn(sq, channel) || f.fitsLine(sq, t)
}

// fitsTurn reports whether one way to lay the board fits this pair and everything
// assigned for certain before, part of which differs from the configuration.
func (f *Finder) fitsTurn(sq rules.Square, channel int) bool {
	for _, w := range ways(f.expected) {
		fits, differs := w[channel] == sq, false
		for i, h := range f.state.how {
			if h == followed || h == insisted {
				ch := f.state.channel[i]
				fits = fits && w[ch] == rules.Square(i)
				differs = differs || f.expected[ch] != rules.Square(i)
			}
		}
		if fits && differs {
			return true
		}
	}
	return false
}

// fitsLine reports whether everything assigned on a square's rank, or on its file, lets
// one expect its channel where that of t is configured: a line of a matrix that
// is exchanged for another, or soldered from its other end.
func (f *Finder) fitsLine(sq, t rules.Square) bool {
	ranks := func(s rules.Square) (int, int) { return s.Rank(), s.File() }
	files := func(s rules.Square) (int, int) { return s.File(), s.Rank() }
	return f.alike(sq, t, ranks) || f.alike(sq, t, files)
}

func (f *Finder) alike(sq, t rules.Square, split func(rules.Square) (line, along int)) bool {
	line, now := split(sq)
	other, then := split(t)
	differs := false
	straight, mirrored := then == now, then == 7-now
	for i, h := range f.state.how {
		if h != followed && h != insisted {
			continue
		}
		was := rules.Square(i)
		on, at := split(was)
		to := f.expected[f.state.channel[i]]
		if on != line {
			continue
		}
		if to == rules.NoSquare {
			return false
		}
		toLine, toAt := split(to)
		straight = straight && toLine == other && toAt == at
		mirrored = mirrored && toLine == other && toAt == 7-at
		differs = differs || to != was
	}
	return differs && (straight || mirrored)
}

// Wiring returns what was found: each channel's square. Squares that were
// skipped have the channel that is to be expected, if nothing else was assigned
// there; the rest are unwired.
func (f *Finder) Wiring() (w Wiring, unwired rules.Squares) {
	w = make(Wiring, len(f.expected))
	for ch := range w {
		w[ch] = rules.NoSquare
	}
	for sq, ch := range f.state.channel {
		if ch >= 0 {
			w[ch] = rules.Square(sq)
		}
	}
	for sq, ch := range f.state.channel {
		if ch >= 0 {
			continue
		}
		if ch := f.state.wiring.Channel(rules.Square(sq)); ch >= 0 && w[ch] == rules.NoSquare && !f.Orderless() {
			w[ch] = rules.Square(sq)
		} else {
			unwired = unwired.With(rules.Square(sq))
		}
	}
	var free []int
	for ch, sq := range w {
		if sq == rules.NoSquare && f.expected[ch] != rules.NoSquare {
			free = append(free, ch)
		}
	}
	if len(free) == 1 && unwired.Count() == 1 { // nothing else is left for it
		w[free[0]], unwired = unwired.First(), 0
	}
	return w, unwired
}
