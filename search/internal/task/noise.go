package task

import "thera/game"

// Noise varies evaluations a little, always in the same way for one position
// and one seed: a search must find the same value for a position whichever way
// it gets there.
type Noise struct {
	Seed  uint64 // 0 is no noise
	Width int    // the most an evaluation is changed, in centilogits either way
}

// Of returns what to add to the evaluation of a position with the hash, from
// −Width to Width, each with equal chance.
func (n Noise) Of(hash uint64) int {
	if n.Seed == 0 {
		return 0
	}
	return int(game.Mix(n.Seed^hash)%uint64(2*n.Width+1)) - n.Width
}
