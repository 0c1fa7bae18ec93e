package draft

import (
	"errors"
	"fmt"
	"strings"
)

// Way is how the players of a game come by powers: one of the constants, or by
// hand the powers themselves, as in "athena,pan".
type Way string

// The ways.
const (
	AsNamed   Way = ""       // as the variant's name says
	ByNone    Way = "none"   // nobody has one
	ByRandom  Way = "random" // by chance
	ByFair    Way = "fair"   // by chance, among those that have been measured to be fair
	ByDrafted Way = "draft"  // as the rule book has it: by a [Draft]
)

// Ways are all but by hand, for those who list them.
var Ways = []Way{ByNone, ByRandom, ByFair, ByDrafted}

// Hand returns the way in which the seats have certain powers.
func Hand(powers []string) Way { return Way(strings.Join(powers, ",")) }

// Drawn reports whether this way needs a seed.
func (w Way) Drawn() bool { return w == ByRandom || w == ByFair }

// ErrDraft is the error of settling what players have to settle.
var ErrDraft = errors.New("in a draft the players choose")

// Settle returns the variant with its powers, as in "2p:athena,pan", that comes
// of choosing in this way for a variant with so many seats. The seed matters only
// where it is drawn. A draft gives ErrDraft, if there can be one.
func (c Cards) Settle(variant string, seats int, way Way, seed uint64) (string, error) {
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

// Names returns the names of powers as a board has them, without what is in force
// of some.
func Names(powers []string) (names []string) {
	for _, power := range powers {
		name, _, _ := strings.Cut(power, "^")
		names = append(names, name)
	}
	return names
}

// Of returns the powers by seat that a variant's name gives, nil if it gives
// none.
func Of(variant string) []string {
	_, powers, chosen := strings.Cut(variant, ":")
	if !chosen {
		return nil
	}
	return strings.Split(powers, ",")
}
