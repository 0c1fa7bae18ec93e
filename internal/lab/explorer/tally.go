package explorer

// Tally is what is known about a move in a position.
type Tally struct {
	Games uint64   // decided games in which it was played, at least 1
	Wins  []uint64 // of these, the games won by each seat; partners win together
	Rated uint64   // of these, the games with a known rating of the player who chose it
	// Ratings is the sum of these ratings.
	Ratings uint64
	Last    uint64 // the year of the last of these games with a date, or 0
}

// add adds the tally of the same move from other games.
func (t *Tally) add(u Tally) {
	t.Games += u.Games
	for seat, wins := range u.Wins {
		if seat == len(t.Wins) {
			t.Wins = append(t.Wins, 0)
		}
		t.Wins[seat] += wins
	}
	t.Rated += u.Rated
	t.Ratings += u.Ratings
	t.Last = max(t.Last, u.Last)
}

// row is a move in a position as it is sorted: by key, then by move. The move belongs
// to the position as stored; "" stands for all moves that were too rare to be kept.
type row struct {
	key  Key
	move string
	Tally
}

// before reports whether a row comes before another one.
func (r row) before(s row) bool { return r.key < s.key || r.key == s.key && r.move < s.move }
