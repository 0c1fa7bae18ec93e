// Package symmetry tells which positions are the same but for how the board lies:
// mirrored, turned or, where the rules tell kinds of pieces apart only by their being
// different, with these exchanged.
//
//	all := symmetry.All(pos.Board(), alike)
//	least, ways, err := symmetry.Least(g, pos, all)
//	…
//	m, err = ways[0].Move(m, least) // what m is there
//
// A [Symmetry] is one such way. Least returns the one position that all images of a
// position have in common, and the ways that lead there, several where it is its own
// image.
//
// The rules of all games are the same in all directions. The texts of powers are not,
// so positions with powers have no image but themselves.
//
// The package names no game. Searches have their own symmetries of packed positions;
// this one works on texts and takes microseconds.
package symmetry
