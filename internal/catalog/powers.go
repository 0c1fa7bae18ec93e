package catalog

import (
	"thera/internal/draft"
	"thera/santorini"
)

// Settle returns the variant that comes of choosing powers in a way for one of
// the game's, "" for the default, as [draft.Cards.Settle] does.
func (e Entry) Settle(variant string, way draft.Way, seed uint64) (string, error) {
	pos, err := e.Game.Start(variant)
	if err != nil {
		return "", err
	}
	if variant == "" {
		variant = e.Game.Variants()[0]
	}
	return e.Cards.Settle(variant, pos.Board().Seats, way, seed)
}

// santoriniCards are the powers of Santorini.
func santoriniCards() draft.Cards {
	cards := draft.Cards{None: santorini.Mortal.String(), Rule: func(name string) string {
		power, err := santorini.ParsePower(name)
		if err != nil {
			return ""
		}
		return power.Rule()
	}}
	for _, power := range santorini.Powers()[1:] {
		cards.Names = append(cards.Names, power.String())
	}
	return cards
}
