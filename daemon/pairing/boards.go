package pairing

import (
	"sync"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// pair is what the two boards of a game know about each other.
type pair struct {
	mu    sync.Mutex
	halfs [2]half
	mail  [2][]message // for each board, from the other one
	line  []string     // moves of the game in the record, UCI
}

// half is what one of the boards shows.
type half struct {
	board   sensors.Scan
	known   bool
	since   time.Time     // when it last changed
	doubted rules.Squares // squares whose sensors are not trusted
}

// show sets what a board shows, and returns what both show.
func (p *pair) show(me int, now time.Time, seen sensors.Scan, doubted rules.Squares) (own, other half) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := &p.halfs[me]
	if !h.known || h.board != seen {
		h.board, h.known, h.since = seen, true, now
	}
	h.doubted = doubted
	return *h, p.halfs[1-me]
}

// restPeriod is how long both boards must be unchanged before they are compared: a piece
// held in the hand is put down sooner.
const restPeriod = 300 * time.Millisecond

// Board is a board's place in a pair. It is for the goroutine that steps its game. The
// zero value is a board on its own, which sends and receives nothing.
type Board struct {
	*pair
	me     int  // 0 or 1
	record bool // this board's record is the game's

	agreed   sensors.Scan // what both showed when they last agreed
	at       int          // the half-move at that time
	agreeing bool         // agreed is set

	reported   rules.Squares // where both differ, as reported last
	reportedAt int           // and the half-move of the last agreement then
	same       bool          // both show the same, and have been unchanged
	sure       rules.Squares // squares whose sensors are trusted on both

	counted sensors.Scan // what both showed at the last half-move that was counted, or since
	counts  bool         // counted is set
}

// New pairs two boards of one game. The first one's record is the game's; g is its
// current game.
func New(g *reconcile.Game) (main, second Board) {
	p := &pair{}
	p.line, _ = lineOf(g)
	return Board{pair: p, record: true}, Board{pair: p, me: 1}
}

// KeepsRecord reports whether a board's record is that of its game: true for one board
// of a pair, and for a board on its own.
func (b *Board) KeepsRecord() bool { return b.pair == nil || b.record }

// Forget forgets the differences reported so far, which a new journal does not hold.
func (b *Board) Forget() { b.reported = 0 }

// Look compares both boards. It returns where they differ, once a piece was put down on
// one and the other does not follow, the half-move after which they last agreed, and
// whether any of this has changed.
func (b *Board) Look(g *reconcile.Game, now time.Time, seen sensors.Scan) (differ rules.Squares, agreed int, changed bool) {
	b.same = false
	if b.pair == nil {
		return 0, 0, false
	}
	own, other := b.show(b.me, now, seen, g.Distrusted())
	if !other.known || now.Sub(own.since) < restPeriod || now.Sub(other.since) < restPeriod {
		return 0, 0, false
	}
	game := g.Playing()
	ply := game.Ply + len(game.Moves)
	b.sure = ^(own.doubted | other.doubted)
	unlike := unlike(&own.board, &other.board) & b.sure
	switch {
	case !game.Begun || game.Result != rules.Ongoing.String():
		b.agreeing = false
	case unlike == 0:
		b.agreed, b.at, b.agreeing, b.same = own.board, ply, true, true
	case !b.agreeing || ply > b.at || put(&own.board, &b.agreed) || put(&other.board, &b.agreed):
		differ, agreed = unlike, b.at
	default:
		return 0, 0, false // a piece is lifted
	}
	changed = differ != b.reported || agreed != b.reportedAt
	b.reported, b.reportedAt = differ, agreed
	return differ, agreed, changed
}

// SecondBoardMove returns a record that the second board shows a half-move, for the
// journal of the board that keeps the record; false if there is none. A half-move that is not
// published yet counts if both boards show the position after a legal move, and have changed
// since the last one: after an arbiter has corrected the record they still show the old
// position, which is no new move.
func (b *Board) SecondBoardMove(g *reconcile.Game, seen sensors.Scan) (trace.What, bool) {
	counted, waits := g.SecondBoard()
	if !b.same || !b.record || !waits {
		return nil, false
	}
	game := g.Playing()
	shows, doubted := game.Ply+len(game.Moves), ^b.sure
	changed := b.counts && unlike(&seen, &b.counted)&b.sure != 0
	switch p := g.Position(); {
	case showsPosition(&p, &seen, doubted):
	case counted <= shows && changed && showsMove(&p, &seen, doubted):
		shows++ // made on both boards, and not yet published
	default:
		return nil, false
	}
	b.counted, b.counts = seen, true
	if shows <= counted || shows <= game.Ply {
		return nil, false
	}
	return trace.Command{Do: trace.DoSecondBoard, Ply: shows}, true
}

// showsMove reports whether a board shows the position after a legal move.
func showsMove(p *rules.Position, board *sensors.Scan, doubted rules.Squares) bool {
	for _, m := range p.LegalMoves(nil) {
		if q := p.After(m); showsPosition(&q, board, doubted) {
			return true
		}
	}
	return false
}

// unlike returns where two boards show different things. A square without a reading
// matches anything, and a piece whose colour is not detected matches every piece.
func unlike(a, b *sensors.Scan) (squares rules.Squares) {
	for sq := range a {
		x, y := a[sq], b[sq]
		switch {
		case x == y, x == sensors.Unknown, y == sensors.Unknown:
		case x != sensors.Empty && y != sensors.Empty && (x == sensors.Occupied || y == sensors.Occupied):
		default:
			squares = squares.With(rules.Square(sq))
		}
	}
	return squares
}

// put reports whether a piece was put down since both boards agreed, or more has changed
// than the lifting of one piece.
func put(now, agreed *sensors.Scan) bool {
	changed := unlike(now, agreed)
	if changed.Count() >= 3 {
		return true
	}
	for sq := range changed.All() {
		if now[sq] != sensors.Empty {
			return true
		}
	}
	return false
}

// showsPosition reports whether a board shows a position.
func showsPosition(p *rules.Position, board *sensors.Scan, doubted rules.Squares) bool {
	for sq, is := range board {
		square := rules.Square(sq)
		if is == sensors.Unknown || doubted.Has(square) {
			continue
		}
		piece := p.At(square)
		switch {
		case (piece == rules.NoPiece) != (is == sensors.Empty):
			return false
		case is == sensors.White && piece.Color() != rules.White, is == sensors.Black && piece.Color() != rules.Black:
			return false
		}
	}
	return true
}
