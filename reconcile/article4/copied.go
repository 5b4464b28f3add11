package article4

// copied returns a copy of what p points to, and nil of nil.
func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
