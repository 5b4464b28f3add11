package way

type Wire struct{}

func (Wire) Tx() int { return 1 }
