package santorini

import "thera/game"

// Baseline is a Position with the evaluation by hand that positions of three
// and four seats have, to measure the network against.
type Baseline struct{ Position }

// BaselineRules is the game of Santorini with positions for a search by
// Baseline. Their texts are those of Rules.
func BaselineRules() game.Game {
	return game.New(game.Rules[Baseline, Move]{
		Name:     rules.Name,
		Variants: rules.Variants,
		Parse: func(text string) (Baseline, error) {
			p, err := Parse(text)
			return Baseline{p}, err
		},
		ParseMove: ParseMove,
		Compose: func(b game.Board, turn game.Seat) (Baseline, error) {
			p, err := compose(b, turn)
			return Baseline{p}, err
		},
	})
}

// Evaluate estimates the chances of seat against all others, in centilogits
// within ±1900. It adds up what the workers of each seat are worth where they
// stand, with the squares to which they can step on their level and one up,
// and the high squares on which only this seat can be within two turns. With
// two players it also sees whether the seat to move can win at once, and
// whether it can keep the other one from winning next.
//
// With more players, chances are taken as proportional to e^worth, so that
// the odds of a seat are against the sum of all others.
func (p *Baseline) Evaluate(seat game.Seat) int { return p.judge(seat) }
