package main

import (
	"fmt"
	"strings"
	"time"

	"touchmove/rules"
)

// man is one piece of the set in use; two pieces of a kind are different men.
type man struct {
	piece rules.Piece
	home  rules.Square // where it was when the turn began; NoSquare: beside the board
}

// action is what a person does.
type action uint8

const (
	lifts      action = iota // takes the piece off the square
	puts                     // releases the piece on the square
	lays                     // puts the piece in the hand beside the board
	adjusts                  // announces adjusting
	feels                    // touches with a finger, which the arbiter reports
	attributes               // the arbiter says whose hand touched the square
	names                    // the kind of a promoted piece is entered; NoKind: a pawn was left there
	presses
	claims
)

// act is something that a person did, as it really was.
type act struct {
	at   time.Duration
	by   rules.Color
	do   action
	sq   rules.Square
	man  *man
	kind rules.Kind
	what string // what is claimed
	idle bool   // adjusts: while the player's clock does not run
}

// String writes an act in the shorthand of scripts: -e2, +e4, and so on.
func (a act) String() string {
	var s string
	switch a.do {
	case lifts:
		s = fmt.Sprintf("-%s(%s)", a.sq, a.man.piece)
	case puts:
		s = fmt.Sprintf("+%s(%s)", a.sq, a.man.piece)
	case lays:
		s = fmt.Sprintf("aside(%s)", a.man.piece)
	case adjusts:
		s = "adjust:" + a.by.String()
	case feels:
		s = fmt.Sprintf("touch:%s:%s", a.sq, a.by)
	case attributes:
		s = fmt.Sprintf("attribute:%s:%s", a.sq, a.by)
	case names:
		s = "promote:" + word(a.kind)
	case presses:
		s = "press:" + a.by.String()
	case claims:
		s = "claim:" + a.by.String() + ":" + a.what
	}
	return fmt.Sprintf("%.1fs %s", a.at.Seconds(), s)
}

func word(k rules.Kind) string {
	if k == rules.NoKind {
		return "none"
	}
	return k.String()
}

// script writes acts on one line.
func script(acts []act) string {
	list := make([]string, len(acts))
	for i, a := range acts {
		list[i] = a.String()
	}
	return strings.Join(list, "  ")
}

// board is what really is on the squares.
type board [64]*man

func setUp(p rules.Position) board {
	var b board
	for men := p.Occupied(); men != 0; men &= men - 1 {
		sq := men.First()
		b[sq] = &man{p.At(sq), sq}
	}
	return b
}

// carryOut makes an act that moves a piece.
func (b *board) carryOut(a act) {
	switch a.do {
	case lifts:
		b[a.sq] = nil
	case puts:
		b[a.sq] = a.man
	}
}

// shows reports whether the board shows the position.
func (b *board) shows(p *rules.Position) bool {
	for sq, m := range b {
		is := rules.NoPiece
		if m != nil {
			is = m.piece
		}
		if is != p.At(rules.Square(sq)) {
			return false
		}
	}
	return true
}
