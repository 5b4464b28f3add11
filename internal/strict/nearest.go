package strict

// Nearest returns the known word that is most similar to the one written, or "" if getting
// to it takes more changes than a third of the written letters, rounded up.
func Nearest(word string, known []string) string {
	best, limit := "", (len(word)+2)/3+1
	for _, k := range known {
		if d := distance(word, k); d < limit {
			best, limit = k, d
		}
	}
	return best
}

// distance counts the letters to add, remove or change to get from a to b (Levenshtein
// 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := diagonal
			if a[i-1] != b[j-1] {
				change++
			}
			diagonal = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
