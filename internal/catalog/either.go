package catalog

import (
	"context"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/search"
)

// either plays with one of two kinds of engine, as the position decides. One
// of them at a time has memory.
type either struct {
	engine.Engine // the one that searched last
	opt           search.Options
	kinds         [2]func(search.Options) engine.Engine
	kind          int // of Engine
	decide        func(game.Position) int
}

// Search implements [engine.Engine].
func (e *either) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if kind := e.decide(req.Position); e.Engine == nil || kind != e.kind {
		e.Engine, e.kind = nil, kind
		e.Engine = e.kinds[kind](e.opt)
	}
	return e.Engine.Search(ctx, req)
}

// newPhases returns an engine that plays Amazons with a best-first tree while
// much of the board is contested and with alpha-beta, which comes sooner to
// proofs, after that.
func newPhases(opt search.Options) engine.Engine {
	return &either{
		opt:   opt,
		kinds: [...]func(search.Options) engine.Engine{amazonsTree, amazonsAlphaBeta},
		decide: func(pos game.Position) int {
			if p, ok := game.KernelOf[amazons.Position](pos); ok {
				if _, contest := eval.TermsOf(&p); contest < lateContest {
					return 1
				}
			}
			return 0
		},
	}
}

// lateContest is how much of the board is contested when alpha-beta takes
// over, in quarters of a square as [eval.TermsOf] counts them.
const lateContest = 80

// newBySeats returns an engine that plays Santorini with alpha-beta where there
// are two seats and with a best-first tree, in which the others need not stand
// together, where there are more.
func newBySeats(opt search.Options) engine.Engine {
	return &either{
		opt:   opt,
		kinds: [...]func(search.Options) engine.Engine{santoriniAlphaBeta, santoriniTree},
		decide: func(pos game.Position) int {
			if pos.Seats().Len() > 2 {
				return 1
			}
			return 0
		},
	}
}

func santoriniTree(opt search.Options) engine.Engine {
	return search.NewTree(santoriniEvaluation(), opt)
}

func amazonsTree(opt search.Options) engine.Engine {
	return search.NewTree(amazonsEvaluation(), opt)
}
