package classroom

// RefusedError is the error of a call that would have changed a board but
// can't. It says so in the board's language, and the board is as it was.
type RefusedError string

// The two refusals, in the exercises' words.
const (
	ErrInvalidMove  RefusedError = "invalid move"  // English
	ErrOngeldigeZet RefusedError = "ongeldige zet" // Dutch
)

func (e RefusedError) Error() string { return string(e) }
