package catalog

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/santorini/solver"
	"thera/solve"
)

// SolverConfig is what a solver may use. A zero field means its default.
type SolverConfig struct {
	MemoryMiB int // size of its table
	Threads   int // goroutines to search with
	// OutcomeOnly is to find out who wins and by which moves, but no nimber.
	OutcomeOnly bool
}

// newHermitSolver returns a solver by nimbers, and by the mirror where there
// are too many squares for that.
func newHermitSolver(c SolverConfig) engine.Solver {
	split := func(pos game.Position) (solve.Parts[hermit.Part, hermit.Placing], error) { return hermit.NewField(pos) }
	return mirrorSolver{solve.NewImpartial(split, solve.Options{
		MemoryMiB: c.MemoryMiB, Threads: c.Threads, OutcomeOnly: c.OutcomeOnly,
	})}
}

// newAmazonsSolver returns a solver by proof numbers, which searches positions
// as [endgame.Ending].
func newAmazonsSolver(c SolverConfig) engine.Solver {
	return solve.NewProofSolver[endgame.Ending, amazons.Move](
		solve.ProofOptions{TableMiB: c.MemoryMiB, Threads: c.Threads},
		func(pos game.Position) (endgame.Ending, bool) {
			p, ok := game.KernelOf[amazons.Position](pos)
			if !ok {
				return endgame.Ending{}, false
			}
			return endgame.New(&p), true
		})
}

// newSantoriniSolver returns a solver of forced wins, which searches on one
// thread.
func newSantoriniSolver(c SolverConfig) engine.Solver { return solver.New(c.MemoryMiB) }
