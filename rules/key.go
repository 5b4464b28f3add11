package rules

import "math/bits"

// Same reports whether two positions are the same for a repetition (2009: 9.2): the same player to move,
// pieces of the same kind and colour on the same squares, and the same possible moves, that is, the same
// castling rights and the same legal capture en passant. The counters do not matter.
func (p Position) Same(q Position) bool {
	return p.bit0 == q.bit0 && p.bit1 == q.bit1 && p.bit2 == q.bit2 && p.white == q.white &&
		p.turn == q.turn && p.castling == q.castling && p.ep == q.ep
}

// Key is a hash of what Same compares: equal for the same positions and, but for a chance collision
// of 64 bits, different for others. It is the same in every run, on every machine and in every
// release. Where a wrong draw would matter, confirm with Same.
func (p Position) Key() uint64 { return p.key() }

// The hash folds the whole board in four multiplications, which costs less than looking up a number
// for each piece. The constants are the fractional parts of the square roots of 2, 3, 5, 7, 11, 13
// and 17, as in FIPS 180-4, section 5.3.5, except for the lowest bits of some.
func (p *Position) key() uint64 {
	a := fold(uint64(p.bit0)^0x6a09e667f3bcc909, uint64(p.bit1)^0xbb67ae8584caa73b)
	b := fold(uint64(p.bit2)^0x3c6ef372fe94f82b, uint64(p.white)^0xa54ff53a5f1d36f1)
	c := fold(uint64(p.castling)^0x510e527fade682d1, uint64(p.ep)<<1|uint64(p.turn)|0x9b05688c2b3e6c00)
	return fold(a^bits.RotateLeft64(b, 23), b^bits.RotateLeft64(c, 41)^0x1f83d9abfb41bd6b)
}

// fold multiplies to 128 bits and adds the halves without carry.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
