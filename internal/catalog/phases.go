package catalog

import (
	"context"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/search"
)

// phases plays Amazons with a best-first tree while much of the board is
// contested and with alpha-beta, which comes sooner to proofs, after that.
type phases struct {
	engine.Engine // of the phase searched last
	opt           search.Options
	late          bool
}

func newPhases(opt search.Options) engine.Engine { return &phases{opt: opt} }

// lateContest is how much of the board is contested when alpha-beta takes
// over, in quarters of a square as [amazons.Position.Terms] counts them.
const lateContest = 80

// Search implements [engine.Engine]. One engine at a time has memory.
func (p *phases) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	late := false
	if pos, ok := game.KernelOf[amazons.Position](req.Position); ok {
		_, contest := pos.Terms()
		late = contest < lateContest
	}
	if p.Engine == nil || p.late != late {
		p.Engine, p.late = nil, late
		if late {
			p.Engine = amazonsAlphaBeta(p.opt)
		} else {
			p.Engine = search.NewTree[amazons.Position, amazons.Move](p.opt)
		}
	}
	return p.Engine.Search(ctx, req)
}
