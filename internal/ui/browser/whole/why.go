package whole

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/browser"
)

// WhyParams ask why a turn is worse than another.
type WhyParams struct {
	browser.PositionParams
	Played game.Move `json:"played"`
	Better game.Move `json:"better"`
}

// reasonKinds returns all kinds of reasons.
func reasonKinds() []string {
	kinds := []string{reasonWins, reasonNimber, reasonForced}
	for _, entry := range catalog.Games() {
		kinds = append(kinds, entry.ReasonKinds...)
	}
	return kinds
}

// Reasons are facts that tell why a turn is worse than another.
type Reasons struct {
	Reasons []Reason `json:"reasons" doc:"The most important first"`
}

// Reason is a fact; what squares and counts mean depends on its kind.
type Reason struct {
	Kind    string   `json:"kind"`
	Squares []string `json:"squares,omitempty"`
	Counts  [2]int   `json:"counts"`
}

// The kinds of reasons that all games have.
const (
	reasonWins   = "wins"   // the better turn wins at once
	reasonNimber = "nimber" // the nimber after the turn is Counts[0], and 0 after the better one
	reasonForced = "forced" // the other side wins within Counts[0] of its turns, which is not known of the better turn
)

// whyNodes is how many positions are searched for a proof: a tenth of a second at most.
const whyNodes = 30_000

func (m *memory) why(ctx context.Context, p WhyParams, entry catalog.Entry, pos game.Position) (any, error) {
	worse, err := pos.Play(p.Played)
	if err != nil {
		return nil, browser.WithFault(err, browser.BadMove, string(p.Played), "")
	}
	good, err := pos.Play(p.Better)
	if err != nil {
		return nil, browser.WithFault(err, browser.BadMove, string(p.Better), "")
	}
	all := Reasons{[]Reason{}}
	if good.Winners().Has(pos.Turn()) {
		all.Reasons = append(all.Reasons, Reason{Kind: reasonWins})
		return all, nil
	}
	if entry.Reasons != nil {
		for _, r := range entry.Reasons(pos, worse, good) {
			told := Reason{Kind: r.Kind, Counts: r.Counts}
			for _, square := range r.Squares {
				told.Squares = append(told.Squares, square.String())
			}
			all.Reasons = append(all.Reasons, told)
		}
	}
	proven, err := m.provenReasons(ctx, entry, worse, good)
	all.Reasons = append(all.Reasons, proven...)
	return all, err
}

// provenReasons returns what a short search by the solver tells.
func (m *memory) provenReasons(ctx context.Context, entry catalog.Entry, worse, good game.Position) ([]Reason, error) {
	if entry.NewSolver == nil || worse.Winners() != 0 || good.Winners() != 0 {
		return nil, nil
	}
	if entry.Solvable != nil && !entry.Solvable(worse, whyNodes) {
		return nil, nil
	}
	solver, err := m.solver(entry)
	if err != nil {
		return nil, err
	}
	prove := func(pos game.Position) (engine.Verdict, error) {
		return engine.TrySolve(ctx, solver, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: whyNodes}})
	}
	v, err := prove(worse)
	if err != nil || !v.Proven || !v.Winners.Has(worse.Turn()) {
		return nil, err
	}
	after, err := prove(good)
	if err != nil || after.Proven && after.Winners.Has(good.Turn()) {
		return nil, err
	}
	switch {
	case v.Grundy > 0 && after.Proven:
		return []Reason{{Kind: reasonNimber, Counts: [2]int{v.Grundy}}}, nil
	case v.Plies > 1:
		return []Reason{{Kind: reasonForced, Counts: [2]int{(v.Plies + 1) / 2}}}, nil
	}
	return nil, nil
}
