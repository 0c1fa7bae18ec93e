package catalog

import (
	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/solve"
)

// NewAmazonsSolver returns a solver of Amazons positions. It searches them as
// [amazons.Ending], with a table of the given size, 0 for the default.
func NewAmazonsSolver(tableMiB int) engine.Solver {
	return solve.NewProofSolver[amazons.Ending, amazons.Move](
		solve.ProofOptions{TableMiB: tableMiB},
		func(pos game.Position) (amazons.Ending, bool) {
			p, ok := game.KernelOf[amazons.Position](pos)
			if !ok {
				return amazons.Ending{}, false
			}
			return amazons.NewEnding(p), true
		})
}
