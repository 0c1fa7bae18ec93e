package explorer

// Tally is what is known of a move in a position.
type Tally struct {
	Games uint64   // in which it was played and somebody won, at least 1
	Wins  []uint64 // of them, by the seat that has won; several for partners
	Rated uint64   // of them, those in which the rating of who played it is known
	// Ratings is the sum of these ratings.
	Ratings uint64
	Last    uint64 // the year of the last of them that has a date, or 0
}

// add adds what is known of the same move from other games.
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

// row is a move in a position, as it is sorted: by key, then by move. The move is in
// the position as the file has it; "" stands for all that were too rare to be kept.
type row struct {
	key  Key
	move string
	Tally
}

// before says whether a row comes before another one.
func (r row) before(s row) bool { return r.key < s.key || r.key == s.key && r.move < s.move }
