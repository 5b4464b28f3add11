// Package reroute finds what else may have been played while a part of the board could not be read, once a
// person has named a move that no explanation of the readings has. It starts with that move and follows a
// known line: the squares that were read must show the same at every move, the silent ones are free. So it
// finds lines that the search has never tried, or has dropped long ago because they seemed unlikely.
// docs/reconstruction.md, "When a person is asked", says when it is used.
package reroute

import (
	"cmp"
	"slices"

	"touchmove/reconcile/policy"
	"touchmove/rules"
)

// Step is a half-move of the known line.
type Step struct {
	Move   rules.Move
	After  rules.Position
	Silent rules.Squares // squares without a reading when it was made
	Shown  rules.Squares // of those, the ones that were read again before the next move
	Known  bool          // no other move was made there
}

// Route is another line with as many half-moves as the known one, which agrees with it wherever the board was read.
type Route struct {
	Moves []rules.Move
	Cost  float64 // by how much less likely players are to choose these moves than those of the known line, as a logarithm
}

const (
	placesMost = 24  // positions that are followed, the likeliest
	pathsMost  = 8   // lines to each of them
	routesMost = 64  // lines returned
	silentMost = 64  // moves with silent squares that are followed: each takes milliseconds
	unseenEnd  = 0.7 // the cost of each end of a move that was not seen
)

// place is a position that may have been reached, with the lines that lead there.
type place struct {
	pos   rules.Position
	key   uint64
	paths []path // the likeliest first
}

// path is a line to a place.
type path struct {
	prev *path
	move rules.Move
	cost float64
}

// Find returns the lines that begin with first in the position from, likeliest first, at most 64. previous are
// the moves before it, and line is what follows from in the known line; first may be its move. Find returns
// nil if no legal line agrees with what was read, or if squares were silent at more than 64 moves. colours says that the sensors distinguish White's pieces from Black's.
func Find(from *rules.Position, previous policy.Previous, first rules.Move, line []Step, colours bool) []Route {
	silent := 0
	for i := range line {
		if line[i].Silent != 0 {
			silent++
		}
	}
	if silent > silentMost {
		return nil
	}
	places := []place{{pos: *from, key: from.Key(), paths: []path{{}}}}
	known, before := 0.0, *from
	for i := range line {
		step := &line[i]
		known += cost(&before, &step.After, step.Move, previous, step)
		named := rules.NoMove
		switch {
		case i == 0:
			named = first
		case step.Known:
			named = step.Move
		}
		places = follow(places, &before, step, previous, i, named, colours)
		if len(places) == 0 {
			return nil
		}
		previous = policy.Previous{Own: previous.Other, Other: step.Move}
		before = step.After
	}
	var routes []Route
	for i := range places {
		for j := range places[i].paths {
			p := &places[i].paths[j]
			routes = append(routes, Route{p.moves(len(line)), p.cost - known})
		}
	}
	slices.SortStableFunc(routes, func(a, b Route) int { return cmp.Compare(a.Cost, b.Cost) })
	return routes[:min(len(routes), routesMost)]
}

// follow returns the places to which one move leads that shows what the step shows; before is the position of
// the known line before it. If named is a move, only that one counts.
func follow(places []place, before *rules.Position, step *Step, previous policy.Previous, ply int, named rules.Move, colours bool) (next []place) {
	read := ^step.Silent
	seen := footprint(before, step.Move) & read
	at := map[uint64]int{}
	var room [rules.MaxMoves]rules.Move
	for i := range places {
		p := &places[i]
		if ply > 0 {
			previous.Other = p.paths[0].move
		}
		if ply > 1 {
			previous.Own = p.paths[0].prev.move
		}
		sum, summed := 0.0, false
		for _, m := range p.pos.LegalMoves(room[:0]) {
			touched := footprint(&p.pos, m)
			if named != rules.NoMove && m != named || touched&read != seen || touched&step.Silent == 0 && isOtherPiece(m, step.Move) {
				continue
			}
			after := p.pos.After(m)
			if differ(&after, &step.After, colours)&(read|step.Shown) != 0 {
				continue
			}
			if !summed && touched&step.Silent != 0 {
				sum, summed = policy.Sum(&p.pos, previous), true
			}
			price := priced(&p.pos, &after, m, previous, step, sum)
			key := after.Key()
			k, ok := at[key]
			if !ok {
				k = len(next)
				at[key] = k
				next = append(next, place{pos: after, key: key})
			}
			for j := range p.paths {
				next[k].paths = append(next[k].paths, path{&p.paths[j], m, p.paths[j].cost + price})
			}
		}
	}
	for i := range next {
		byCost(next[i].paths)
		next[i].paths = next[i].paths[:min(len(next[i].paths), pathsMost)]
	}
	slices.SortStableFunc(next, func(a, b place) int { return cmp.Compare(a.paths[0].cost, b.paths[0].cost) })
	return next[:min(len(next), placesMost)]
}

// isOtherPiece reports whether m and n, which both promote, name different pieces: which one it was does not depend on what
// was silent elsewhere.
func isOtherPiece(m, n rules.Move) bool {
	return m.Promotion() != n.Promotion() && m.Promotion() != rules.NoKind && n.Promotion() != rules.NoKind
}

func byCost(paths []path) {
	slices.SortStableFunc(paths, func(a, b path) int { return cmp.Compare(a.cost, b.cost) })
}

// cost prices a move of the known line.
func cost(p, after *rules.Position, m rules.Move, previous policy.Previous, step *Step) float64 {
	if footprint(p, m)&step.Silent == 0 {
		return 0
	}
	return priced(p, after, m, previous, step, policy.Sum(p, previous))
}

// priced prices a move by its ends that were not seen and by how likely players are to choose it; sum is the
// logarithm of the likelihoods of all moves. A move that was seen costs nothing.
func priced(p, after *rules.Position, m rules.Move, previous policy.Previous, step *Step, sum float64) float64 {
	if footprint(p, m)&step.Silent == 0 {
		return 0
	}
	ends := (rules.SquaresOf(m.From(), m.To()) & step.Silent).Count()
	return float64(ends)*unseenEnd - (policy.Score(p, after, m, previous) - sum + policy.Surprise)
}

// differ returns the squares that read differently in two positions.
func differ(p, q *rules.Position, colours bool) rules.Squares {
	if !colours {
		return p.Occupied() ^ q.Occupied()
	}
	return p.Of(rules.White) ^ q.Of(rules.White) | p.Of(rules.Black) ^ q.Of(rules.Black)
}

// footprint returns the squares that a move changes, among them the target of a capture.
func footprint(p *rules.Position, m rules.Move) rules.Squares {
	set := rules.SquaresOf(m.From(), m.To())
	switch {
	case m.IsCastling():
		king, rook := p.CastlingTargets(m)
		set |= rules.SquaresOf(king, rook)
	case m.IsEnPassant():
		set = set.With(p.Captured(m))
	}
	return set
}

// moves returns the moves of a path of this length.
func (p *path) moves(n int) []rules.Move {
	list := make([]rules.Move, n)
	for i := n - 1; i >= 0; i-- {
		list[i], p = p.move, p.prev
	}
	return list
}
