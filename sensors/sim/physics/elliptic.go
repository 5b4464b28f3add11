package physics

import "math"

// cel is the generalised complete elliptic integral
//
//	C(kc, p, c, s) = ∫ (c cos²φ + s sin²φ) / ((cos²φ + p sin²φ) √(cos²φ + kc² sin²φ)) dφ
//
// from 0 to π/2, by Bulirsch's method (Numerische Mathematik 13, 305, 1969), in the form
// given by Derby and Olbert in their appendix. kc must not be 0. Every product is rounded
// separately; see the package comment.
func cel(kc, p, c, s float64) float64 {
	const tolerance = 1e-8
	k := math.Abs(kc)
	pp, cc, ss, em := p, c, s, 1.0
	if p > 0 {
		pp = math.Sqrt(p)
		ss = s / pp
	} else {
		f := float64(kc * kc)
		q := 1 - f
		g := 1 - pp
		f -= pp
		q = float64(q * (ss - float64(c*pp)))
		pp = math.Sqrt(f / g)
		cc = (c - ss) / g
		ss = -q/float64(float64(g*g)*pp) + float64(cc*pp)
	}
	f := cc
	cc += ss / pp
	g := k / pp
	ss = float64(2 * (ss + float64(f*g)))
	pp += g
	g, em = em, k+em
	kk := k
	for math.Abs(g-k) > float64(g*tolerance) {
		k = float64(2 * math.Sqrt(kk))
		kk = float64(k * em)
		f = cc
		cc += ss / pp
		g = kk / pp
		ss = float64(2 * (ss + float64(f*g)))
		pp += g
		g, em = em, k+em
	}
	return float64(math.Pi/2*(ss+float64(cc*em))) / float64(em*(em+pp))
}
