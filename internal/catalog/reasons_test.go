package catalog

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/amazons"
	amazonsreason "thera/amazons/endgame"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	hermitreason "thera/hermit/endgame"
	"thera/santorini"
	santorinireason "thera/santorini/eval"
)

// turns is a position and what two turns from it lead to.
type turns struct{ before, worse, good game.Position }

// claims holds for a kind of reason what it says, found out in the plainest way; ok is
// false where it is not true.
type claims map[string]func(turns) (r game.Reason, ok bool)

// TestReasons compares the reasons for random pairs of turns with plain definitions of
// their kinds: each is given where it holds, and nowhere else.
func TestReasons(t *testing.T) {
	const flat = "00000/00000/00000/00000/00000 "
	for _, test := range []struct {
		entry  Entry
		games  int
		starts []string
		claims claims
	}{
		{Amazons(), 30, []string{"1q2/3q/Q3/2Q1 w", "q2/3/3/3/2Q w"}, amazonsClaims()},
		{Santorini(), 12, []string{flat + "b2d4,b4d2 1", flat + "b2d4,b4d2 1 artemis,pan", flat + "b2d2,b4d4,+,+ 1"}, santoriniClaims()},
		{Hermit(), 40, []string{"..../..../..../.... 1", "....../....../....../...... 1"}, hermitClaims()},
	} {
		t.Run(test.entry.Game.Name(), func(t *testing.T) {
			told, untold := map[string]int{}, map[string]int{}
			for _, start := range test.starts {
				for pair, moves := range randomPairs(t, test.entry.Game, start, test.games) {
					got := test.entry.Reasons(pair.before, pair.worse, pair.good)
					var want []game.Reason
					for _, kind := range test.entry.ReasonKinds {
						r, ok := test.claims[kind](pair)
						if r.Kind = kind; ok {
							want, told[kind] = append(want, r), told[kind]+1
						} else {
							untold[kind]++
						}
					}
					if !slices.EqualFunc(got, want, equalReasons) {
						t.Fatalf("%s, %s instead of %s: %v, want %v", pair.before, moves[0], moves[1], got, want)
					}
				}
			}
			for _, kind := range test.entry.ReasonKinds {
				if told[kind] == 0 || untold[kind] == 0 {
					t.Errorf("%s: true %d times, not true %d times", kind, told[kind], untold[kind])
				}
			}
		})
	}
}

func equalReasons(a, b game.Reason) bool {
	return a.Kind == b.Kind && a.Counts == b.Counts && slices.Equal(a.Squares, b.Squares)
}

// randomPairs yields pairs of random turns from the positions of random games.
func randomPairs(t *testing.T, rules game.Game, start string, games int) func(func(turns, [2]game.Move) bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	play := func(pos game.Position, move game.Move) game.Position {
		return gametest.Must(t, pos.Play, move)
	}
	return func(yield func(turns, [2]game.Move) bool) {
		for range games {
			pos := gametest.Must(t, rules.Parse, start)
			for pos.Winners() == 0 {
				all := pos.Moves()
				a, b := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
				if !yield(turns{pos, play(pos, a), play(pos, b)}, [2]game.Move{a, b}) {
					return
				}
				pos = play(pos, a)
			}
		}
	}
}

// squareSet is a set of squares, the plain way.
type squareSet map[game.Square]bool

// minus returns how many squares of s are not in other.
func (s squareSet) minus(other squareSet) (n int) {
	for square := range s {
		if !other[square] {
			n++
		}
	}
	return n
}

// squaresOf returns the squares of a position with the given owner and whether they are empty.
func squaresOf(pos game.Position, owner game.Seats, empty bool) squareSet {
	set := squareSet{}
	for square, cell := range pos.Board().All() {
		if cell.Owner == owner && (cell.Kind == "") == empty {
			set[square] = true
		}
	}
	return set
}

