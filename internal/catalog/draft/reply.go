package draft

import (
	"math/rand/v2"
	"slices"
)

// Reply returns what a program does in a draft that is not over: it offers a fair pair,
// chooses the power that wins most, and decides who starts by what wins more. Where
// nothing is measured it acts at random. The result follows from the draft and the seed.
func (c Cards) Reply(d Draft, seed uint64) Act {
	rng := rand.New(rand.NewPCG(seed, uint64(len(d.acts))))
	step, _ := d.Next()
	act := Act{Do: step.Do, Player: step.Player}
	switch step.Do {
	case Offer:
		act.Powers = c.offer(d, rng)
	case Choose:
		act.Powers = []string{best(step.From, rng, func(own string) float64 { return c.worst(own, step.From) })}
	case Start:
		players := make([]int, d.players)
		for i := range players {
			players[i] = i + 1
		}
		act.First = best(players, rng, func(first int) float64 { return c.begun(d, act, first) })
	}
	return act
}

// Drafted returns the powers by seat of a draft in which a program acts for all
// players. They follow from the seed.
func (c Cards) Drafted(seats int, seed uint64) ([]string, error) {
	d, err := New(c.Names, seats)
	for open := true; err == nil && open; _, open = d.Next() {
		d, err = d.Do(c.Reply(d, seed))
	}
	return d.Powers(), err
}

// offer returns a fair pair, or random powers where none is known.
func (c Cards) offer(d Draft, rng *rand.Rand) []string {
	if fair := c.Fair(d.players); len(fair) > 0 {
		return fair[rng.IntN(len(fair))]
	}
	names := slices.Clone(d.cards)
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names[:d.players]
}

// worst returns how often a power wins against the one of the others that is
// worst for it, with whichever player starting is worse for it.
func (c Cards) worst(own string, all []string) float64 {
	share := 1.0
	for _, other := range all {
		if other == own {
			continue
		}
		for _, pair := range [][]string{{own, other}, {other, own}} {
			if rate, ok := c.Rate(pair); ok && pair[0] == own {
				share = min(share, rate.First)
			} else if ok {
				share = min(share, 1-rate.First)
			}
		}
	}
	return share
}

// begun returns how often the challenger wins if a player starts, as far as it is known.
func (c Cards) begun(d Draft, act Act, first int) float64 {
	act.First = first
	after, err := d.Do(act)
	if err != nil {
		return 0
	}
	rate, ok := c.Rate(after.Powers())
	switch {
	case !ok:
		return 0.5
	case first == 1:
		return rate.First
	}
	return 1 - rate.First
}

// best returns an element with the highest value, at random among several.
func best[T any](all []T, rng *rand.Rand, value func(T) float64) (found T) {
	highest, n := -1.0, 0
	for _, one := range all {
		switch v := value(one); {
		case v > highest:
			found, highest, n = one, v, 1
		case v == highest:
			if n++; rng.IntN(n) == 0 {
				found = one
			}
		}
	}
	return found
}
