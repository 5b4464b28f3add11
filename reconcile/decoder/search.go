package decoder

import "touchmove/rules"

// search holds the hypotheses.
type search struct {
	beam   []*hypothesis // best first
	born   []*hypothesis // children of the hypothesis that grows, until they enter the beam
	bounds bounds
	spans  spans
	index  index
	memory memory
}

const workOfChild = 20 // comparisons with a reading take as long as trying a move

// memory is used again and again, so that growing allocates none.
type memory struct {
	spare   []*hypothesis
	links   []*link       // links of new hypotheses that did not enter the beam
	parents []*hypothesis // scratch memory of grow
	moves   []rules.Move  // scratch memory
	chosen  chosen        // the latest result of choiceOf
	work    int           // see Work
}

func (p *search) alloc() *hypothesis {
	if n := len(p.memory.spare); n > 0 {
		s := p.memory.spare[n-1]
		p.memory.spare = p.memory.spare[:n-1]
		return s
	}
	return new(hypothesis)
}

func (p *search) allocLink() *link {
	if n := len(p.memory.links); n > 0 {
		l := p.memory.links[n-1]
		p.memory.links = p.memory.links[:n-1]
		return l
	}
	return new(link)
}

func (p *search) freeLink(l *link) {
	*l = link{} // releases the links before it
	p.memory.links = append(p.memory.links, l)
}

func (p *search) free(s *hypothesis) {
	s.tail = nil
	p.memory.spare = append(p.memory.spare, s)
}

func (p *search) clone(s *hypothesis) *hypothesis {
	c := p.alloc()
	*c = *s
	return c
}