func adjacent(a, b game.Square) bool {
	dx, dy := a.File()-b.File(), a.Rank()-b.Rank()
	return max(dx, -dx, dy, -dy) == 1
}

// floodOf returns the empty squares connected with some squares.
func floodOf(from, empty squareSet) squareSet {
	found := squareSet{}
	for grew := true; grew; {
		grew = false
		for square := range empty {
			if found[square] {
				continue
			}
			for _, set := range []squareSet{from, found} {
				for other := range set {
					if !found[square] && adjacent(square, other) {
						found[square], grew = true, true
					}
				}
			}
		}
	}
	return found
}

// queenDistances returns how many queen moves a seat needs to each empty square.
func queenDistances(pos game.Position, seat game.Seat) map[game.Square]int {
	empty, distance := squaresOf(pos, 0, true), map[game.Square]int{}
	front := squaresOf(pos, game.Only(seat), false)
	for n := 1; len(front) > 0; n++ {
		next := squareSet{}
		for from := range front {
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					for file, rank := from.File()+dx, from.Rank()+dy; (dx != 0 || dy != 0) && file >= 0 && rank >= 0; file, rank = file+dx, rank+dy {
						to := game.At(file, rank)
						if !empty[to] {
							break
						}
						if distance[to] == 0 {
							distance[to], next[to] = n, true
						}
					}
				}
			}
		}
		front = next
	}
	return distance
}

// leadOf returns how many more squares a seat gets to first than the other.
func leadOf(pos game.Position, seat game.Seat) (lead int) {
	own, other := queenDistances(pos, seat), queenDistances(pos, 1-seat)
	for square := range squaresOf(pos, 0, true) {
		a, b := own[square], other[square]
		switch {
		case a != 0 && (b == 0 || a < b):
			lead++
		case b != 0 && (a == 0 || b < a):
			lead--
		}
	}
	return lead
}

// trappedOf returns the amazon, of those of a seat, that is left with the fewest squares,
// two at most and three fewer than before.
func trappedOf(own, before, after squareSet) (r game.Reason, ok bool) {
	for square := range own {
		here := squareSet{square: true}
		n := len(floodOf(here, after))
		if n > 2 || len(floodOf(here, before)) < n+3 {
			continue
		}
		if !ok || n < r.Counts[0] || n == r.Counts[0] && square < r.Squares[0] {
			r, ok = game.Reason{Squares: []game.Square{square}, Counts: [2]int{n}}, true
		}
	}
	return r, ok
}

// mostTurns returns how many turns a seat can make in a row. It notes answers in known.
func mostTurns(own, empty game.Squares, known map[[2]game.Squares]int) (most int) {
	key := [2]game.Squares{own, empty}
	if n, ok := known[key]; ok {
		return n
	}
	for _, m := range amazons.AppendTurns(nil, own, empty) {
		rest := empty.With(m.From()).Without(m.To()).Without(m.Arrow())
		most = max(most, 1+mostTurns(own.Without(m.From()).With(m.To()), rest, known))
	}
	known[key] = most
	return most
}

