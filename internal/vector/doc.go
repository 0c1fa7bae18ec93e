// Package vector adds up rows of numbers, many at a time if the processor can (AVX2 on
// amd64), one by one elsewhere.
//
//	rows := []vector.Row{vector.Pack(&first), vector.Pack(&second)}
//	value := vector.Rectified(&bias, rows, []uint16{0, 1})
//
//	sums := bias
//	vector.Update(&sums, rows, nil, []uint16{0})
//	value = vector.Rectified(&sums, rows, []uint16{1}) // the same
//
// Vocabulary: a Row is 128 integers of 16 bits, the weights of one input of a network;
// Floats are 32 real numbers, a part of such a row during training. A list selects rows by
// their index. A Short is a row of 16 integers; Patterns have such rows for each
// combination of four neighboring squares. [Bytes] turns sets of bits into rows of bytes.
//
// Both implementations give the same results to the last bit on every machine: real
// numbers are added in the order of the list, and no two operations are rounded as one.
//
// Indices in lists are not checked: an index beyond the number of rows reads or writes
// other memory.
package vector
