package draft

import (
	"errors"
	"fmt"
	"strings"
)

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

// Hand returns the method that gives the seats certain powers.
func Hand(powers []string) Method { return Method(strings.Join(powers, ",")) }

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
		if _, err = New(c.Names, seats); err == nil {
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

// Names returns the names of powers as a board lists them, without marks for
// powers in force.
func Names(powers []string) (names []string) {
	for _, power := range powers {
		name, _, _ := strings.Cut(power, "^")
		names = append(names, name)
	}
	return names
}

// Of returns the powers by seat that a variant's name contains, nil if it contains none.
func Of(variant string) []string {
	_, powers, chosen := strings.Cut(variant, ":")
	if !chosen {
		return nil
	}
	return strings.Split(powers, ",")
}
