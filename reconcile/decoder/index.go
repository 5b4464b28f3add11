package decoder

// index finds the hypotheses of the beam by their key. It is made when it is first needed, and
// dropped whenever the order of the beam or a key in it may change.
type index struct {
	places map[uint64]int32 // the first place in the beam with each key
	made   bool
}

// begin makes an empty index.
func (x *index) begin() {
	if x.places == nil {
		x.places = make(map[uint64]int32, 2*beamWidth)
	}
	clear(x.places)
	x.made = true
}

// note takes the place of a key, unless it has an earlier one.
func (x *index) note(key uint64, place int) {
	if _, known := x.places[key]; !known {
		x.places[key] = int32(place)
	}
}

// drop forgets the index.
func (x *index) drop() { x.made = false }
