package catalog

import "thera/game"

// Rules returns the rules of a game by its name.
func Rules(name string) (game.Game, error) {
	entry, err := Find(name)
	return entry.Game, err
}

// AllRules returns the rules of all games.
func AllRules() (rules []game.Game) {
	for _, entry := range Games() {
		rules = append(rules, entry.Game)
	}
	return rules
}
