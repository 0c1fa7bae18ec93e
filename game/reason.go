package game

// Reason is a fact that tells a person why one turn is worse than another from the same
// position. Each game has its kinds of reasons and says what their squares and counts
// mean; the words for people are made elsewhere. A reason is true of the positions after
// the two turns, whether or not the judgment that one is worse is.
type Reason struct {
	Kind    string
	Squares []Square
	// Counts are of squares or turns, as the kind says. Unused ones are 0.
	Counts [2]int
}
