package calibration

import (
	"touchmove/rules"
)

// Finder finds out which channel serves which square, from a piece that is put on one
// square after the other. It asks for a square. A piece put on another square is recognised
// if the board is wired as expected. A channel that responds twice in a row for the same
// square is believed: this distinguishes a turned board or two exchanged wires from a piece
// put on the wrong square. From then on the Finder expects the board turned in that way.
//
// A Finder is for one goroutine.
type Finder struct {
	expected Wiring
	inputs   []int // channels that responded; skip for a skipped square
	state    finding
}

const skip = -1

// finding is everything that follows from the inputs.
type finding struct {
	channel [64]int
	how     [64]how
	wiring  Wiring // as expected now
	strange int    // pairs of square and channel that follow no order
	again   int    // the channel that was refused last for the square asked for, else -1
}

type how uint8

const (
	open       how = iota
	followed       // on the square asked for, as expected
	recognised     // on another square than the one asked for
	insisted       // on the square asked for, believed although not expected
	skipped
)

// NewFinder returns a Finder that expects a wiring: one entry per channel.
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
		f.enter(in)
	}
}

// Next returns the next square to put a piece on, or NoSquare if every square has been
// assigned or skipped.
func (f *Finder) Next() rules.Square {
	for sq, h := range f.state.how {
		if h == open {
			return rules.Square(sq)
		}
	}
	return rules.NoSquare
}

// Assign takes the channel that felt a piece, and returns the square that it is assumed to
// be on. If that is not the square asked for, sure is false. If the same channel then
// responds again, the piece was on the square asked for after all.
func (f *Finder) Assign(channel int) (sq rules.Square, sure bool) {
	if f.Next() == rules.NoSquare || channel < 0 || channel >= len(f.expected) {
		return rules.NoSquare, false
	}
	return f.enter(channel)
}

// Skip skips the square asked for.
func (f *Finder) Skip() {
	if f.Next() != rules.NoSquare {
		f.enter(skip)
	}
}

// Undo undoes the last assignment or skip. It returns false if there was none.
func (f *Finder) Undo() bool {
	if len(f.inputs) == 0 {
		return false
	}
	f.replay(f.inputs[:len(f.inputs)-1])
	return true
}

// Done returns the number of squares assigned or skipped.
func (f *Finder) Done() (n int) {
	for _, h := range f.state.how {
		if h != open {
			n++
		}
	}
	return n
}

// Skipped returns the squares that were skipped.
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

// Orderless reports whether the wiring follows no known order, so that a piece is
// recognised only on the square asked for.
func (f *Finder) Orderless() bool { return f.state.strange >= 4 }

func (f *Finder) enter(in int) (sq rules.Square, sure bool) {
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
		f.serve(asked, in, insisted) // no other square is possible
		return asked, true
	}
	st.how[t], st.channel[t] = recognised, in
	return t, false
}

// served returns the square to which a channel is assigned, or NoSquare.
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
		for i, h := range st.how { // squares that were only recognised may not fit the new wiring
			if h == recognised && wiring[st.channel[i]] != rules.Square(i) {
				st.how[i], st.channel[i] = open, -1
			}
		}
		st.wiring = wiring
	}
}

// hasFollowedAny reports whether any channel has been assigned with certainty.
func (f *Finder) hasFollowedAny() bool {
	for _, h := range f.state.how {
		if h == followed || h == insisted {
			return true
		}
	}
	return false
}

// best returns the orientation of the expected board that fits most channels assigned with
// certainty. If several do, the configured one is preferred.
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

// ways returns a wiring in the eight possible orientations of a board, beginning with the
// given one.
func ways(w Wiring) (all []Wiring) {
	for q := range 4 {
		all = append(all, w.Turned(q))
	}
	for q := range 4 {
		all = append(all, w.Mirrored().Turned(q))
	}
	return all
}

// predicts reports whether this channel can be expected to serve a square: in the current
// orientation of the board, or as the channels assigned with certainty suggest.
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

// fitsTurn reports whether an orientation of the board fits this pair and all channels
// assigned with certainty before, at least one of which differs from the configuration.
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

// fitsLine reports whether sq can be expected to have the channel configured for t, because
// everything assigned on the rank of sq, or on its file, shows that this line is exchanged
// with that of t, or soldered from its other end.
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

// Wiring returns the wiring that was found: each channel's square. Squares that were
// skipped get the expected channel, unless it is assigned elsewhere; the rest are unwired.
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
	if len(free) == 1 && unwired.Count() == 1 { // the only possibility left
		w[free[0]], unwired = unwired.First(), 0
	}
	return w, unwired
}
