package rating

// Places returns the places of rows, the best first, from 1: a row that is equal to the one
// before it shares its place, as in 1, 2, 2, 4.
func Places[T any](rows []T, equal func(a, b T) bool) []int {
	places := make([]int, len(rows))
	for i := range rows {
		places[i] = i + 1
		if i > 0 && equal(rows[i-1], rows[i]) {
			places[i] = places[i-1]
		}
	}
	return places
}
