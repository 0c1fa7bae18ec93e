package browser

import (
	"fmt"

	"thera/game"
)

// EnterParams ask how a turn that is being entered step by step can continue.
type EnterParams struct {
	PositionParams
	Steps []string `json:"steps" doc:"Taken so far"`
	Text  string   `json:"text,omitempty" doc:"Typed after them: a whole move, or steps that continue or restart the turn"`
}

// Entered is the state of a turn being entered.
type Entered struct {
	Steps    []string  `json:"steps" doc:"Taken so far, the typed ones included"`
	Options  []Option  `json:"options" doc:"The steps that may follow, in the order of the moves"`
	Move     game.Move `json:"move,omitempty" doc:"The move that the steps form, if they do"`
	Complete bool      `json:"complete" doc:"Whether they form a move and cannot continue to another"`
	Cells    []Cell    `json:"cells,omitempty" doc:"The board with the steps taken, rank by rank from a1; absent without steps"`
}

// Option is a step that may follow.
type Option struct {
	Step string    `json:"step" doc:"A square, a square with a dash for a piece that moves on, or a capital letter for a piece to place"`
	Move game.Move `json:"move,omitempty" doc:"The move that it would complete, if any"`
	More bool      `json:"more,omitempty" doc:"Whether squares could follow it"`
	// Letters is absent where no letter could follow.
	Letters map[string]game.Move `json:"letters,omitempty" doc:"The capital letters that could follow, with the moves that they would complete"`
}

// enter is [game.Entry] with a look one step ahead, by which the page knows
// what a tap will do before it is made.
func (s *Service) enter(p EnterParams) (Entered, error) {
	e, err := s.entry(p.PositionParams)
	if err != nil {
		return Entered{}, err
	}
	if len(p.Steps) > 0 {
		var ok bool
		if e, ok = e.Add(p.Steps...); !ok {
			return Entered{}, fmt.Errorf("steps %q: no legal move begins with them", p.Steps)
		}
	}
	if p.Text != "" {
		if e, err = e.Type(p.Text); err != nil {
			if _, pos, found := p.Find(s.games); found == nil {
				err = withMoveFault(err, pos, p.Text)
			}
			return Entered{}, err
		}
	}
	r := Entered{Steps: append([]string{}, e.Steps()...), Options: []Option{}, Complete: e.Complete()}
	r.Move, _ = e.Move()
	if len(e.Steps()) > 0 {
		r.Cells = cellsOf(e.Board())
	}
	for _, step := range e.Options() {
		r.Options = append(r.Options, option(e, step))
	}
	return r, nil
}

// option describes what a step would do.
func option(e game.Entry, step string) Option {
	next, _ := e.Add(step)
	move, _ := next.Move()
	o := Option{Step: step, Move: move}
	for _, then := range next.Options() {
		if c := then[0]; c < 'A' || c > 'Z' {
			o.More = true
			continue
		}
		after, _ := next.Add(then)
		if o.Letters == nil {
			o.Letters = map[string]game.Move{}
		}
		o.Letters[then], _ = after.Move()
	}
	return o
}

// entry returns the turn of a position without any step. That of the last
// position is kept, because the steps of a turn come one by one.
func (s *Service) entry(p PositionParams) (game.Entry, error) {
	if p == s.entered && p.Position != "" {
		return s.turn, nil
	}
	_, pos, err := p.Find(s.games)
	if err != nil {
		return game.Entry{}, err
	}
	s.entered, s.turn = p, game.Enter(pos)
	return s.turn, nil
}
