package task

import "thera/game"

// Noise varies evaluations a little, always in the same way for one position and one
// seed: a search must find the same value for a position whichever way it gets there.
type Noise struct {
	Seed  uint64 // 0 is no noise
	Width int    // the largest change of an evaluation, in centilogits
}

// Of returns what to add to the evaluation of the position with the hash: a
// number from −Width to Width, uniformly distributed.
func (n Noise) Of(hash uint64) int {
	if n.Seed == 0 {
		return 0
	}
	return int(game.Mix(n.Seed^hash)%uint64(2*n.Width+1)) - n.Width
}
