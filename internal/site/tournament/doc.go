// Package matching pairs up what belongs together best: a matching of greatest
// weight in any graph, by Edmonds' blossoms.
//
//	w := matching.NewWeights(4)
//	w.Set(0, 1, 5)
//	w.Set(1, 2, 8)
//	w.Set(2, 3, 5)
//	mates := w.Match() // 1, 0, 3, 2
//
// A vertex is a number from 0. A weight is a positive number, at most [MaxWeight];
// two vertices without one are never matched. Whoever wants as many pairs as
// there can be, whatever they weigh, adds to each weight more than all of them
// together. Time grows with the third power of the number of vertices: 256 take
// some hundredths of a second.
package tournament
