package terminal

import "fmt"

// helpLines returns the lines of the help page.
func helpLines() []string {
	lines := []string{
		"Enter a turn step by step: the piece, where it goes, and what follows there;",
		"or type a move such as the lists show, and Enter. The mouse does all that",
		"keys do: the left button chooses, the right one takes back.",
		"",
		"  arrows  move the cursor            Enter  choose its square",
		"  Tab     go to the next choice      Esc    take back the last step",
		"  .       end a turn that can go on  -      let a piece that has gone go on",
	}
	for _, c := range commands() {
		lines = append(lines, fmt.Sprintf("  %-7s %s", c.key, c.help))
	}
	return append(lines,
		"",
		"  [ ] cursor   ( ) this turn   < > last move   { } tip   dot: can be chosen",
		"  a digit is how many storeys stand there, 4 with the dome",
	)
}
