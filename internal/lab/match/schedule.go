package match

import "thera/game"

// meetings returns who meets whom, by their indices.
func (m *Match) meetings() [][2]int {
	var all [][2]int
	for i := range m.Players {
		for j := i + 1; j < len(m.Players); j++ {
			if i == 0 || !m.Gauntlet {
				all = append(all, [2]int{i, j})
			}
		}
	}
	return all
}

// Total returns the number of games to be played, 0 if it is without end.
func (m *Match) Total() int { return m.Games * len(m.meetings()) }

// has reports whether there is a game with that number.
func (m *Match) has(number int) bool { return m.Games == 0 || number <= m.Total() }

// pairing is a game to be played: its number decides all of it.
type pairing struct {
	number  int    // from 1
	meeting [2]int // the two players' indices
	sides   []int  // by seat, 0 for the first of them and 1 for the second
	opening int
	seed    uint64
}

// player returns the index of the player at a seat.
func (f pairing) player(seat int) int { return f.meeting[f.sides[seat]] }

// players returns the names of a game's players by seat.
func (m *Match) players(f pairing) []string {
	all, names := m.names(), make([]string, len(f.sides))
	for seat := range f.sides {
		names[seat] = all[f.player(seat)]
	}
	return names
}

// pairing returns the game with a number. The games come in rounds, in each of
// which all who meet play one opening, first the one and then the other as
// seat 1. Where there are more seats, they share them out in as many ways as
// there are, in one round each: of three, the first player has seat 1, then 1
// and 2, then 1 and 3, and in the second game of each pair all others. The seats
// of a team, which win and lose together, are always one player's.
func (m *Match) pairing(number int) pairing {
	meetings := m.meetings()
	pair := (number - 1) / 2
	round := pair / len(meetings)
	teams := m.teams()
	ways := 1<<(len(teams)-1) - 1
	f := pairing{
		number:  number,
		meeting: meetings[pair%len(meetings)],
		opening: round / ways,
		seed:    1 + game.Mix(m.Seed^game.Mix(uint64(number)))>>34, // 30 bits, which all programs can read
	}
	first := 2*(round%ways) + 1 // the teams of the first player, a bit each
	if number%2 == 0 {
		first = ^first
	}
	f.sides = make([]int, m.seats())
	for i, team := range teams {
		for seat := range team.All() {
			f.sides[seat] = 1 - first>>i&1
		}
	}
	return f
}

// teams returns the seats that win and lose together, those of seat 1 first: where
// each plays for itself, one seat each.
func (m *Match) teams() (teams []game.Seats) {
	start, err := m.Entry.Game.Start(m.Variant)
	if err != nil {
		return []game.Seats{game.Only(0), game.Only(1)}
	}
	board := start.Board()
	for seat := range start.Seats().All() {
		if team := board.Allies(seat); firstOf(team) == seat {
			teams = append(teams, team)
		}
	}
	return teams
}

// seats returns the number of seats, 2 if the match can't be played.
func (m *Match) seats() int {
	start, err := m.Entry.Game.Start(m.Variant)
	if err != nil {
		return 2
	}
	return start.Seats().Len()
}
