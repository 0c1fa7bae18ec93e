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

// fixture is a game to be played: its number decides all of it.
type fixture struct {
	number  int    // from 1
	meeting [2]int // the two players' indices
	seats   [2]int // the same, by seat
	opening int
	seed    uint64
}

// fixture returns the game with a number. The games come in rounds, in each of
// which all who meet play one opening, first the one and then the other as
// seat 1.
func (m *Match) fixture(number int) fixture {
	meetings := m.meetings()
	pair := (number - 1) / 2
	f := fixture{
		number:  number,
		meeting: meetings[pair%len(meetings)],
		opening: pair / len(meetings),
		seed:    1 + game.Mix(m.Seed^game.Mix(uint64(number)))>>34, // 30 bits, which all programs can read
	}
	f.seats = f.meeting
	if number%2 == 0 {
		f.seats = [2]int{f.meeting[1], f.meeting[0]}
	}
	return f
}
