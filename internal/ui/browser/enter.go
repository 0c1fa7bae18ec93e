package browser

import (
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/catalog/setup"
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

// PlayParams ask for the position after a move.
type PlayParams struct {
	PositionParams
	Move string `json:"move" doc:"In any form that the rules accept"`
}

// Played is a move in its canonical text and the position after it.
type Played struct {
	Move game.Move `json:"move"`
	View View      `json:"view"`
}

func (s *Service) play(p PlayParams) (Played, error) {
	entry, pos, err := p.Find(s.games)
	if err != nil {
		return Played{}, err
	}
	move, err := pos.Read(p.Move)
	if err != nil {
		return Played{}, withMoveFault(err, pos, p.Move)
	}
	if pos, err = pos.Play(move); err != nil {
		return Played{}, err
	}
	v, err := ViewOf(entry, pos)
	return Played{move, v}, err
}

// EliminateParams ask for the position without a seat that has given up.
type EliminateParams struct {
	PositionParams
	Seat int `json:"seat" doc:"Counted from 1"`
}

func (s *Service) eliminate(p EliminateParams) (View, error) {
	entry, pos, err := p.Find(s.games)
	if err != nil {
		return View{}, err
	}
	if p.Seat < 1 || p.Seat > pos.Board().Seats {
		return View{}, fmt.Errorf("seat %d: want one from 1 to %d", p.Seat, pos.Board().Seats)
	}
	if pos, err = game.Eliminate(pos, game.Seat(p.Seat-1)); err != nil {
		return View{}, err
	}
	return ViewOf(entry, pos)
}

// Find returns the entry of the game among games, and the position.
func (p PositionParams) Find(games []catalog.Entry) (catalog.Entry, game.Position, error) {
	entry, err := catalog.Among(games, p.Game)
	if err != nil {
		return entry, nil, err
	}
	pos, err := entry.Game.Parse(p.Position)
	return entry, pos, WithFault(err, BadPosition, p.Position, "")
}

// ReplayParams ask for the positions of a game.
type ReplayParams struct {
	Game  string      `json:"game"`
	Start string      `json:"start"`
	Moves []game.Move `json:"moves"`
}

// Station is a position of a game with the move that led to it.
type Station struct {
	Move game.Move `json:"move,omitempty" doc:"That led to it; absent for the first"`
	answer.State
}

// Replayed is a game up to its last move or the first illegal one.
type Replayed struct {
	Seats    int       `json:"seats"`
	Stations []Station `json:"stations" doc:"The start first"`
	Error    string    `json:"error,omitempty" doc:"What is wrong with the move after the last position"`
}

func (s *Service) replay(p ReplayParams) (Replayed, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return Replayed{}, err
	}
	positions, err := game.Record{Game: p.Game, Start: p.Start, Moves: p.Moves}.Replay(entry.Game)
	if len(positions) == 0 {
		return Replayed{}, err
	}
	r := Replayed{Seats: positions[0].Board().Seats}
	if err != nil {
		r.Error = err.Error()
	}
	for i, pos := range positions {
		station := Station{State: answer.NewState(pos)}
		if i > 0 {
			station.Move = p.Moves[i-1]
		}
		r.Stations = append(r.Stations, station)
	}
	return r, nil
}

// PowersInfo is what the page needs to let people choose powers.
type PowersInfo struct {
	None  string     `json:"none" doc:"What a seat without a power has"`
	Names []string   `json:"names" doc:"Those that can be drawn and offered"`
	Pairs []PairInfo `json:"pairs" doc:"Measured results of two against each other"`
}

// PairInfo is the measured result of two powers.
type PairInfo struct {
	Powers [2]string `json:"powers" doc:"By seat"`
	First  float64   `json:"first" doc:"The fraction of games that seat 1 wins"`
	Error  float64   `json:"error" doc:"Half the width of its 95% interval"`
	Games  int       `json:"games"`
	Even   bool      `json:"even" doc:"Whether it is close enough to one half to count as fair"`
	Unfair bool      `json:"unfair" doc:"Whether one seat has a large advantage"`
}

// powersOf returns nil for a game without powers.
func powersOf(cards setup.Cards) *PowersInfo {
	if len(cards.Names) == 0 {
		return nil
	}
	info := PowersInfo{cards.None, cards.Names, []PairInfo{}}
	all := append([]string{cards.None}, cards.Names...)
	for _, first := range all {
		for _, second := range all {
			if rate, ok := cards.Rate([]string{first, second}); ok {
				info.Pairs = append(info.Pairs, PairInfo{[2]string{first, second}, rate.First, rate.Error, rate.Games, rate.Even(), rate.Unfair()})
			}
		}
	}
	return &info
}

// SettleParams say how powers are chosen for a variant.
type SettleParams struct {
	Game    string       `json:"game"`
	Variant string       `json:"variant"`
	Way     setup.Method `json:"way" doc:"None, random, fair, or the powers by seat, as in athena,pan"`
	Seed    uint64       `json:"seed,omitempty" doc:"Determines random powers"`
}

// Settled is the resulting variant.
type Settled struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

func (s *Service) settle(p SettleParams) (Settled, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return Settled{}, err
	}
	variant, err := entry.ResolvePowers(p.Variant, p.Way, p.Seed)
	if err != nil {
		return Settled{}, err
	}
	pos, err := entry.Game.Start(variant)
	if err != nil {
		return Settled{}, err
	}
	return Settled{variant, pos.String()}, nil
}

// DraftParams are a draft and what is to be done in it.
type DraftParams struct {
	Game    string      `json:"game"`
	Players int         `json:"players"`
	Acts    []setup.Act `json:"acts" doc:"What has been done, optionally followed by what a player does now"`
	Seed    uint64      `json:"seed,omitempty" doc:"If not 0, the computer takes the next step"`
}

func (s *Service) draft(p DraftParams) (setup.Progress, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return setup.Progress{}, err
	}
	d, err := setup.ReplayDraft(entry.Cards.Names, p.Players, p.Acts)
	if err == nil && p.Seed != 0 {
		if _, open := d.Next(); !open {
			return setup.Progress{}, errors.New("the draft is over: want no seed")
		}
		d, err = d.Do(entry.Cards.Reply(d, p.Seed))
	}
	if err != nil {
		return setup.Progress{}, err
	}
	return d.Progress(), nil
}
