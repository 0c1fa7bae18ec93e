package catalog

import (
	"context"

	"thera/hermit"
	"thera/hermit/endgame"
)

// Census counts the parts with a number of squares, from 1 to Most, by nimber, in a game
// whose positions are sums of parts.
type Census struct {
	Most  int
	Count func(ctx context.Context, squares int) ([]Tally, error)
}

// Tally is how many parts there are with a number of squares and a nimber.
type Tally = endgame.Tally

// CensusOf returns the census of a game, ok if there is one. It is not in the Entry, so
// that the page's programs don't carry it.
func CensusOf(e Entry) (c Census, ok bool) {
	if e.Game.Name() != hermit.Rules().Name() {
		return Census{}, false
	}
	return Census{endgame.MaxCensus, endgame.Census}, true
}
