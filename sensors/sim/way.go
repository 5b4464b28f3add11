package sim

// Way is a way of carrying out a move, with a weight that says how often people
// choose it among the ways of its kind. The names are those of Ply.Style.
type Way struct {
	Name   string
	Weight int
}

// choose draws one of the ways that are possible here.
func (d dice) choose(ways []Way, can func(name string) bool) string {
	sum := 0
	for _, w := range ways {
		if can == nil || can(w.Name) {
			sum += w.Weight
		}
	}
	if sum == 0 {
		return ""
	}
	n := d.r.IntN(sum)
	for _, w := range ways {
		if can != nil && !can(w.Name) {
			continue
		}
		if n -= w.Weight; n < 0 {
			return w.Name
		}
	}
	return ""
}
