package decoder

import "touchmove/rules"

// search holds the hypotheses, and spare ones so that growing allocates no memory.
type search struct {
	beam          []*hypothesis // best first
	spare         []*hypothesis
	links         []*link       // links of new hypotheses that did not enter the beam, for reuse
	least         float64       // the total of the best hypothesis, as of the last count
	worst         float64       // the worst total kept, once thin has dropped hypotheses
	totals        []float64     // scratch memory of thin
	parents, born []*hypothesis // scratch memory of grow
	moves         []rules.Move  // scratch memory
	spans         spans
	index         index
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
	*l = link{} // releases the links before it
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
