package calibration

import (
	"math"
	"slices"
)

// madSigma converts a median absolute deviation to a standard deviation for normally
// distributed errors (Hampel, JASA 69, 1974).
const madSigma = 1.4826

// median returns the middle value, or the mean of the two in the middle; 0 if there are
// none. It does not change the slice.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Clone(values)
	slices.Sort(s)
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// spread returns a standard deviation that a few outliers do not change.
func spread(values []float64) float64 {
	m := median(values)
	far := make([]float64, len(values))
	for i, v := range values {
		far[i] = math.Abs(v - m)
	}
	return madSigma * median(far)
}

// slope returns how fast values change with time: the median of the slopes of all pairs,
// which tolerates up to 29 % of outliers (Sen, JASA 63, 1968).
func slope(at, values []float64) float64 {
	var all []float64
	for i := range values {
		for j := range i {
			if dt := at[i] - at[j]; dt != 0 {
				all = append(all, (values[i]-values[j])/dt)
			}
		}
	}
	return median(all)
}

// round rounds to a number of decimals, as in the calibration file.
func round(v float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(v*p) / p
}
