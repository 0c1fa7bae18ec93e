package eval

import (
	"thera/game"
	"thera/santorini"
)

// Evaluation estimates positions of two sides by a network, after playing out forced
// moves.
type Evaluation struct {
	network *Network
	cache   *cache // nil to add up all inputs of each position
}

// New returns the evaluation with the given network, not nil. It is immutable and safe for
// concurrent use.
func New(n *Network) *Evaluation { return &Evaluation{network: n} }

// NewCaching returns an evaluation with the same results for one goroutine. It is faster,
// because it keeps sums from one position to the next.
func NewCaching(n *Network) *Evaluation { return &Evaluation{n, new(cache)} }

// Evaluate estimates the chances of seat against all others, in centilogits within
// ±1900. With two players or teams that have placed their workers, it plays on while
// moves are forced and then evaluates the network. With powers, and for teams, it plays on
// only while there is a single move that parries a threat, because there are often many;
// and the network must know powers. All other positions are evaluated by [ByHand]; for
// three and four players the tree search uses [Several] instead.
func (e *Evaluation) Evaluate(p *santorini.Position, seat game.Seat) int {
	if !hasTwoSides(p) || !p.IsBase() && !e.network.knowsPowers {
		return ByHand(p, seat)
	}
	value := e.value(p)
	if seat != p.Turn() && !p.Allies(p.Turn()).Has(seat) {
		return -value
	}
	return value
}

// byNetwork returns the network's value for the seat to move.
func (e *Evaluation) byNetwork(p *santorini.Position) int {
	if e.cache == nil {
		return clamp(int32(e.network.Evaluate(p)))
	}
	return clamp(int32(e.network.evaluate(p, e.cache.entry(p))))
}

// value returns the value for the seat to move, of two sides.
func (e *Evaluation) value(p *santorini.Position) int {
	if p.IsBase() {
		return e.playedOut(p)
	}
	if canWin(p) {
		return certain
	}
	if threats := p.Wins(next(p)); threats != 0 {
		switch parry, parries := soleParry(p, threats); {
		case parries == 0:
			return -certain
		case parry.Winners() != 0:
			return certain
		case parries == 1:
			return -e.value(&parry)
		}
	}
	return e.byNetwork(p)
}

// playedOut returns the value for the seat to move after forced moves, without powers.
func (e *Evaluation) playedOut(p *santorini.Position) int {
	var list [16]santorini.Move // at most two workers with eight steps each, and one square to build on
	forced := AppendForced(p, list[:0])
	if len(forced) == 0 {
		if winners, _ := Settled(p); winners != 0 {
			return certain
		}
		return e.byNetwork(p)
	}
	best := -certain
	for _, m := range forced {
		next := *p
		if next.Play(m); next.Winners() != 0 {
			return certain
		}
		best = max(best, -e.playedOut(&next))
	}
	return best
}

// The weights of the evaluation, in centilogits, were fitted by logistic regression to
// the results of 8,000 games of a three-ply search against itself.

// levelValues holds the parts of the value of a worker on one level, which are added.
type levelValues struct {
	at   [numRings]int16 // by the ring of the square it stands on
	same [9]int16        // by the number of steps on its level
	up   [9]int16        // by the number of steps one level up
}

// perLevel holds the values of workers by level. A worker on level 3 that has not won
// counts as on level 2, because it has to come down.
type perLevel [santorini.Dome]levelValues

// workerValues are those of [ByHand].
var workerValues = perLevel{
	{
		at:   [numRings]int16{-77, -52, -47, -24, -6, 1},
		same: [9]int16{0, 15, 11, 4, -4, -8, -9, -15, -20},
		up:   [9]int16{0, 20, 31, 36, 36, 36, 36, 36, 36},
	},
	{
		at:   [numRings]int16{-21, -8, 2, 4, 18, 37},
		same: [9]int16{0, 20, 38, 42, 46, 50, 50, 50, 50},
		up:   [9]int16{0, 49, 111, 143, 166, 166, 166, 166, 166},
	},
	onTwo,
	onTwo,
}

var onTwo = levelValues{
	at:   [numRings]int16{32, 40, 53, 70, 74, 96},
	same: [9]int16{0, 130, 222, 264, 292, 300, 300, 300, 300},
	up:   [9]int16{0, 89, 89, 89, 89, 89, 89, 89, 89},
}

// claimValues holds the values of squares on level 2 and 3 that only one seat can be on
// within two turns, by their number.
type claimValues [2][4]int32

// claims are those of [ByHand].
var claims = claimValues{{0, 49, 127, 167}, {0, 92, 165, 234}}

// The themes of turns, for puzzles. A threat is a win on the seat's next turn.
const (
	ThemeDouble  = "double"  // it threatens two squares
	ThemeThreat  = "threat"  // it threatens one square
	ThemeQuiet   = "quiet"   // it threatens nothing yet
	ThemeBlock   = "block"   // the opponent threatened to win
	ThemeClimb   = "climb"   // the worker goes up
	ThemeDescend = "descend" // the worker goes down
	ThemeDome    = "dome"    // it builds a dome
	ThemePower   = "power"   // the seat to move has a power
)

// Themes returns all themes in display order.
func Themes() []string {
	return []string{ThemeDouble, ThemeThreat, ThemeQuiet, ThemeBlock, ThemeClimb, ThemeDescend, ThemeDome, ThemePower}
}

// ThemesOf returns the themes of a legal turn, at least one, in the order of Themes.
// After is the position after the turn. Themes are found by simple rules: they say what
// a turn is about, not whether it is good.
func ThemesOf(before *santorini.Position, m santorini.Move, after *santorini.Position) (themes []string) {
	me := before.Turn()
	from, to, _ := m.Spaces()
	threats := after.Wins(me).Len()
	found := map[string]bool{
		ThemeDouble:  threats > 1,
		ThemeThreat:  threats == 1,
		ThemeQuiet:   threats == 0,
		ThemeBlock:   isThreatened(before),
		ThemeClimb:   before.Level(to) > before.Level(from),
		ThemeDescend: before.Level(to) < before.Level(from),
		ThemeDome:    before.Above(santorini.Top) != after.Above(santorini.Top),
		ThemePower:   before.Power(me) != santorini.Mortal,
	}
	for _, name := range Themes() {
		if found[name] {
			themes = append(themes, name)
		}
	}
	return themes
}

// isThreatened reports whether a rival of the seat to move could win if it were its
// turn.
func isThreatened(p *santorini.Position) bool {
	for other := range p.Seats().All() {
		if !p.Allies(p.Turn()).Has(other) && p.Wins(other).Len() > 0 {
			return true
		}
	}
	return false
}
