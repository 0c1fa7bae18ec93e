package santorini

// Symmetries is how many turns and flips map the board onto itself.
const Symmetries = 8

// Image returns where one of the Symmetries, counted from 0, takes a square,
// files and ranks from 0. Bit 0 flips left and right, bit 1 flips up and down,
// then bit 2 exchanges files and ranks.
func Image(symmetry, file, rank int) (toFile, toRank int) {
	if symmetry&1 != 0 {
		file = size - 1 - file
	}
	if symmetry&2 != 0 {
		rank = size - 1 - rank
	}
	if symmetry&4 != 0 {
		file, rank = rank, file
	}
	return file, rank
}
