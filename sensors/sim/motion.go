package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// motion is something that a player does with a hand: a move, an adjustment, an
// accident. Until it is fitted into the game, its times count from its own
// beginning.
type motion struct {
	by      rules.Color
	style   string
	touches []touch
	said    []said
	contact int64 // the last touch
	done    int64 // the hand lets go
	anyone  bool  // not a player's hand: a passer-by, a sleeve, both players setting up
	reply   int64 // if not 0, a reply may begin from here on although the motion continues (castling left half done); 0: not before contact
	flags   []string
	promo   *Promo

	how     carriage                      // of the touches added next
	origins map[rules.Square]rules.Square // where the pieces that come to some squares come from, if the nearest piece is the wrong one
	fresh   rules.Squares                 // to which a piece comes from beside the board, such as a promoted piece
}

// as calls do, which adds touches, with this carriage.
func (d *motion) as(how carriage, do func()) {
	before := d.how
	d.how = how
	do()
	d.how = before
}

// comes records from which square the piece comes that will stand on square to.
func (d *motion) comes(to, from rules.Square) {
	if d.origins == nil {
		d.origins = map[rules.Square]rules.Square{}
	}
	d.origins[to] = from
}

// said is a command given during a motion.
type said struct {
	at      int64
	command trace.Command
}

// on brings a piece over a square.
func (d *motion) on(at int64, s rules.Square, c rules.Color) { d.add(touch{at, s, true, c, d.how}) }

// off takes a piece from over a square.
func (d *motion) off(at int64, s rules.Square, c rules.Color) { d.add(touch{at, s, false, c, d.how}) }

// over passes a piece over a square for a while.
func (d *motion) over(at, dwell int64, s rules.Square, c rules.Color) {
	d.on(at, s, c)
	d.off(at+max(dwell, 1), s, c)
}

func (d *motion) add(t touch) {
	d.touches = append(d.touches, t)
	d.contact = max(d.contact, t.at)
}

// shift moves the whole motion in time.
func (d *motion) shift(by int64) {
	for i := range d.touches {
		d.touches[i].at += by
	}
	for i := range d.said {
		d.said[i].at += by
	}
	d.contact += by
	d.done += by
	if d.reply != 0 {
		d.reply += by
	}
}

// lifted takes a piece off its square for a while and puts it back: an adjustment,
// or a touch.
func (d *motion) lifted(at, dwell int64, s rules.Square, c rules.Color) {
	d.off(at, s, c)
	d.on(at+max(dwell, 1), s, c)
}

func (d *motion) flag(name string) { d.flags = append(d.flags, name) }
