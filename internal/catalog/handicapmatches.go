package catalog

import "thera/internal/catalog/setup"

// handicapMatches are the matches that measured the handicaps, by game and name. The
// commands are in docs/play/handicaps.md. They were played in November 2026 by the engines
// of the commit "amazons, opening: read two files without reflection".
var handicapMatches = map[string]map[string][]setup.Measurement{
	"amazons": {
		"extra-turn":    {won(113, 200, "level 3"), won(62, 100, "level 5")},
		"first-turn":    {won(100, 200, "level 3")},
		"half-time":     {won(71, 100, "4,000 nodes")},
		"home-rank":     {won(122, 200, "level 3"), won(69, 100, "level 5")},
		"home-ranks":    {won(166, 200, "level 3"), won(71, 100, "level 5")},
		"quarter-time":  {won(84, 100, "4,000 nodes")},
		"three-amazons": {won(193, 200, "level 3"), won(40, 42, "level 5")},
	},
	"santorini": {
		"extra-turn":   {won(109, 200, "level 3"), won(57, 100, "level 5")},
		"half-time":    {won(71, 100, "4,000 nodes")},
		"quarter-time": {won(87, 100, "4,000 nodes")},
	},
	"hermit": {
		"first-turn":     {won(193, 400, "level 3"), won(60, 100, "level 5")},
		"first-turn-5x5": {won(207, 400, "level 3"), won(83, 100, "level 5")},
		"half-time":      {won(88, 100, "4,000 nodes")},
		"quarter-time":   {won(95, 100, "4,000 nodes")},
	},
}

// won returns a match in which the player who received the handicap won some of the games.
func won(games, of int, strength string) setup.Measurement {
	return setup.Measurement{Strength: strength, Won: games, Games: of}
}

// measured returns handicaps of a game with the matches that measured them.
func measured(game string, all []setup.Handicap) []setup.Handicap {
	for i, h := range all {
		if matches, ok := handicapMatches[game][h.Name]; ok {
			all[i].Measured = matches
		}
	}
	return all
}