func amazonsClaims() claims {
	private := func(pos game.Position, seat game.Seat) int {
		empty := squaresOf(pos, 0, true)
		return floodOf(squaresOf(pos, game.Only(seat), false), empty).
			minus(floodOf(squaresOf(pos, game.Only(1-seat), false), empty))
	}
	behind := func(pos game.Position) (turns int, ok bool) {
		p, _ := game.KernelOf[amazons.Position](pos)
		me, empty := pos.Turn(), squaresOf(pos, 0, true)
		own, other := squaresOf(pos, game.Only(me), false), squaresOf(pos, game.Only(1-me), false)
		for square := range empty {
			ground := maps.Clone(empty)
			maps.Copy(ground, own)
			maps.Copy(ground, other)
			region := floodOf(squareSet{square: true}, ground)
			if region.minus(own) < len(region) && region.minus(other) < len(region) {
				return 0, false
			}
		}
		known := map[[2]game.Squares]int{}
		return mostTurns(p.Amazons(me), p.Empty(), known) - mostTurns(p.Amazons(1-me), p.Empty(), known), true
	}
	endangered := func(pos game.Position) (r game.Reason, ok bool) {
		own, before := squaresOf(pos, game.Only(1-pos.Turn()), false), squaresOf(pos, 0, true)
		for _, move := range pos.Moves() {
			next, err := pos.Play(move)
			if err != nil {
				panic(err)
			}
			if found, is := trappedOf(own, before, squaresOf(next, 0, true)); is && (!ok || found.Counts[0] < r.Counts[0]) {
				r, ok = found, true
			}
		}
		return r, ok
	}
	spared := func(before, after game.Position) (game.Reason, bool) {
		rivals := squaresOf(before, game.Only(1-before.Turn()), false)
		return trappedOf(rivals, squaresOf(before, 0, true), squaresOf(after, 0, true))
	}
	return claims{
		amazonsreason.ReasonSeparated: func(x turns) (r game.Reason, ok bool) {
			n, ok := behind(x.worse)
			m, also := behind(x.good)
			return game.Reason{Counts: [2]int{n}}, ok && n > 0 && (!also || m <= 0)
		},
		amazonsreason.ReasonShut: func(x turns) (r game.Reason, ok bool) {
			own := squaresOf(x.worse, game.Only(x.before.Turn()), false)
			return trappedOf(own, squaresOf(x.before, 0, true), squaresOf(x.worse, 0, true))
		},
		amazonsreason.ReasonEndangered: func(x turns) (game.Reason, bool) {
			r, ok := endangered(x.worse)
			_, also := endangered(x.good)
			return r, ok && !also
		},
		amazonsreason.ReasonSpared: func(x turns) (game.Reason, bool) {
			r, ok := spared(x.before, x.good)
			_, also := spared(x.before, x.worse)
			return r, ok && !also
		},
		amazonsreason.ReasonOpen: func(x turns) (game.Reason, bool) {
			than, then := private(x.good, x.before.Turn()), private(x.worse, x.before.Turn())
			return game.Reason{Counts: [2]int{than, then}}, than >= then+3
		},
		amazonsreason.ReasonGiven: func(x turns) (game.Reason, bool) {
			then, than := private(x.worse, 1-x.before.Turn()), private(x.good, 1-x.before.Turn())
			return game.Reason{Counts: [2]int{then, than}}, then >= than+3
		},
		amazonsreason.ReasonTerritory: func(x turns) (game.Reason, bool) {
			n := leadOf(x.good, x.before.Turn()) - leadOf(x.worse, x.before.Turn())
			return game.Reason{Counts: [2]int{n}}, n >= 3
		},
	}
}

// winsAtOnce returns the squares that a seat would win by moving to if it were its turn.
func winsAtOnce(pos game.Position, seat game.Seat) (squares []game.Square) {
	if pos.Winners() != 0 {
		return nil
	}
	own, err := santorini.Rules().Compose(pos.Board(), seat)
	if err != nil || own.Turn() != seat {
		return nil
	}
	for _, move := range own.Moves() {
		m, err := santorini.ParseMove(string(move))
		if err != nil {
			panic(err)
		}
		next, err := own.Play(move)
		if err != nil {
			panic(err)
		}
		if p, _ := game.KernelOf[santorini.Position](next); !p.Winners().Has(seat) || next.Ending() == game.Stuck {
			continue
		}
		_, to, _ := m.Spaces()
		if !slices.Contains(squares, to.Square()) {
			squares = append(squares, to.Square())
		}
	}
	return squares
}

