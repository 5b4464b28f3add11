package room

// C needs B, which does not need C.
func C(b B) int { return b.X() }
