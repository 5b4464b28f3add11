package decoder

import (
	"time"

	"touchmove/rules"
)

// An anchor is a copy of a story that agreed with the whole board for a while,
// kept outside the beam. When a board that was knocked, or an illegal move,
// has been put right, the story that is true may long have been given up for
// others that explain the mess by moves. So when the board again shows an
// anchor's position, or one move from it, the anchor is put back at a flat
// price: an accident put right costs the same however long it took.
type anchor struct {
	story *story
	paid  float64       // what it had paid when it was taken
	open  float64       // and what its broken sensors cost then, paid with it
	lost  time.Duration // since when the board differs from it by more than a move; 0 is not
	near  time.Duration // since when it differs by no more again; 0 is not
}

const (
	anchorFor    = 400 * time.Millisecond // a story agrees for this long to become an anchor
	anchorLost   = 800 * time.Millisecond // and the board must have differed for this long
	anchorNear   = 250 * time.Millisecond // before it shows it again for this long
	anchorOff    = 2                      // squares by which one move differs
	anchorPrice  = 8.0
	anchorBehind = 8 // plies: an older position that comes back is a repetition
)

// keepAnchor takes a new anchor from the best story and puts the old one back.
// There is only one, the latest: an older one would mistake a repetition of
// moves for an accident put right.
func (d *Decoder) keepAnchor() {
	d.watchAnchor(&d.anchor)
	d.seeTakeBack()
	best := d.beam[0]
	off := best.dis &^ best.pending
	if a := d.anchor.story; a != nil {
		off &^= a.distrust & best.distrust
	}
	if off != 0 || d.phase != playing {
		d.agreed = 0
		return
	}
	if d.agreed == 0 {
		d.agreed = d.now
	}
	if d.now-d.agreed < anchorFor || d.telling(best) != best {
		return
	}
	if d.anchored(best) {
		d.anchor.paid, d.anchor.open = best.paid, best.total-best.paid // what has been adjusted since is paid
		return
	}
	d.dropAnchor()
	d.anchor = anchor{story: d.clone(best), paid: best.paid, open: best.total - best.paid}
	d.agreed = d.now
}

// anchored says whether the anchor stands at the last move of s.
func (d *Decoder) anchored(s *story) bool {
	return d.anchor.story != nil && d.anchor.story.tail == s.tail
}

// watchAnchor puts the anchor back when its position has come back.
func (d *Decoder) watchAnchor(a *anchor) {
	if a.story == nil {
		return
	}
	if (a.story.dis &^ a.story.distrust).Count() > anchorOff {
		a.near = 0
		if a.lost == 0 {
			a.lost = d.now
		}
		return
	}
	if a.lost == 0 {
		return
	}
	if a.near == 0 {
		a.near = d.now
	}
	if d.now-a.near < anchorNear {
		return
	}
	long := a.near-a.lost >= anchorLost
	a.lost, a.near = 0, 0
	if !long || a.story.tail.ply < d.beam[0].tail.ply-anchorBehind {
		return
	}
	c := d.clone(a.story)
	c.paid = a.paid + a.open + anchorPrice
	for set := c.dis; set != 0; set &= set - 1 {
		c.acc[set.First()] = 0
	}
	c.fresh = true
	d.enter(c)
	d.grow()
	d.prune()
}

func (d *Decoder) dropAnchor() {
	if d.anchor.story != nil {
		d.free(d.anchor.story)
	}
	d.anchor, d.agreed = anchor{}, 0
}

const (
	takeBackMost  = 16 // plies
	takeBackQuiet = 120 * time.Millisecond
	takeBackPrice = 7.0
	takeBackPly   = 0.2 // more for each ply taken back
	takeBackGone  = 1.2 // and for each that the best story has gone on from the anchor
)

// seeTakeBack finds the board back at an earlier position of the line that led
// to the anchor: players have taken moves back, in whatever order their hands
// found. A true repetition is cheaper as the moves it was, and wins over this.
func (d *Decoder) seeTakeBack() {
	a := &d.anchor
	if a.story == nil || d.phase != playing || d.pub.tail.ply-d.rootPly >= newGamePlies && d.showsStart() || d.now-d.quietSince < takeBackQuiet || d.tookBack == d.quietSince || d.anchored(d.beam[0]) && d.beam[0].dis == 0 {
		return
	}
	d.tookBack = d.quietSince
	full := d.board.full
	deaf := a.story.distrust | d.health.chattering()
	l := a.story.tail
	for k := 1; k <= takeBackMost && l.ply > d.rootPly; k++ {
		l = l.prev
		p := &l.pos
		diff := full ^ p.Occupied()
		if diff&^(deaf|d.board.blind) != 0 || d.board.against(p.Occupied(), p.Of(rules.White), p.Of(rules.Black))&^deaf != 0 {
			continue
		}
		c := d.clone(a.story)
		c.tail = l
		c.expect()
		c.dis, c.pending = d.board.denies(c), 0
		for set := c.dis; set != 0; set &= set - 1 {
			sq := set.First()
			c.since[sq], c.sincePly[sq], c.acc[sq] = d.now, int32(l.ply), 0
		}
		c.paid = a.paid + a.open + takeBackPrice + takeBackPly*float64(k) + takeBackGone*float64(max(0, d.beam[0].tail.ply-a.story.tail.ply))
		c.counted = d.now
		c.fresh = true
		d.enter(c)
		d.prune()
		return
	}
}
