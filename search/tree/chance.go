package tree

import "math"

// Tables of the functions that the search needs for each node. Their values are
// rounded, so that they are the same on every machine.

// probability returns the winning probability for an estimate in centilogits,
// never quite 0 or 1.
func probability(centilogits int) float32 {
	i := min(max(centilogits, -maxLogit), maxLogit)
	return probabilities[i+maxLogit]
}

// maxLogit is the largest estimate in the table, in centilogits: odds of 1 in
// 22,000. Larger ones count as this one.
const maxLogit = 1000

var probabilities = func() (table [2*maxLogit + 1]float32) {
	for i := range table {
		table[i] = float32(1 / (1 + math.Exp(-float64(i-maxLogit)/100)))
	}
	return table
}()

// priorWeight returns e^(−behind/temperature), the weight of a choice that is
// behind centilogits worse than the best.
func priorWeight(behind int) float32 { return priorWeights[min(behind, len(priorWeights)-1)] }

// temperature is in centilogits. In docs/contributing/experiments.md 90 in Amazons and 120
// in Santorini were tried in 40 games each: no difference shown.
const temperature = 60

var priorWeights = func() (table [16 * temperature]float32) {
	for i := range table {
		table[i] = float32(math.Exp(-float64(i) / temperature))
	}
	return table
}()
