package setup

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Cards are the powers of a game. The zero value is a game without any.
type Cards struct {
	// None is what a seat without a power has, such as "mortal".
	None string
	// Names are the powers that can be offered and drawn, without None.
	Names []string
	// Rule returns what a power does, in a few words that continue a sentence
	// after its name.
	Rule func(name string) string
	// Rates returns the measured result of powers by seat, if there is one. It is nil
	// where nothing was measured.
	Rates func(powers []string) (WinRate, bool)
}

// WinRate is how a game with certain powers ends between equals.
type WinRate struct {
	// First is the fraction of games that seat 1 wins, from 0 to 1.
	First float64 `json:"first"`
	// Error is half the width of its 95% interval.
	Error float64 `json:"error"`
	Games int     `json:"games"`
}

// How far the fraction may be from one half.
const (
	evenMargin   = 0.06 + 1e-9 // in floats, 0.56-0.5 is above 0.06
	evenMaxError = 0.2         // with the measurement's error
	unfairMargin = 0.15
)

// Even reports whether neither seat has much of an advantage: the measured fraction is
// between 44 and 56%, precisely enough that the true one is not beyond 70%.
func (r WinRate) Even() bool {
	return r.Games > 0 && r.off() <= evenMargin && r.off()+r.Error <= evenMaxError
}

// Unfair reports whether one seat has a large advantage, beyond the
// measurement's error: it wins more than 65%.
func (r WinRate) Unfair() bool { return r.Games > 0 && r.off()-r.Error > unfairMargin }

// off returns how far seat 1's fraction is from one half.
func (r WinRate) off() float64 { return max(r.First-0.5, 0.5-r.First) }

// Rate returns the measured result of powers by seat.
func (c Cards) Rate(powers []string) (WinRate, bool) {
	if c.Rates == nil {
		return WinRate{}, false
	}
	return c.Rates(powers)
}

// Fair returns all choices of different powers, by seat, that were measured to be even,
// in the order of the cards. There are none unless there are two seats.
func (c Cards) Fair(seats int) (fair [][]string) {
	if seats != 2 {
		return nil
	}
	for _, first := range c.Names {
		for _, second := range c.Names {
			pair := []string{first, second}
			if rate, ok := c.Rate(pair); first != second && ok && rate.Even() {
				fair = append(fair, pair)
			}
		}
	}
	return fair
}

// Random returns different powers for the seats, uniformly at random by the seed.
func (c Cards) Random(seats int, seed uint64) ([]string, error) {
	if seats > len(c.Names) {
		return nil, fmt.Errorf("%d seats: want at most %d, for each of which there is a power", seats, len(c.Names))
	}
	left, drawn := slices.Clone(c.Names), []string(nil)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range seats {
		i := rng.IntN(len(left))
		drawn = append(drawn, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return drawn, nil
}

// RandomFair returns one of the choices of Fair, uniformly at random by the
// seed. It is an error if there are none.
func (c Cards) RandomFair(seats int, seed uint64) ([]string, error) {
	fair := c.Fair(seats)
	if len(fair) == 0 {
		return nil, fmt.Errorf("fair powers for %d seats: none have been measured to be fair", seats)
	}
	return fair[rand.New(rand.NewPCG(seed, 1)).IntN(len(fair))], nil
}

// Hand parses powers given by hand, such as "athena,pan", one for each seat.
func (c Cards) Hand(text string, seats int) ([]string, error) {
	powers := strings.Split(text, ",")
	for _, name := range powers {
		if name != c.None && !slices.Contains(c.Names, name) {
			return nil, fmt.Errorf("power %q: want one of %s, %s", name, c.None, strings.Join(c.Names, ", "))
		}
	}
	if len(powers) != seats {
		return nil, fmt.Errorf("powers %q: %d for %d seats: want one for each", text, len(powers), seats)
	}
	return powers, nil
}

// Method is how the players of a game get their powers: one of the constants,
// or the powers themselves, such as "athena,pan".
type Method string

// The methods.
const (
	AsNamed   Method = ""       // the variant's name says it
	ByNone    Method = "none"   // no powers
	ByRandom  Method = "random" // at random
	ByFair    Method = "fair"   // at random among pairs measured to be fair
	ByDrafted Method = "draft"  // by the rule book's [Draft]
)

// Methods are all methods that have a name.
var Methods = []Method{ByNone, ByRandom, ByFair, ByDrafted}

// ByHand returns the method that gives the seats certain powers.
func ByHand(powers []string) Method { return Method(strings.Join(powers, ",")) }

// IsRandom reports whether the method needs a seed.
func (w Method) IsRandom() bool { return w == ByRandom || w == ByFair }

// ErrDraft is the error of resolving a draft, in which players choose.
var ErrDraft = errors.New("in a draft the players choose")

// Resolve returns the variant with its powers, such as "2p:athena,pan", for a
// variant with the given number of seats. The seed matters only for random
// methods. A draft gives ErrDraft, if one is possible.
func (c Cards) Resolve(variant string, seats int, way Method, seed uint64) (string, error) {
	name, chosen, has := strings.Cut(variant, ":")
	switch {
	case way == AsNamed:
		return variant, nil
	case way == ByNone && !has:
		return variant, nil
	case len(c.Names) == 0:
		return "", fmt.Errorf("powers %q: want none in a game that has none", way)
	case has:
		return "", fmt.Errorf("powers %q: the variant %q has %s already: want only one of them", way, variant, chosen)
	}
	powers, err := []string(nil), error(nil)
	switch way {
	case ByRandom:
		powers, err = c.Random(seats, seed)
	case ByFair:
		powers, err = c.RandomFair(seats, seed)
	case ByDrafted:
		if _, err = NewDraft(c.Names, seats); err == nil {
			err = ErrDraft
		}
	default:
		if powers, err = c.Hand(string(way), seats); err != nil && !strings.Contains(string(way), ",") {
			err = fmt.Errorf("powers %q: want none, random, fair, draft, or those of the %d seats, as in %s",
				way, seats, strings.Join(c.Names[:min(seats, len(c.Names))], ","))
		}
	}
	if err != nil {
		return "", err
	}
	return name + ":" + strings.Join(powers, ","), nil
}

// PowerNames returns the names of powers as a board lists them, without marks for
// powers in force.
func PowerNames(powers []string) (names []string) {
	for _, power := range powers {
		name, _, _ := strings.Cut(power, "^")
		names = append(names, name)
	}
	return names
}

// PowersOf returns the powers by seat that a variant's name contains, nil if it contains none.
func PowersOf(variant string) []string {
	_, powers, chosen := strings.Cut(variant, ":")
	if !chosen {
		return nil
	}
	return strings.Split(powers, ",")
}
