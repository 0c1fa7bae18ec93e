package classroom

// Language is the language an Amazons board understands and answers in. Any
// other value than the two below stands for English.
type Language int

// The languages of the exercise.
const (
	English Language = iota
	Dutch
)

// refusal returns what the board says to a move it can't make.
func (l Language) refusal() RefusedError {
	if l == Dutch {
		return ErrOngeldigeZet
	}
	return ErrInvalidMove
}

// letters returns the letters of the amazons in the order in which the
// exercise lists them at the start.
func (l Language) letters() string {
	if l == Dutch {
		return "AaBbCcDd"
	}
	return "ABCDabcd"
}

// directions returns the names of the eight directions, clockwise from north.
func (l Language) directions() [8]string {
	if l == Dutch {
		return [8]string{"N", "NO", "O", "ZO", "Z", "ZW", "W", "NW"}
	}
	return [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
}
