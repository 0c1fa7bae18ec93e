package santorini

var powerCards = [numPowers]string{
	"You have no power: the rules of the base game.",
	"Your worker may move onto the square of a rival's worker, if it could if that were empty. " +
		"The rival goes to the square just left.",
	"Your worker may step once more, but not back to where it began the turn.",
	"If one of your workers went up in your last turn, no worker of a rival may go up until your next, not to win either.",
	"Your worker may build a dome on any level.",
	"Your worker may build once more, on another square.",
	"Your worker may build once more on the same square, a block and not a dome.",
	"If your workers do not go up or down, each may take any number of steps, or none, in any order. " +
		"Then either of them builds. Or you have an ordinary turn.",
	"Your worker may move onto the square of a rival's worker, if the square straight behind it has no worker and " +
		"no dome, at any level. The rival goes there.",
	"You also win by moving down two or more levels.",
	"If your worker does not go up in this turn, it may build before it moves, and again after. " +
		"Levels count as they are after the first build.",
}

// Card returns the text of the power's card, a few sentences to who plays it.
func (w Power) Card() string { return powerCards[w] }

// Mark returns what it means that ^ stands behind the power in a position's
// text, "" for those that never have it.
func (w Power) Mark() string {
	if w == Athena {
		return "rivals may not go up"
	}
	return ""
}
