package match

import (
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/draft"
)

// DealtBook returns openings like those of [RandomOpenings] from the start of a
// variant, each with other powers: drawn, or drafted by the rule book with a program
// drafting for all players. Powers that a draft does not draw come from the variant;
// naming a power here is an error.
func DealtBook(e catalog.Entry, variant string, way draft.Method, plies int, seed uint64) (Book, error) {
	if !way.IsRandom() && way != draft.ByDrafted {
		return nil, fmt.Errorf("powers %q: want %s, %s or %s for other ones in each opening", way, draft.ByRandom, draft.ByFair, draft.ByDrafted)
	}
	b := dealtBook{e, variant, way, plies, seed}
	_, err := b.Opening(0)
	return b, err
}

type dealtBook struct {
	entry   catalog.Entry
	variant string
	way     draft.Method
	plies   int
	seed    uint64
}

func (b dealtBook) String() string {
	return fmt.Sprintf("powers by %s, %s", b.way, RandomOpenings(nil, b.plies, b.seed, b.entry.Openings))
}

// Opening deals the powers and draws the moves.
func (b dealtBook) Opening(i int) (Opening, error) {
	start, err := b.deal(game.Mix(b.seed ^ game.Mix(uint64(i))))
	if err != nil {
		return Opening{}, err
	}
	return RandomOpenings(start, b.plies, b.seed, b.entry.Openings).Opening(i)
}

// deal returns the start with the powers that follow from a seed.
func (b dealtBook) deal(seed uint64) (game.Position, error) {
	variant, err := b.entry.ResolvePowers(b.variant, b.way, seed)
	if errors.Is(err, draft.ErrDraft) {
		variant, err = b.draft(seed)
	}
	if err != nil {
		return nil, err
	}
	return b.entry.Game.Start(variant)
}

// draft returns the variant with the powers of a draft.
func (b dealtBook) draft(seed uint64) (string, error) {
	start, err := b.entry.Game.Start(b.variant)
	if err != nil {
		return "", err
	}
	powers, err := b.entry.Cards.Drafted(start.Board().Seats, seed)
	if err != nil {
		return "", err
	}
	return b.entry.ResolvePowers(b.variant, draft.Hand(powers), 0)
}
