package textgame

import "thera/game"

// Display shows the game beside the streams. A game can be played on it and on In at
// the same time.
type Display interface {
	// Lines yields what is entered on the display: commands as on In, one at a time,
	// without asterisks. They are echoed on Out. A line interrupts an automated side
	// that is thinking.
	Lines() <-chan string
	// Show shows a position, the moves played up to it from the start, and which sides
	// are automated, White first.
	Show(pos game.Position, played []game.Move, auto [2]bool)
	// Tell shows why a line was refused.
	Tell(message string)
}

// shown returns the lines of the display, nil if there is no display.
func (s *session) shown() <-chan string {
	if s.Display == nil {
		return nil
	}
	return s.Display.Lines()
}

func (s *session) show() {
	if s.Display != nil {
		s.Display.Show(s.position(), s.played, s.auto)
	}
}

func (s *session) tell(message string) {
	if s.Display != nil {
		s.Display.Tell(message)
	}
}
