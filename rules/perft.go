package rules

// Perft counts the lines of exactly depth half-moves of legal moves, the usual measure of a move
// generator's correctness and speed. The last half-move is generated, not played. Depth 0 gives 1.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(make([]moveList, depth))
}

// perft uses one list for each half-move still to go.
func (p *Position) perft(lists []moveList) (nodes uint64) {
	list := &lists[0]
	n := p.generate(list, AllSquares)
	if len(lists) == 1 {
		return uint64(n)
	}
	var q Position
	for _, m := range list[:n] {
		p.into(&q, m)
		nodes += q.perft(lists[1:])
	}
	return nodes
}
