package sim

import (
	"slices"

	"touchmove/rules"
)

// flagNotFelt flags the plies whose pieces are not felt, at the release, on the
// square where they were put down. It also flags those among them for which nothing
// reveals the target.
func (p *Performance) flagNotFelt(felt [64][]Signal, landed map[landing][]touch) {
	settled := int64(9000) // nobody touches a piece sooner after its release
	if every := p.style.Board.Physics.Kind.Every; every > 0 {
		settled += every
	}
	for _, g := range p.truth.Games {
		for i := range g.Plies {
			ply := &g.Plies[i]
			missed := slices.ContainsFunc(landed[landing{ply.StartUS, ply.UCI}], func(t touch) bool {
				is := stateAt(felt[t.square], ply.DoneUS+settled)
				return !is.Full() || p.style.Polarity && is != colored(t.color)
			})
			if !missed {
				continue
			}
			ply.Flags = append(ply.Flags, FlagNotFelt)
			if line := played(g, p.header.Variant); line != nil && isUndecided(g, line, i, felt, p.end) {
				ply.Flags = append(ply.Flags, FlagUndecided)
			}
		}
	}
}

// before is a move with the position before it.
type before struct {
	pos  rules.Position
	move rules.Move
}

// played returns the moves of a game with the positions before them, or nil if one
// of them is not legal.
func played(g TruthGame, v rules.Variant) (line []before) {
	pos := rules.MustPosition(g.StartFEN, v)
	for _, uci := range g.Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			return nil
		}
		line = append(line, before{pos, m})
		pos = pos.After(m)
	}
	return line
}

// isUndecided reports whether nothing reveals where the piece of ply i went. That
// is so if its square did not feel it, in passing or later, until a piece next left
// that square or came to it, and if another move by the same piece fits as well:
// everything after it could have been played as it was seen.
func isUndecided(g TruthGame, line []before, i int, felt [64][]Signal, end int64) bool {
	pos, m := line[i].pos, line[i].move
	if m.IsCastling() || pos.Captured(m) != rules.NoSquare {
		return false // the other piece, or the victim's square, reveals it
	}
	until := end
	for j, next := range line[i+1:] {
		if next.move.From() == m.To() || next.move.To() == m.To() {
			until = g.Plies[i+1+j].StartUS
			break
		}
	}
	for _, s := range felt[m.To()] {
		if s.Is.Full() && s.AtUS > g.Plies[i].StartUS && s.AtUS < until {
			return false
		}
	}
	for _, other := range pos.LegalMoves(nil) {
		same := other.From() == m.From() && other != m && other.Promotion() == m.Promotion()
		if same && !other.IsCastling() && pos.Captured(other) == rules.NoSquare && fitsAfter(pos.After(other), other.To(), m.To(), line[i+1:]) {
			return true
		}
	}
	return false
}

// fitsAfter reports whether moves can be played, as far as sensors see them, if a
// piece is thought to be on one square and is really on another.
func fitsAfter(pos rules.Position, thought, truly rules.Square, rest []before) bool {
	for _, r := range rest {
		from := r.move.From()
		if from == truly {
			from, thought, truly = thought, rules.NoSquare, rules.NoSquare
		}
		i := slices.IndexFunc(pos.LegalMoves(nil), func(m rules.Move) bool {
			return m.From() == from && m.To() == r.move.To() && m.Promotion() == r.move.Promotion()
		})
		if i < 0 {
			return false
		}
		pos = pos.After(pos.LegalMoves(nil)[i])
	}
	return true
}
