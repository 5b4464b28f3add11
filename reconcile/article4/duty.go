package article4

import (
	"slices"

	"touchmove/rules"
)

// duty is what Article 4 requires of the player having the move.
type duty struct {
	kind    kind
	squares []rules.Square
	allowed []rules.Move
}

// kind is the kind of a duty.
type kind uint8

// In the order of precedence, except that between move and capture the first usable touch decides.
const (
	promote     kind = iota // to promote the pawn on that square (2009:4.6c)
	castle                  // to castle on that side (4.4a, 4.6b)
	finish                  // to finish a move that is partly made
	captureWith             // to capture the touched piece with the player's own touched piece (4.3c)
	moveIt                  // to move the touched piece (4.3a)
	capture                 // to capture the touched piece (4.3b)
)

func (k kind) String() string {
	return [...]string{"promote", "castle", "finish", "capture_with", "move", "capture"}[k]
}

func (d *duty) allows(m rules.Move) bool { return slices.Contains(d.allowed, m) }

// published returns the duty in the form of the state.
func (d *duty) published(by rules.Color, v rules.Variant) *Duty {
	if d == nil {
		return nil
	}
	out := &Duty{By: by.String(), Kind: d.kind.String(), Squares: names(d.squares), Allowed: moves(d.allowed, v)}
	return out
}

func names(squares []rules.Square) []string {
	out := make([]string, len(squares))
	for i, sq := range squares {
		out[i] = sq.String()
	}
	return out
}

func moves(ms []rules.Move, v rules.Variant) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.UCI(v)
	}
	slices.Sort(out)
	return out
}

// obligation is what the acts of a turn oblige to, together with their effect on castling.
type obligation struct {
	duty      *duty
	forced    byte   // g or c (4.4a); 0 means none
	forbidden []byte // g, c (4.4b, 4.4c)
}
