package catalog

import (
	"context"
	"errors"

	"thera/engine"
	"thera/game"
	"thera/santorini/eval"
)

// ErrLater is the error of an engine of [First] for what it does not play.
var ErrLater = errors.New("only the whole engine plays this")

// First returns the games as a small program has them that plays until the whole one has
// loaded: with their rules, and with an engine for the lower levels that need no solver,
// book or tree search. What it does play, it plays exactly as the engine of [Games] does.
func First() []Entry {
	a, s, h := firstAmazons(), firstSantorini(), firstHermit()
	a.Engines = []Engine{restricted(MaxLevel-1, always, leveled("alphabeta", amazonsAlphaBeta, amazonsLevels))}
	s.Engines = []Engine{restricted(MaxLevel-1, hasNetwork, leveled("auto", santoriniAlphaBeta, santoriniLevels))}
	h.Engines = []Engine{restricted(hermitUnaided, always, leveled("alphabeta", hermitAlphaBeta, hermitLevels))}
	return []Entry{a, s, h}
}

// hermitUnaided is the highest level of Hermit that does not ask the solver.
const hermitUnaided = 3

func always(game.Position) bool { return true }

// hasNetwork reports whether the network has been loaded and plays the position.
func hasNetwork(pos game.Position) bool { return eval.HasFitted() && hasTwoSeats(pos) }

// restricted returns engines that play levels up to most, in positions that are suited.
func restricted(most int, suited func(game.Position) bool, e Engine) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		if levelOf(c) > most {
			return &partial{suited: func(game.Position) bool { return false }}
		}
		return &partial{suited: suited, make: func() engine.Engine { return e.New(c) }}
	}}
}

// partial is an engine that does not play all positions. The engine behind it
// is created for the first position that it does play.
type partial struct {
	engine.Engine
	suited func(game.Position) bool
	make   func() engine.Engine
}

// Search implements [engine.Engine].
func (p *partial) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if !p.suited(req.Position) {
		return engine.Info{}, ErrLater
	}
	if p.Engine == nil {
		p.Engine = p.make()
	}
	return p.Engine.Search(ctx, req)
}
