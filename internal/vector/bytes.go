package vector

// Bytes expands eight bits to eight bytes of 0 or 1.
var Bytes = func() (table [256]uint64) {
	for bits := range table {
		for i := range 8 {
			table[bits] |= uint64(bits>>i&1) << (8 * i)
		}
	}
	return table
}()
