package decoder

import "touchmove/rules"

// search holds the hypotheses, and room for others so that growing needs no memory.
type search struct {
	beam          []*hypothesis // best first
	spare         []*hypothesis
	links         []*link       // of newborn hypotheses that did not enter, to be used again
	least         float64       // the total of the best hypothesis, as of the last count
	worst         float64       // of those that are kept, when they have become too many since
	totals        []float64     // scratch of thin
	parents, born []*hypothesis // scratch of grow
	moves         []rules.Move  // scratch
	spans         spans
}

func (p *search) take() *hypothesis {
	if n := len(p.spare); n > 0 {
		s := p.spare[n-1]
		p.spare = p.spare[:n-1]
		return s
	}
	return new(hypothesis)
}

func (p *search) takeLink() *link {
	if n := len(p.links); n > 0 {
		l := p.links[n-1]
		p.links = p.links[:n-1]
		return l
	}
	return new(link)
}

func (p *search) freeLink(l *link) {
	*l = link{} // lets go of its past
	p.links = append(p.links, l)
}

func (p *search) free(s *hypothesis) {
	s.tail = nil
	p.spare = append(p.spare, s)
}

func (p *search) clone(s *hypothesis) *hypothesis {
	c := p.take()
	*c = *s
	return c
}
