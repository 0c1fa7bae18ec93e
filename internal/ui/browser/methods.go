package browser

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// Method is a kind of request.
type Method struct {
	Name           string
	Params, Result reflect.Type
	answer         func(*Service, request) (any, error)
}

// Methods returns the methods of every service: everything a game needs from
// beginning to end.
func Methods() []Method {
	return []Method{
		quick("games", (*Service).list),
		quick("start", (*Service).start),
		quick("settle", (*Service).settle),
		quick("draft", (*Service).draft),
		quick("view", (*Service).view),
		quick("compose", (*Service).compose),
		quick("enter", (*Service).enter),
		quick("play", (*Service).play),
		quick("eliminate", (*Service).eliminate),
		quick("replay", (*Service).replay),
		long[answer.Search]("search", (*Service).search),
		quick("stop", (*Service).stop),
	}
}

// Quick returns a method that is answered before anything else is handled.
func Quick[P, R any](name string, answer func(P) (R, error)) Method {
	return quick(name, func(_ *Service, p P) (R, error) { return answer(p) })
}

func quick[P, R any](name string, answer func(*Service, P) (R, error)) Method {
	return Method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err != nil {
			return nil, err
		}
		return answer(s, p)
	}}
}

// positionParams are the params of a [Long] method, which is about a position.
type positionParams interface {
	Find(games []catalog.Entry) (catalog.Entry, game.Position, error)
}

// Long returns a method that continues while others are handled. Its result is an R.
func Long[R any, P positionParams](name string, work Worker[P]) Method {
	return long[R](name, func(_ *Service, ctx context.Context, _ int, p P, entry catalog.Entry, pos game.Position) (any, error) {
		return work(ctx, p, entry, pos)
	})
}

func long[R any, P positionParams](name string, work worker[P]) Method {
	return Method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err == nil {
			err = begin(s, r.ID, p, work)
		}
		if err != nil {
			return nil, err
		}
		return nil, errLater
	}}
}

func paramsOf[P any](r request) (p P, err error) {
	if err := fill(reflect.ValueOf(&p).Elem(), r.Params); err != nil {
		return p, fmt.Errorf("params %v of %q: %w", r.Params, r.Method, err)
	}
	return p, nil
}

// ComposeParams ask for the position with what a person has put on a board.
type ComposeParams struct {
	Game   string   `json:"game"`
	Seats  int      `json:"seats"`
	Turn   int      `json:"turn"`
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Teams  bool     `json:"teams,omitempty" doc:"As a position has it"`
	Powers []string `json:"powers,omitempty" doc:"As a position has them"`
	Cells  []Cell   `json:"cells" doc:"Rank by rank from a1; letters of pieces don't count"`
}

func (s *Service) compose(p ComposeParams) (View, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return View{}, err
	}
	turn, err := SeatOf(p.Turn)
	if err != nil {
		return View{}, err
	}
	board := game.Board{Files: p.Files, Ranks: p.Ranks, Seats: p.Seats, Teams: p.Teams, Powers: p.Powers}
	for _, c := range p.Cells {
		cell := game.Cell{Kind: c.Kind, Level: c.Level}
		if c.Owner != 0 {
			owner, err := SeatOf(c.Owner)
			if err != nil {
				return View{}, err
			}
			cell.Owner = board.Allies(owner)
		}
		board.Cells = append(board.Cells, cell)
	}
	pos, err := entry.Game.Compose(board, turn)
	if err != nil {
		return View{}, WithFault(err, BadBoard, "", "")
	}
	return ViewOf(entry, pos)
}

// maxSeat is the highest seat number in a message: sets of seats have eight.
const maxSeat = 8

// SeatOf returns the seat with a number in messages, 1 to 8.
func SeatOf(number int) (game.Seat, error) {
	if number < 1 || number > maxSeat {
		return 0, fmt.Errorf("seat %d: want one from 1", number)
	}
	return game.Seat(number - 1), nil
}

// StartParams ask for the start of a variant.
type StartParams struct {
	Game    string `json:"game"`
	Variant string `json:"variant" doc:"Empty for the default"`
}

func (s *Service) start(p StartParams) (View, error) {
	return s.find(answer.Start{Game: p.Game, Variant: p.Variant})
}

// PositionParams ask about a position.
type PositionParams struct {
	Game     string `json:"game"`
	Position string `json:"position" doc:"In any form that the rules accept"`
}

func (s *Service) view(p PositionParams) (View, error) {
	return s.find(answer.Start{Game: p.Game, Position: p.Position})
}

func (s *Service) find(from answer.Start) (View, error) {
	entry, pos, err := from.Find(s.games)
	if err != nil {
		return View{}, WithFault(err, BadPosition, from.Position, "")
	}
	return ViewOf(entry, pos)
}

// GameInfo is what the page needs to offer a game.
type GameInfo struct {
	Name      string                `json:"name"`
	Variants  []VariantInfo         `json:"variants"`
	Strengths [catalog.MaxLevel]int `json:"strengths" doc:"Estimated Elo ratings of the levels from 1, in points above level 1, for two players without powers"`
	Powers    *PowersInfo           `json:"powers,omitempty" doc:"The powers that seats can have; absent if the game has none"`
}

// VariantInfo is a start position.
type VariantInfo struct {
	Name     string `json:"name"`
	Position string `json:"position"`
	Seats    int    `json:"seats" doc:"How many play"`
}

