package rating_test

import (
	"slices"
	"testing"

	"thera/internal/lab/rating"
)

func TestPlaces(t *testing.T) {
	same := func(a, b int) bool { return a == b }
	if got, want := rating.Places([]int{9, 7, 7, 5, 5, 5, 1}, same), []int{1, 2, 2, 4, 4, 4, 7}; !slices.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
}
