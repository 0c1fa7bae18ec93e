// Package vector adds up rows of numbers, many at a time where the processor
// can (AVX2 on amd64), one after the other elsewhere.
//
//	rows := []vector.Row{vector.Pack(&first), vector.Pack(&second)}
//	value := vector.Rectified(&bias, rows, []uint16{0, 1})
//
// Vocabulary: a Row is 128 whole numbers of 16 bits, a row of weights of a
// network that plays; Floats are 32 real ones, a part of such a row while the
// network is in training. A list names rows by their index. A Short is a row of 16
// whole numbers; Patterns have such rows for what four neighbors on a board are.
//
// Either way gives the same results to the last bit, on every machine: real
// numbers are added in the order of the list, and no two operations are rounded
// as one.
//
// Indices in lists are not checked against the number of rows: an index beyond
// it reads, or writes, other memory.
package vector
