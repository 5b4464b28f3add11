package decoder

// faults says whether castling is tried although a trusted sensor contradicts it.
type faults uint8

const (
	noFault  faults = iota
	oneFault        // complete castling: the other sensors are evidence enough, so this does not wait as other faults do
)
