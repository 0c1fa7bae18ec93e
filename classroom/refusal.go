package classroom

// RefusedError is the error of a call that should change a board but cannot. It is in
// the board's language, and the board is unchanged.
type RefusedError string

// The refusal in each language, in the exercises' words.
const (
	ErrInvalidMove  RefusedError = "invalid move"  // English
	ErrOngeldigeZet RefusedError = "ongeldige zet" // Dutch
)

func (e RefusedError) Error() string { return string(e) }
