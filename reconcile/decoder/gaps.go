package decoder

import "time"

// gap is a time during which a square read empty; until is 0 while it still does.
type gap struct{ from, until time.Duration }

// gapList holds the latest gaps of a square, newest first.
type gapList [8]gap

func (g *gapList) begin(at time.Duration) {
	copy(g[1:], g[:len(g)-1])
	g[0] = gap{from: at}
}

func (g *gapList) end(at time.Duration) {
	if g[0].from != 0 && g[0].until == 0 {
		g[0].until = at
	}
}

// last returns the latest gap that is over and began at since or later, and false if there is none.
// A contact that bounces for less than bounce splits one gap into several, which last joins.
func (g *gapList) last(since, bounce time.Duration) (gap, bool) {
	for i, last := range g {
		if last.from == 0 || last.from < since {
			return gap{}, false
		}
		if last.until == 0 {
			continue
		}
		for j := i + 1; j < len(g) && g[j].until != 0 && last.from-g[j].until < bounce && g[j].from >= since; j++ {
			last.from = g[j].from
		}
		return last, true
	}
	return gap{}, false
}

// covers reports whether the square was empty at t.
func (g *gapList) covers(t time.Duration) bool {
	for _, a := range g {
		if a.from != 0 && a.from <= t && (a.until == 0 || a.until > t) {
			return true
		}
	}
	return false
}

// overlaps reports whether the squares of both lists were empty at the same time at some moment
// since then, and no longer are.
func (g *gapList) overlaps(h *gapList, since time.Duration) bool {
	for _, a := range g {
		for _, b := range h {
			if a.from >= since && b.from >= since && a.until > b.from && b.until > a.from {
				return true
			}
		}
	}
	return false
}
