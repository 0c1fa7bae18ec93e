package eval

import (
	"thera/game"
	"thera/santorini"
	"thera/search"
)

// ForSearch returns the evaluation that thera plays games of two players or teams with,
// with powers or without. Alpha-beta plays as thera does if its options have the numbers
// of [Pruning], too. For more than two sides use the tree search with [Several].
func ForSearch(powers bool) search.Evaluation[santorini.Position, santorini.Move] {
	return WithForced(ByNetwork(Fitted()), powers)
}

// ByNetwork returns the evaluation by a network, for any number of seats.
func ByNetwork(n *Network) search.Evaluation[santorini.Position, santorini.Move] {
	return search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate:    New(n).Evaluate,
		NewEvaluate: func() func(*santorini.Position, game.Seat) int { return NewCaching(n).Evaluate },
		Prioritize:  Prioritize,
	}
}

// WithForced returns an evaluation that also knows, for two sides, when a seat must parry
// a threat and when it wins at once or, without powers, by a threat. Without powers all
// moves are listed quickly, and Legal would cost more by its order of moves than it saves.
func WithForced(e search.Evaluation[santorini.Position, santorini.Move], powers bool) search.Evaluation[santorini.Position, santorini.Move] {
	e.Settled, e.Forced = Settled, AppendForced
	if powers {
		e.Forced, e.Legal = AppendParries, (*santorini.Position).Legal
	}
	return e
}

// Pruning returns opt with what alpha-beta prunes in thera's engine for two sides. A
// reverse futility margin of 70 was worth +86 Elo [+30, +144] against none; 50 was chosen
// by hand from there. Move ordering is best for two sides: with more, set LateMoveWidth to 0.
func Pruning(opt search.Options) search.Options {
	opt.ReverseFutilityMargin, opt.LateMoveWidth = 50, 1
	return opt
}
