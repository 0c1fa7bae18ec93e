package catalog

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	hermitproof "thera/hermit/proof"
	santoriniproof "thera/santorini/proof"
	"thera/solve/nimber"
	"thera/solve/pns"
)

// SolverConfig is what a solver may use. A zero field means its default.
type SolverConfig struct {
	MemoryMiB int // size of its table
	Threads   int // goroutines to search with
	// OutcomeOnly skips nimbers: only the winner and winning moves are determined.
	OutcomeOnly bool
}

// newHermitSolver returns a solver that uses nimbers.
func newHermitSolver(c SolverConfig) engine.Solver {
	return hermitproof.New(nimber.Options{MemoryMiB: c.MemoryMiB, Threads: c.Threads, OutcomeOnly: c.OutcomeOnly})
}

// newAmazonsSolver returns a solver that uses proof numbers and searches
// positions as [endgame.Ending].
func newAmazonsSolver(c SolverConfig) engine.Solver {
	return pns.New[endgame.Ending, amazons.Move](
		pns.Options{TableMiB: c.MemoryMiB, Threads: c.Threads},
		func(pos game.Position) (endgame.Ending, bool) {
			p, ok := game.KernelOf[amazons.Position](pos)
			if !ok {
				return endgame.Ending{}, false
			}
			return endgame.New(&p), true
		})
}

// newSantoriniSolver returns a solver of forced wins, which has one thread.
func newSantoriniSolver(c SolverConfig) engine.Solver { return santoriniproof.New(c.MemoryMiB) }
