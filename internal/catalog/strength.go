package catalog

// Strengths returns the estimated strength of the levels from 1 to MaxLevel in
// Elo points above level 1, from the tournaments in docs/levels.md. They are of
// Amazons 10x10; in the other games the steps are of the same order.
func Strengths() []int { return []int{0, 210, 400, 590, 850, 1110, 1270, 1480} }