func santoriniClaims() claims {
	bySpace := func(squares []game.Square) []game.Square {
		slices.SortFunc(squares, func(a, b game.Square) int {
			x, _ := santorini.SpaceOf(a)
			y, _ := santorini.SpaceOf(b)
			return int(x) - int(y)
		})
		return squares
	}
	// allowed returns the climbs of the next seat that the better turn stops, and which of
	// them it puts a dome on.
	allowed := func(x turns) (climbs, domes []game.Square) {
		if x.worse.Winners()|x.good.Winners() != 0 || len(winsAtOnce(x.good, x.good.Turn())) > 0 {
			return nil, nil
		}
		climbs = bySpace(winsAtOnce(x.worse, x.worse.Turn()))
		before, after := x.before.Board(), x.good.Board()
		for _, square := range climbs {
			if after.At(square).Level == santorini.Dome && before.At(square).Level < santorini.Dome {
				domes = append(domes, square)
			}
		}
		return climbs, domes
	}
	threats := func(x turns) (good, worse int, squares []game.Square) {
		if x.worse.Winners()|x.good.Winners() != 0 || len(winsAtOnce(x.good, x.good.Turn())) > 0 {
			return 0, 0, nil
		}
		squares = bySpace(winsAtOnce(x.good, x.before.Turn()))
		return len(squares), len(winsAtOnce(x.worse, x.before.Turn())), squares
	}
	return claims{
		santorinireason.ReasonDome: func(x turns) (game.Reason, bool) {
			_, domes := allowed(x)
			return game.Reason{Squares: domes}, len(domes) > 0
		},
		santorinireason.ReasonAllowed: func(x turns) (game.Reason, bool) {
			climbs, domes := allowed(x)
			return game.Reason{Squares: climbs}, len(climbs) > 0 && len(domes) == 0
		},
		santorinireason.ReasonDouble: func(x turns) (game.Reason, bool) {
			good, worse, squares := threats(x)
			return game.Reason{Squares: squares}, good > 1 && worse < 2
		},
		santorinireason.ReasonThreat: func(x turns) (game.Reason, bool) {
			good, worse, squares := threats(x)
			return game.Reason{Squares: squares}, good == 1 && worse == 0
		},
	}
}

// fixedLength returns the number of turns to the end if no turn rules out another one on
// another square.
func fixedLength(pos game.Position) (turns int, ok bool) {
	if pos.Winners() != 0 {
		return 0, true
	}
	squareOf := func(move game.Move) [2]game.Square {
		m, err := hermit.ParseMove(string(move))
		if err != nil {
			panic(err)
		}
		return [2]game.Square{m.First(), m.Last()}
	}
	for _, move := range pos.Moves() {
		next, err := pos.Play(move)
		if err != nil {
			panic(err)
		}
		for _, other := range pos.Moves() {
			if squareOf(other) != squareOf(move) && !slices.Contains(next.Moves(), other) {
				return 0, false
			}
		}
	}
	next, err := pos.Play(pos.Moves()[0])
	if err != nil {
		panic(err)
	}
	turns, _ = fixedLength(next)
	return turns + 1, true
}

func hermitClaims() claims {
	// turned returns the image of a move under a half turn of the board.
	turned := func(pos game.Position, move game.Move) game.Move {
		m, err := hermit.ParseMove(string(move))
		if err != nil {
			panic(err)
		}
		b := pos.Board()
		last := game.At(b.Files-1, b.Ranks-1)
		first := min(last-m.First(), last-m.Last())
		return game.Move(hermit.NewMove(m.Color(), m.Placement(), first).String())
	}
	mirrored := func(pos game.Position) bool {
		for _, move := range pos.Moves() {
			next, err := pos.Play(move)
			if err != nil || !slices.Contains(next.Moves(), turned(pos, move)) {
				return false
			}
		}
		return true
	}
	return claims{
		hermitreason.ReasonMirror: func(x turns) (game.Reason, bool) {
			return game.Reason{}, mirrored(x.good) && !mirrored(x.worse)
		},
		hermitreason.ReasonParity: func(x turns) (game.Reason, bool) {
			n, ok := fixedLength(x.worse)
			return game.Reason{Counts: [2]int{n}}, ok && n%2 == 1
		},
	}
}
