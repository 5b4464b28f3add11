package trace

import "slices"

// Form is what one command takes, for whoever lists commands or describes them
// to others.
type Form struct {
	Do     string
	By     []string // the words that "by" may be
	ByNeed bool     // whether "by" must be set
	Need   []string // the other keys that must be set
	What   []string // the words that "what" may be; nil lets every text stand
}

// Forms lists every command that Validate knows, in the order of docs/trace.md.
// The slices are the caller's own.
func Forms() []Form {
	list := make([]Form, len(forms))
	for i, f := range forms {
		list[i] = Form{Do: f.do, By: []string{"white", "black"}, ByNeed: f.by != anybody, Need: slices.Clone(f.need), What: slices.Clone(f.what)}
		if f.by != aPlayer {
			list[i].By = append(list[i].By, "arbiter")
		}
	}
	return list
}

// Results lists the results that a command may enter.
func Results() []string { return slices.Clone(results) }

// Promotions lists the pieces that a command may name; none is a pawn left
// standing.
func Promotions() []string { return slices.Clone(promotions) }
