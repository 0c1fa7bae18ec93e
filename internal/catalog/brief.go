package catalog

// Brief is a game for a reader who has nothing but text, such as a language model.
type Brief struct {
	// Rules are the rules in short with the notation, in plain text without markup.
	// Powers are not in it.
	Rules string
	// Move is an example of a move, on squares of all its variants and Boards.
	Move string
}

var amazonsBrief = Brief{
	Rules: `Rules: White is seat 1, Black is seat 2. In a turn you first move one of your amazons like a chess queen, one or
more squares in a straight line in any of eight directions. Then that amazon shoots an arrow from the square
where she landed, which flies like a queen, one or more squares, and stays where it lands for the rest of the
game. Neither amazons nor arrows may enter or cross an amazon or an arrow; the square that the amazon has just
left is empty. Nothing is captured. A player who has no legal move in their turn loses.
Notation: squares are a file letter and a rank number, with a1 at the lower left. A position lists the ranks
from the top, separated by /: Q is a white amazon, q a black one, * an arrow, and a number that many empty
squares; then the side to move, w or b. A move is from-to(arrow).`,
	Move: "d1-d3(b1)",
}

var santoriniBrief = Brief{
	Rules: `Rules: each seat has two workers on a board of 5x5 squares. In a turn you move one of your workers to one of the
eight neighboring squares, which must hold no worker and no dome, and may be at most one level higher; any number
of levels down is allowed. Then the same worker builds one level on a neighboring square without a worker or
dome: levels 1 to 3, and on level 3 a dome, which makes it level 4. The square just left may be built on. A
player whose worker moves up onto level 3 wins at once, without building. A player who can't complete a turn
loses. Before the first turn, each seat puts both its workers on free squares.
Notation: squares are a file letter and a rank number, with a1 at the lower left. A position has the levels as
five ranks of five digits from the top, the workers of seats 1 and 2 separated by a comma, and the seat to move.
A move is from-to(build), a winning step from-to alone, and a placement @a1,b2 with sorted squares. The
diagram has the level of each square, and A or B for a worker of seat 1 or 2.`,
	Move: "c3-c4(d4)",
}

var hermitBrief = Brief{
	Rules: `Rules: both players have the same moves. A turn puts one block of any of three colors (red, yellow, blue) on the
board: upright on one empty square, or lying on two empty squares next to each other in a row or column. A block
must not touch another block of its own color, not even at a corner; the two squares of a lying block do not count
as touching each other. A player who can't place a block in their turn loses.
Notation: squares are a file letter and a rank number, with a1 at the lower left. A position lists the ranks from
the top, separated by /: R, Y and B are covered squares by color and a dot is an empty one; then the seat to move.
A move is the color and the square of an upright block, as in Ya3, or both squares of a lying one, the left or
upper one first, as in Ya3-b3 and Ya3-a2.`,
	Move: "Ya3-b3",
}

// santoriniPowerTurns says how the turns of powers are written that have more than a
// step and a build.
var santoriniPowerTurns = map[string]string{
	"artemis":    "c3-c4-d5(d4) with a second step",
	"atlas":      "c3-c4(d4D) with a dome where a block could be built",
	"demeter":    "c3-c4(d4,e5) with a second square, sorted",
	"hephaestus": "c3-c4(d4,d4) with a second block",
	"hermes":     "c3-c5(d4) or b2-a1,c3-c5(d4) with a walk of one worker or of both, sorted by where they began, and (d4) with none",
	"prometheus": "(b3)c3-c4(d4) with a build before the step",
}
