package textgame

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/game"
)

// help is printed on Out, so it has no asterisk and no line ===.
const help = `Commands:
  d1-d7(g7)         move from d1 to d7, throw a spear to g7
  d1 d7 g7          the same
  new               start a new game
  undo              go back to your last turn
  auto black        let the computer play black (or white)
  manual black      play black (or white) yourself
  seed 42           let the computer play as with this number before
  dump              show the board: W white, B black, S spear
  help              show this
  quit              end the program
Blank lines are ignored, and so is everything after a #.
`

type command struct {
	verb string    // the command word, "move" for a move
	move game.Move // what to play
	side game.Seat // the side to automate or make manual
	seed uint64
}

// refusal is the reason why a line is not carried out. It is printed unchanged.
type refusal string

func (r refusal) Error() string { return strings.TrimSpace(string(r)) }

const (
	invalidMove   refusal = "Invalid move. Please try again.\n"
	tooLarge      refusal = "Error: number too large\n\n"
	nothingToUndo refusal = "Error: nothing to undo\n\n"
)

func badCommand(text string) refusal { return refusal("Error: Bad command: " + text + "\n\n") }

// seats are the names of the sides in commands, in order of play.
var seats = []string{"white", "black"}

// clean returns a line in lower case without its comment and outer spaces. It returns
// "" for a line to ignore.
func clean(line string) string {
	text, _, _ := strings.Cut(line, "#")
	return strings.ToLower(strings.TrimSpace(text))
}

// parse reads a clean line that is not empty. The error is a refusal.
func parse(text string) (command, error) {
	words := strings.Fields(text)
	if m, ok := parseMove(words); ok {
		return command{verb: "move", move: m}, nil
	}
	c := command{verb: words[0]}
	switch c.verb {
	case "new", "dump", "undo", "help", "quit":
		if len(words) == 1 {
			return c, nil
		}
	case "auto", "manual":
		if len(words) == 2 {
			if seat := slices.Index(seats, words[1]); seat >= 0 {
				c.side = game.Seat(seat)
				return c, nil
			}
		}
	case "seed":
		if len(words) == 2 && strings.Trim(words[1], "0123456789") == "" {
			var err error
			if c.seed, err = strconv.ParseUint(words[1], 10, 63); err != nil {
				return command{}, tooLarge
			}
			return c, nil
		}
	}
	return command{}, badCommand(text)
}

// parseMove reads the squares of a move in one of its two forms, d1-d7(g7) without
// spaces or d1 d7 g7 with any number of them. It does not check whether the move is
// legal.
func parseMove(words []string) (game.Move, bool) {
	pattern := "#-#(#)"
	if len(words) == 3 {
		pattern = "# # #"
	}
	s, ok := game.ScanSquares(strings.Join(words, " "), pattern)
	if !ok {
		return "", false
	}
	return game.Move(fmt.Sprintf("%s-%s(%s)", s[0], s[1], s[2])), true
}