func (s *Service) list(struct{}) ([]GameInfo, error) {
	var all []GameInfo
	for _, entry := range s.games {
		info := GameInfo{Name: entry.Game.Name(), Strengths: entry.Strengths, Powers: powersOf(entry.Cards)}
		for _, name := range entry.Game.Variants() {
			pos, err := entry.Game.Start(name)
			if err != nil {
				return nil, err
			}
			info.Variants = append(info.Variants, VariantInfo{name, pos.String(), pos.Board().Seats})
		}
		all = append(all, info)
	}
	return all, nil
}

// View is a position as the page draws it.
type View struct {
	answer.Position
	Seats   int  `json:"seats" doc:"Players at the start"`
	Files   int  `json:"files"`
	Ranks   int  `json:"ranks"`
	Storeys bool `json:"storeys" doc:"Whether levels are to be drawn"`
	Teams   bool `json:"teams,omitempty" doc:"Whether every other seat is in the same team"`
	// Powers is absent where nobody has any.
	Powers []string `json:"powers,omitempty" doc:"The power of each seat, with a mark if it is in force, as in athena^"`
	Cells  []Cell   `json:"cells" doc:"Rank by rank from a1"`
	Count  uint64   `json:"count" doc:"Number of legal moves"`
	// Territory is absent where the game has no such notion.
	Territory string `json:"territory,omitempty" doc:"For each cell, the seat that gets there first: its number, = for several at once, - for none"`
	// Mobility is absent where that is not known, or nothing moves.
	Mobility string `json:"mobility,omitempty" doc:"For each cell, the seat whose pieces can go there in one turn: its number, = for several, - for none"`
}

// Cell is a square.
type Cell struct {
	Kind  string `json:"kind,omitempty" doc:"The kind of piece there, such as amazon or red; absent if empty"`
	Piece string `json:"piece,omitempty" doc:"The letter that plain text draws it by"`
	Owner int    `json:"owner" doc:"A seat, counted from 1, the first of partners; 0 for none"`
	Level int    `json:"level,omitempty" doc:"Levels, 4 with the dome"`
}

// ViewOf returns a position as the page draws it.
func ViewOf(entry catalog.Entry, pos game.Position) (View, error) {
	board := pos.Board()
	// One ply of perft counts the moves without formatting them.
	count, err := game.Perft(context.Background(), pos, 1)
	v := View{
		Position: answer.NewPosition(entry, pos),
		Seats:    board.Seats, Files: board.Files, Ranks: board.Ranks, Storeys: board.HasLevels,
		Teams: board.Teams, Powers: board.Powers,
		Cells: cellsOf(board),
		Count: count,
	}
	if entry.Territory != nil {
		v.Territory = seatsText(entry.Territory(pos))
	}
	if entry.Mobility != nil {
		v.Mobility = seatsText(entry.Mobility(pos))
	}
	return v, err
}

func cellsOf(board game.Board) []Cell {
	cells := make([]Cell, len(board.Cells))
	for i, c := range board.Cells {
		cells[i] = Cell{Kind: c.Kind, Level: c.Level}
		if c.Piece != 0 {
			cells[i].Piece = string(rune(c.Piece))
		}
		if c.Owner != 0 {
			cells[i].Owner = c.Owner.First().Number() // of partners
		}
	}
	return cells
}

func seatsText(owners []game.Seats) string {
	var text strings.Builder
	for _, seats := range owners {
		if seats.Len() > 1 {
			text.WriteByte('=')
		} else {
			text.WriteString(seats.String()) // "-" for nobody
		}
	}
	return text.String()
}

// Fault classifies an error in a person's input, so that the page can describe
// it in any language. The error's own text says more, in English.
type Fault struct {
	Code  string `json:"code"`
	Input string `json:"input,omitempty" doc:"What was given, or its beginning"`
	Want  string `json:"want,omitempty" doc:"An example of what would do"`
}

// The codes of faults. The page has a text for each.
const (
	BadMove     = "move"     // no legal move here
	BadPosition = "position" // not the text of a position
	BadBoard    = "board"    // not a position that a game can reach
	BadText     = "text"     // neither a record nor a position
	BadRecord   = "record"   // a record with a mistake
	NoText      = "empty"    // no input
)

// FaultCodes returns the codes of all faults.
func FaultCodes() []string {
	return []string{BadMove, BadPosition, BadBoard, BadText, BadRecord, NoText}
}

type faulty struct {
	error
	fault Fault
}

func (f *faulty) Unwrap() error { return f.error }

// maxInput is how many bytes of the input a fault contains at most.
const maxInput = 60

// WithFault adds a fault to an error. It returns nil if there is no error, and
// the error itself if it has a fault already.
func WithFault(err error, code, input, want string) error {
	if err == nil || faultOf(err) != nil {
		return err
	}
	if len(input) > maxInput {
		end := maxInput
		for !utf8.RuneStart(input[end]) {
			end--
		}
		input = input[:end] + "…"
	}
	return &faulty{err, Fault{code, input, want}}
}

func withMoveFault(err error, pos game.Position, text string) error {
	want := ""
	if moves := pos.Moves(); len(moves) > 0 {
		want = string(moves[0])
	}
	return WithFault(err, BadMove, text, want)
}

func faultOf(err error) *Fault {
	if f := (*faulty)(nil); errors.As(err, &f) {
		return &f.fault
	}
	return nil
}
