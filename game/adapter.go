package game

import (
	"fmt"
	"strings"
)

// Variant is a named start position.
type Variant struct {
	Name  string
	Start string // position text
}

// Rules describes a game with packed positions P and moves M: everything that the
// methods of its kernel do not say.
type Rules[P any, M Code] struct {
	Name     string
	Variants []Variant // at least one; the first is the default
	Parse    func(text string) (P, error)
	// ParseMove reads a move's canonical text and any other form the rules accept. It
	// does not know the position and does not check legality.
	ParseMove func(text string) (M, error)
	// Compose returns the position with the given board and seat to move. The board has
	// passed [Board.Check].
	Compose func(Board, Seat) (P, error)
	// Choose returns a variant's start position with a choice applied: the text after
	// the colon in "2p:athena,pan". It is nil if there is nothing to choose.
	Choose func(start P, choice string) (P, error)
	// Ending says how a finished game ended. Nil means that all games end with [Stuck].
	Ending func(*P) Ending
	// Eliminate removes a seat that is in play from a game in progress, as the rules
	// remove a seat, whether or not it is to move. It reports false and changes nothing
	// if the rules do not provide for that now. Nil means that they never do.
	Eliminate func(*P, Seat) bool
	// Aliases appends all codes of the legal moves, each once, including those of
	// AppendMoves, if several codes can lead to the same position; otherwise it is nil.
	// Such codes count as one move: AppendMoves has the code with the canonical text, and
	// readers accept all of them.
	Aliases func(*P, []M) []M
	// Explain says why an illegal code is illegal. It returns nil if there is nothing to
	// say, and may be nil.
	Explain func(*P, M) error
	// Image returns the image of a legal move under a symmetry. Nil means that the rules
	// have no symmetries.
	Image func(M, Symmetry) M
	// Alike lists three kinds of pieces that the rules do not distinguish, or is nil.
	Alike []string
}

// New returns the game that programs see, made from its packed form.
func New[P any, M Code, K Readable[P, M]](r Rules[P, M]) Game {
	return &adapter[P, M, K]{r}
}

// KernelOf returns a copy of the packed position in pos, and false if P is not its type.
func KernelOf[P any](pos Position) (P, bool) {
	packed, ok := pos.(interface{ kernel() P })
	if !ok {
		var none P
		return none, false
	}
	return packed.kernel(), true
}

type adapter[P any, M Code, K Readable[P, M]] struct{ rules Rules[P, M] }

func (a *adapter[P, M, K]) Name() string { return a.rules.Name }

func (a *adapter[P, M, K]) Variants() []string {
	var names []string
	for _, v := range a.rules.Variants {
		names = append(names, v.Name)
	}
	return names
}

func (a *adapter[P, M, K]) Start(variant string) (Position, error) {
	name, choice, chosen := strings.Cut(variant, ":")
	for _, v := range a.rules.Variants {
		switch {
		case v.Name == variant || variant == "":
			return a.Parse(v.Start)
		case v.Name == name && chosen && a.rules.Choose != nil:
			return a.choose(v, choice)
		}
	}
	return nil, fmt.Errorf("variant %q of %s: want one of %s", variant, a.rules.Name, strings.Join(a.Variants(), ", "))
}

func (a *adapter[P, M, K]) choose(v Variant, choice string) (Position, error) {
	p, err := a.rules.Parse(v.Start)
	if err == nil {
		p, err = a.rules.Choose(p, choice)
	}
	if err != nil {
		return nil, fmt.Errorf("variant %q of %s: %w", v.Name+":"+choice, a.rules.Name, err)
	}
	return &position[P, M, K]{&a.rules, p}, nil
}

func (a *adapter[P, M, K]) Parse(text string) (Position, error) {
	p, err := a.rules.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s position %q: %w", a.rules.Name, text, err)
	}
	return &position[P, M, K]{&a.rules, p}, nil
}

func (a *adapter[P, M, K]) Compose(b Board, turn Seat) (Position, error) {
	err := b.Check()
	if err == nil {
		var p P
		if p, err = a.rules.Compose(b, turn); err == nil {
			return &position[P, M, K]{&a.rules, p}, nil
		}
	}
	return nil, fmt.Errorf("%s board: %w", a.rules.Name, err)
}

type position[P any, M Code, K Readable[P, M]] struct {
	rules  *Rules[P, M]
	packed P
}

// kernel and the methods below work on a copy, so a kernel cannot change the position.
func (x *position[P, M, K]) kernel() P { return x.packed }

func (x *position[P, M, K]) String() string { p := x.packed; return K(&p).String() }
func (x *position[P, M, K]) Turn() Seat     { p := x.packed; return K(&p).Turn() }
func (x *position[P, M, K]) Seats() Seats   { p := x.packed; return K(&p).Seats() }
func (x *position[P, M, K]) Winners() Seats { p := x.packed; return K(&p).Winners() }
func (x *position[P, M, K]) Board() Board   { p := x.packed; return K(&p).Board() }

func (x *position[P, M, K]) Ending() Ending {
	p := x.packed
	switch {
	case K(&p).Winners() == 0:
		return ""
	case x.rules.Ending != nil:
		return x.rules.Ending(&p)
	}
	return Stuck
}

func (x *position[P, M, K]) Moves() []Move {
	p := x.packed
	return MovesOf(K(&p).AppendMoves(nil)...)
}

func (x *position[P, M, K]) Read(text string) (Move, error) {
	code, err := x.legal(text)
	if err != nil {
		return "", err
	}
	return Move(code.String()), nil
}

func (x *position[P, M, K]) Play(m Move) (Position, error) {
	code, err := x.legal(string(m))
	if err != nil {
		return nil, err
	}
	next := x.packed
	K(&next).Play(code)
	return &position[P, M, K]{x.rules, next}, nil
}
