package feeds

import (
	"encoding/json"
	"slices"
	"strings"

	"touchmove/rules"
)

// ShowLifted makes a hub read on the topic event which pieces are lifted, so that
// LiveChess shows them off the board. The login needs a role: touches are not public.
func ShowLifted() Option { return func(h *Hub) { h.hearLifts = true } }

// lifts records which pieces of a board are in somebody's hand.
type lifts struct {
	game string
	seq  uint64
	up   rules.Squares // squares from which pieces were lifted
	made []landed      // moves that are perhaps not in the state yet, the latest last
}

// landed is what was lifted for a move that has been made.
type landed struct {
	from rules.Squares
	by   uint64 // sequence number of the state that has the move
}

// off returns the squares whose pieces are off the board, for a state of this game with
// this sequence number.
func (l *lifts) off(game string, seq uint64) rules.Squares {
	if l.game != game {
		return 0
	}
	gone := l.up
	for _, m := range l.made {
		if seq < m.by {
			gone |= m.from
		}
	}
	return gone
}

// seen forgets moves that a state with this sequence number has.
func (l *lifts) seen(seq uint64) {
	l.made = slices.DeleteFunc(l.made, func(m landed) bool { return m.by <= seq })
}

// receive takes a message of the topic event. After a reconnection earlier messages are
// repeated; they have no effect.
func (l *lifts) receive(payload []byte) error {
	var e struct {
		V      int    `json:"v"`
		Game   string `json:"game"`
		Seq    uint64 `json:"seq"`
		Event  string `json:"event"`
		Square string `json:"square"`
	}
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	if err := known(e.V, e.Game); err != nil {
		return err
	}
	if e.Game == l.game && e.Seq <= l.seq {
		return nil
	}
	if e.Game != l.game {
		*l = lifts{}
	}
	l.game, l.seq = e.Game, e.Seq
	switch e.Event {
	case "touched", "returned":
		sq, err := rules.ParseSquare(e.Square)
		if err != nil {
			return err
		}
		if e.Event == "touched" {
			l.up = l.up.With(sq)
		} else {
			l.up = l.up.Without(sq)
		}
	case "made", "amended", "retracted", "restored", "started", "resumed", "annulled":
		if l.up != 0 {
			l.made = append(l.made, landed{l.up, e.Seq})
		}
		l.up = 0
	}
	return nil
}

// without removes the pieces on these squares from the first field of a FEN.
func without(pieces string, gone rules.Squares) string {
	if gone == 0 {
		return pieces
	}
	var b strings.Builder
	for i, rank := range strings.Split(pieces, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		empty, file := 0, 0
		for _, c := range rank {
			n := 1
			if c >= '1' && c <= '8' {
				n = int(c - '0')
			}
			if sq := rules.SquareAt(file, 7-i); n == 1 && c > '9' && !gone.Has(sq) {
				if empty > 0 {
					b.WriteByte(byte('0' + empty))
				}
				b.WriteRune(c)
				empty = 0
			} else {
				empty += n
			}
			file += n
		}
		if empty > 0 {
			b.WriteByte(byte('0' + empty))
		}
	}
	return b.String()
}
