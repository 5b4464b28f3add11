package room

// B needs A.
type B struct{ a A }

// X is what A has.
func (b B) X() int { return b.a.x + b.a.y }
