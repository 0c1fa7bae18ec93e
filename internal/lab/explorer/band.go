package explorer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/record"
)

// Band selects games by the mean rating of their players when they played. [All] is all
// games, with or without ratings. Band 1 is the games below a file's first boundary, band
// 2 those from there to below the second, and so on.
type Band int

// All is the band of all games.
const All Band = 0

// maxBands bounds how many boundaries a file has.
const maxBands = 15

// Boundaries is the ratings at which one band ends and the next begins, in ascending
// order. A file without any has only the band [All].
type Boundaries []int

// UsualBands returns the boundaries of files that people look at.
func UsualBands() Boundaries { return Boundaries{1200, 1500, 1800} }

// BandOf returns the band of a rating, All if there are no boundaries.
func (b Boundaries) BandOf(rating int) Band {
	if len(b) == 0 {
		return All
	}
	i, found := slices.BinarySearch(b, rating)
	if found {
		i++
	}
	return Band(i + 1)
}

// Check returns an error for boundaries that no file has.
func (b Boundaries) Check() error {
	if len(b) > maxBands {
		return fmt.Errorf("%d boundaries of ratings: want at most %d", len(b), maxBands)
	}
	for i, at := range b {
		if at <= 0 || i > 0 && at <= b[i-1] {
			return fmt.Errorf("boundaries of ratings %v: want positive numbers in ascending order", []int(b))
		}
	}
	return nil
}

// bandsOf returns the bands in which a game counts: All, and the one of the mean rating
// if all ratings are known.
func (b Boundaries) bandsOf(g record.Game, seats int) []Band {
	if len(b) == 0 {
		return []Band{All}
	}
	sum := 0
	for seat := range seats {
		rating := ratingOf(g, strconv.Itoa(seat+1))
		if rating == 0 {
			return []Band{All}
		}
		sum += int(rating)
	}
	return []Band{All, b.BandOf(sum / seats)}
}

// ratingOf returns the rating of the player with a seat, or 0.
func ratingOf(g record.Game, seat string) uint64 {
	digits := strings.TrimRight(g.Tag("Rating"+seat), "?") // a ? marks a provisional rating
	rating, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0
	}
	return rating
}
