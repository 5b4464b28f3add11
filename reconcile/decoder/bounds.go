package decoder

// bounds are the totals that a new hypothesis is measured by.
type bounds struct {
	least  float64   // the total of the best hypothesis, as of the last count
	worst  float64   // the worst total kept, once thin has dropped hypotheses
	totals []float64 // scratch memory of thin
}
