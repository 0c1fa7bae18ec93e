package classroom

// Language is the language that an Amazons board reads and answers in. Any value other
// than the two below means English.
type Language int

// The languages of the exercise.
const (
	English Language = iota
	Dutch
)

// refusal returns the board's answer to a move that it refuses.
func (l Language) refusal() RefusedError {
	if l == Dutch {
		return ErrOngeldigeZet
	}
	return ErrInvalidMove
}

// letters returns the letters of the amazons in the order in which the exercise lists
// them at the start.
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
