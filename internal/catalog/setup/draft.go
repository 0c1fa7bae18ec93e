package setup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Draft is the state of a draft. Its methods don't change it, and what they
// return belongs to the caller. The zero value is a draft without players.
type Draft struct {
	cards   []string
	players int
	acts    []Act
}

// ActKind is the kind of an act.
type ActKind string

// The kinds of acts, in the order in which they occur.
const (
	OfferPowers ActKind = "offer"  // the challenger offers as many powers as there are players
	ChoosePower ActKind = "choose" // each of the others in turn chooses one of the remaining powers
	NameFirst   ActKind = "start"  // the challenger names who starts
)

// Act is what a player does in a draft.
type Act struct {
	Do     ActKind  `json:"do" enum:"offer,choose,start" doc:"What was done"`
	Player int      `json:"player" doc:"Who did it, from 1, the challenger"`
	Powers []string `json:"powers,omitempty" doc:"Those offered, or the one chosen"`
	First  int      `json:"first,omitempty" doc:"The player who starts"`
}

// Same reports whether both are the same act.
func (a Act) Same(b Act) bool {
	return a.Do == b.Do && a.Player == b.Player && slices.Equal(a.Powers, b.Powers) && a.First == b.First
}

// Step is what has to be done next in a draft.
type Step struct {
	Do     ActKind  `json:"do" enum:"offer,choose,start" doc:"What is to be done"`
	Player int      `json:"player" doc:"Who is to do it, from 1, the challenger"`
	Count  int      `json:"count,omitempty" doc:"The number of powers to name"`
	From   []string `json:"from,omitempty" doc:"The powers to name them from"`
}

// NewDraft returns a draft in which nothing has been done. There must be at least
// two players, and a card for each.
func NewDraft(cards []string, players int) (Draft, error) {
	if players < 2 || players > len(cards) {
		return Draft{}, fmt.Errorf("draft for %d players with %d powers: want two players at least, and a power for each", players, len(cards))
	}
	return Draft{cards: slices.Clone(cards), players: players}, nil
}

// ReplayDraft returns the draft after acts.
func ReplayDraft(cards []string, players int, acts []Act) (Draft, error) {
	d, err := NewDraft(cards, players)
	for i := 0; err == nil && i < len(acts); i++ {
		d, err = d.Do(acts[i])
	}
	return d, err
}

// Acts returns what has been done.
func (d Draft) Acts() []Act { return slices.Clone(d.acts) }

// Next returns what has to be done next; ok is false if the draft is over.
func (d Draft) Next() (Step, bool) {
	switch n := len(d.acts); {
	case n == 0:
		return Step{Do: OfferPowers, Player: 1, Count: d.players, From: slices.Clone(d.cards)}, true
	case n < d.players:
		return Step{Do: ChoosePower, Player: n + 1, Count: 1, From: d.left()}, true
	case n == d.players:
		return Step{Do: NameFirst, Player: 1}, true
	}
	return Step{}, false
}

// Do returns the draft after an act. If the act is not what has to be done
// next, the error says what is.
func (d Draft) Do(a Act) (Draft, error) {
	step, open := d.Next()
	switch {
	case !open:
		return d, fmt.Errorf("%s: the draft is over", a.Do)
	case a.Do != step.Do || a.Player != step.Player:
		return d, fmt.Errorf("%s by player %d: want %s by player %d", a.Do, a.Player, step.Do, step.Player)
	case a.Do == NameFirst && (a.First < 1 || a.First > d.players):
		return d, fmt.Errorf("player %d to start: want one from 1 to %d", a.First, d.players)
	case a.Do != NameFirst && a.First != 0:
		return d, fmt.Errorf("player %d to start: want that named last, by player 1", a.First)
	case len(a.Powers) != step.Count:
		return d, fmt.Errorf("%d powers: want %d", len(a.Powers), step.Count)
	}
	for i, name := range a.Powers {
		switch {
		case !slices.Contains(step.From, name):
			return d, fmt.Errorf("power %q: want one of %s", name, strings.Join(step.From, ", "))
		case slices.Contains(a.Powers[:i], name):
			return d, fmt.Errorf("power %q twice: want different ones", name)
		}
	}
	a.Powers = slices.Clone(a.Powers)
	d.acts = append(slices.Clip(d.acts), a)
	return d, nil
}

func (d Draft) left() []string {
	if len(d.acts) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.acts[0].Powers), func(name string) bool {
		return slices.ContainsFunc(d.acts[1:], func(a Act) bool { return slices.Contains(a.Powers, name) })
	})
}

// Taken returns the power of each player, "" for players who have none yet.
func (d Draft) Taken() []string {
	taken := make([]string, d.players)
	for _, a := range d.acts {
		if a.Do == ChoosePower {
			taken[a.Player-1] = a.Powers[0]
		}
	}
	if n := len(d.acts); n > 0 && n >= d.players {
		taken[0] = d.left()[0]
	}
	return taken
}

// Order returns the players, counted from 1, by seat: in the order in which
// they sit, beginning with the one who starts. It is nil until that is known.
func (d Draft) Order() []int {
	if _, open := d.Next(); open || d.players == 0 {
		return nil
	}
	first := d.acts[d.players].First
	order := make([]int, d.players)
	for seat := range order {
		order[seat] = (first-1+seat)%d.players + 1
	}
	return order
}

// Powers returns the powers by seat, nil until they are known.
func (d Draft) Powers() (powers []string) {
	taken := d.Taken()
	for _, player := range d.Order() {
		powers = append(powers, taken[player-1])
	}
	return powers
}

// Progress is the JSON form of a draft.
type Progress struct {
	Players int      `json:"players" doc:"How many"`
	Cards   []string `json:"cards" doc:"The powers that the challenger offers from"`
	Acts    []Act    `json:"acts" doc:"What has been done"`
	Taken   []string `json:"taken" doc:"The power of each player, empty for none yet"`
	Next    *Step    `json:"next,omitempty" doc:"What is to be done; missing at the end"`
	Powers  []string `json:"powers,omitempty" doc:"By seat, at the end"`
	Order   []int    `json:"order,omitempty" doc:"The players by seat, from 1, at the end"`
}

// Progress returns the JSON form of the draft.
func (d Draft) Progress() Progress {
	p := Progress{Players: d.players, Cards: slices.Clone(d.cards), Acts: append([]Act{}, d.acts...), Taken: d.Taken(), Powers: d.Powers(), Order: d.Order()}
	if step, open := d.Next(); open {
		p.Next = &step
	}
	return p
}

// Draft returns the draft described by the players, cards and acts of p. It
// ignores the other fields.
func (p Progress) Draft() (Draft, error) { return ReplayDraft(p.Cards, p.Players, p.Acts) }

// Reply returns what a program does in a draft that is not over: it offers a fair pair,
// chooses the power that wins most, and decides who starts by what wins more. Where
// nothing is measured it acts at random. The result follows from the draft and the seed.
func (c Cards) Reply(d Draft, seed uint64) Act {
	rng := rand.New(rand.NewPCG(seed, uint64(len(d.acts))))
	step, _ := d.Next()
	act := Act{Do: step.Do, Player: step.Player}
	switch step.Do {
	case OfferPowers:
		act.Powers = c.offer(d, rng)
	case ChoosePower:
		act.Powers = []string{best(step.From, rng, func(own string) float64 { return c.worst(own, step.From) })}
	case NameFirst:
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
	d, err := NewDraft(c.Names, seats)
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
