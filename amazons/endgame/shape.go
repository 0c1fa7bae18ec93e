package endgame

import "thera/game"

// shapeHash returns the least hash of a region's eight rotations and reflections, with
// coordinates counted from a corner of its bounding rectangle.
func shapeHash(empty, own, other game.Squares) uint64 {
	var h [8]uint64
	all := empty.Or(own).Or(other)
	west, east, south, north := extent(all)
	for ; !all.IsEmpty(); all = all.WithoutFirst() {
		s := all.First()
		keys := &shapeKeys[0]
		switch {
		case own.Has(s):
			keys = &shapeKeys[1]
		case other.Has(s):
			keys = &shapeKeys[2]
		}
		// h[i] is the hash under the i-th of game.Symmetries, unrolled for speed.
		c := placeOf[s]
		w, e := (c.file-west)&15, (east-c.file)&15
		b, t := (c.rank-south)&15, (north-c.rank)&15
		h[0] += keys[w][b]
		h[1] += keys[e][b]
		h[2] += keys[w][t]
		h[3] += keys[e][t]
		h[4] += keys[b][w]
		h[5] += keys[b][e]
		h[6] += keys[t][w]
		h[7] += keys[t][e]
	}
	return game.Mix(min(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]))
}

// extent returns the smallest and largest files and ranks of a non-empty set.
func extent(set game.Squares) (west, east, south, north uint8) {
	west, south = game.MaxFiles, placeOf[set.First()].rank
	for ; !set.IsEmpty(); set = set.WithoutFirst() {
		c := placeOf[set.First()]
		west, east, north = min(west, c.file), max(east, c.file), c.rank
	}
	return west, east, south, north
}

// placeOf holds the file and the rank of each square, from 0.
var placeOf = func() (table [game.NumSquares]struct{ file, rank uint8 }) {
	for s := range table {
		table[s].file, table[s].rank = uint8(game.Square(s).File()), uint8(game.Square(s).Rank())
	}
	return table
}()

// shapeKeys holds a number for each place in the rectangle and each thing that stands
// there: nothing, an amazon of the side to move, an amazon of the other. A region's
// hash is their sum.
var shapeKeys = func() (table [3][16][16]uint64) {
	for kind := range table {
		for i := range table[kind] {
			for j := range table[kind][i] {
				table[kind][i][j] = game.Mix(6<<32 | uint64(kind)<<16 | uint64(i)<<8 | uint64(j))
			}
		}
	}
	return table
}()
