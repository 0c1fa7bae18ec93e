package classroom

import (
	"fmt"
)

// Dialect is the programming language of a session, with the names that the exercises
// use.
type Dialect struct {
	name      string
	prompt    string
	write     func(any) string // writes a value as the language does
	exception string           // the format in which an exception is printed
	names     map[string]any
	member    func(of any) members
}

// Python has the exercises Amazons, Hermit and Santorini.
var Python = Dialect{
	name:      "python",
	prompt:    ">>> ",
	write:     snake,
	exception: "Traceback (most recent call last):\nAssertionError: %v",
	names: map[string]any{
		"Amazons":   func() *Amazons { return NewAmazons(English) },
		"Hermit":    newHermit,
		"Santorini": NewSantorini,
		"print":     func(board fmt.Stringer) printed { return printed(board.String()) },
	},
	member: func(of any) members {
		switch b := of.(type) {
		case *Amazons:
			return members{
				"amazons": dict(each(b.Amazons(), func(p Piece) [2]any {
					return [2]any{pair(p.Square), string(p.Letter)}
				})),
				"arrows":   set(each(b.Arrows(), pair)),
				"position": func(letter rune) (any, error) { s, err := b.Position(letter); return pair(s), err },
				"possible_directions": func(letter rune) (set, error) {
					directions, err := b.PossibleDirections(letter)
					return each(directions, value), err
				},
				"move_amazon": b.MoveAmazon,
				"shoot_arrow": b.ShootArrow,
				"winner":      b.Winner,
			}
		case *Hermit:
			return members{
				"positions": func(at Square, placement Placement) (set, error) {
					squares, err := b.Positions(at, placement)
					return each(squares, pair), err
				},
				"isvalid": b.IsValid,
				"move":    b.Move,
				"possible_moves": func() set {
					return each(b.PossibleMoves(), func(m Block) any {
						return tuple{string(m.Color), pair(m.Square), string(m.Placement)}
					})
				},
			}
		case *Santorini:
			return members{
				"workers": dict(each(b.Workers(), func(p Piece) [2]any {
					return [2]any{string(p.Letter), pair(p.Square)}
				})),
				"level":       b.Level,
				"move_worker": b.MoveWorker,
				"build_tower": b.BuildTower,
				"winning_worker": func() any {
					if letter, ok := b.WinningWorker(); ok {
						return string(letter)
					}
					return nil
				},
			}
		}
		return nil
	},
}

// JavaScript has the exercise Amazones, in Dutch.
var JavaScript = Dialect{
	name:      "javascript",
	prompt:    "> ",
	write:     script,
	exception: `Uncaught { name: "AssertionError", message: "%v" }`,
	names: map[string]any{
		"Amazones": func() *Amazons { return NewAmazons(Dutch) },
		"console":  members{"log": func(text string) printed { return printed(text) }},
	},
	member: func(of any) members {
		switch b := of.(type) {
		case members:
			return b
		case *Amazons:
			return members{
				"amazones": dict(each(b.Amazons(), func(p Piece) [2]any {
					return [2]any{fmt.Sprintf("%d-%d", p.Square.Row, p.Square.Col), string(p.Letter)}
				})),
				"pijlen":  list(each(b.Arrows(), array)),
				"positie": func(letter rune) (any, error) { s, err := b.Position(letter); return array(s), err },
				"mogelijkeRichtingen": func(letter rune) (list, error) {
					directions, err := b.PossibleDirections(letter)
					return each(directions, value), err
				},
				"verzetAmazone": b.MoveAmazon,
				"schietPijl":    b.ShootArrow,
				"winnaar":       b.Winner,
				"toString":      b.String,
			}
		}
		return nil
	},
}

// String returns the language's name in lower case.
func (d Dialect) String() string { return d.name }

// Prompt returns what precedes each statement.
func (d Dialect) Prompt() string { return d.prompt }

// largest is the largest size of a Hermit board in a session.
const largest = 40

// errLarge is the error for a board that the exercise allows but nobody can look at.
var errLarge = fmt.Errorf("too large a board: want one of size %d at most here", largest)

func newHermit(n int) (*Hermit, error) {
	if n > largest {
		return nil, errLarge
	}
	return NewHermit(n)
}

// literals are the names that the output of a session may contain.
var literals = scope{
	names:  map[string]any{"True": true, "False": false, "true": true, "false": false, "set": func() set { return nil }},
	member: func(any) members { return nil },
}

func pair(s Square) any  { return tuple{s.Row, s.Col} }
func array(s Square) any { return list{s.Row, s.Col} }
func value(s string) any { return s }
