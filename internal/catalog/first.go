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

// First returns the games as a program has them that is to be small and begins to
// play before the whole one has come: with their rules, and with an engine for those
// of the lower levels that need no solver, no book and no tree. What it plays, it
// plays as the engine of [Games] does.
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

// hasNetwork reports whether the network has come and alpha-beta plays the position.
func hasNetwork(pos game.Position) bool { return eval.HasFitted() && forTwo(pos) }

// only returns engines that play no higher level than most, in positions that are
// suited.
func restricted(most int, suited func(game.Position) bool, e Engine) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		if levelOf(c) > most {
			return &partial{suited: func(game.Position) bool { return false }}
		}
		return &partial{suited: suited, make: func() engine.Engine { return e.New(c) }}
	}}
}

// partial is an engine that does not play all positions. It is made when the first
// one comes that it does play.
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
