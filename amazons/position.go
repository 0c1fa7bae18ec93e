package amazons

import "thera/game"

// White moves first.
//
// rules/amazons.md 2.1
const (
	White game.Seat = 0
	Black game.Seat = 1
)

// Position is a board with the side to move, in 64 bytes. The zero value is not a valid
// position; Parse makes one. Squares of the board that are neither empty nor an
// amazon's hold arrows; that set is not stored, because it is rarely needed.
type Position struct {
	amazons [2]game.Squares // by seat
	empty   game.Squares    // squares of the board without amazon or arrow
	hash    uint64          // of all other fields
	files   uint8           // 1 to 10
	ranks   uint8           // 1 to 10
	turn    game.Seat       // White or Black
}

// Turn returns the side to move.
func (p *Position) Turn() game.Seat { return p.turn }

// Amazons returns the squares on which the amazons of a seat stand.
func (p *Position) Amazons(seat game.Seat) game.Squares { return p.amazons[seat] }

// Empty returns the squares of the board without amazon or arrow.
func (p *Position) Empty() game.Squares { return p.empty }

// Hash returns the hash of amazons, arrows, board size and turn.
func (p *Position) Hash() uint64 { return p.hash }

// Size returns the numbers of files and ranks of the board, 1 to 10 each.
func (p *Position) Size() (files, ranks int) { return int(p.files), int(p.ranks) }

// Seats returns both sides: neither is eliminated before the game is over.
func (p *Position) Seats() game.Seats { return game.Only(White) | game.Only(Black) }

// Winners returns the opponent of a side to move that cannot move. A side can move if
// any square next to its amazons is empty: from there, the arrow can be shot back at
// the square the amazon left.
//
// rules/amazons.md 3.1
func (p *Position) Winners() game.Seats {
	if p.amazons[p.turn].Spread().And(p.empty).IsEmpty() {
		return game.Only(1 - p.turn)
	}
	return 0
}

// Play makes a legal move. An amazon that has moved can always shoot back at the square
// it left, so every queen move begins a legal turn.
//
// rules/amazons.md 2.1, 2.3
func (p *Position) Play(m Move) {
	from, to, arrow := m.From(), m.To(), m.Arrow()
	p.amazons[p.turn] = p.amazons[p.turn].Without(from).With(to)
	p.empty = p.empty.With(from).Without(to).Without(arrow)
	p.hash ^= amazonKeys[p.turn][from] ^ amazonKeys[p.turn][to] ^ arrowKeys[arrow] ^ turnKey
	p.turn = 1 - p.turn
}

// The kinds of pieces on a [game.Board].
const (
	KindAmazon = "amazon" // of its owner, White or Black
	KindArrow  = "arrow"
)

// Board returns what stands where: Q a white amazon, q a black one, * an arrow.
func (p *Position) Board() game.Board {
	b := game.NewBoard(int(p.files), int(p.ranks), 2)
	for set := p.board(); !set.IsEmpty(); set = set.WithoutFirst() {
		s := set.First()
		switch {
		case p.amazons[White].Has(s):
			*b.At(s) = game.Cell{Kind: KindAmazon, Piece: 'Q', Owner: game.Only(White)}
		case p.amazons[Black].Has(s):
			*b.At(s) = game.Cell{Kind: KindAmazon, Piece: 'q', Owner: game.Only(Black)}
		case !p.empty.Has(s):
			*b.At(s) = game.Cell{Kind: KindArrow, Piece: '*'}
		}
	}
	return b
}

func (p *Position) board() game.Squares { return game.Rectangle(int(p.files), int(p.ranks)) }

// Arrows returns the squares that arrows block.
func (p *Position) Arrows() game.Squares {
	return p.board().AndNot(p.empty).AndNot(p.amazons[White]).AndNot(p.amazons[Black])
}

// Zobrist keys (1970): the hash is the XOR of the keys of everything on the board, of
// its size, and of turnKey if Black is to move.
var (
	amazonKeys = [2][game.NumSquares]uint64{game.HashKeys(1), game.HashKeys(2)}
	arrowKeys  = game.HashKeys(3)
	turnKey    = game.Mix(4 << 8)
)

// freshHash computes the hash from the other fields.
func (p *Position) freshHash() uint64 {
	h := game.Mix(5<<8 | uint64(p.files)<<4 | uint64(p.ranks))
	for seat, set := range p.amazons {
		for ; !set.IsEmpty(); set = set.WithoutFirst() {
			h ^= amazonKeys[seat][set.First()]
		}
	}
	for set := p.Arrows(); !set.IsEmpty(); set = set.WithoutFirst() {
		h ^= arrowKeys[set.First()]
	}
	if p.turn == Black {
		h ^= turnKey
	}
	return h
}

// ImageHash returns the least hash of all images of the position.
func (p *Position) ImageHash() uint64 {
	least := p.hash
	for _, y := range game.Symmetries(p.Size())[1:] {
		image := *p
		image.amazons[White] = y.Squares(p.amazons[White])
		image.amazons[Black] = y.Squares(p.amazons[Black])
		image.empty = y.Squares(p.empty)
		least = min(least, image.freshHash())
	}
	return least
}

// rules describes the game to package game. 8x8 is the layout of Botzone and OpenSpiel.
//
// rules/amazons.md 1.2
var rules = game.Rules[Position, Move]{
	Name: "amazons",
	Variants: []game.Variant{
		{Name: "10x10", Start: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"},
		{Name: "8x8", Start: "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"},
		{Name: "6x6", Start: "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"},
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Image: func(m Move, y game.Symmetry) Move {
		return NewMove(y.Square(m.From()), y.Square(m.To()), y.Square(m.Arrow()))
	},
}

// Rules returns the game for programs, with the variants 10x10, 8x8 and 6x6.
func Rules() game.Game { return game.New(rules) }

// A turn has two parts, the queen move and the arrow. There are far fewer queen moves
// than turns, 80 instead of 2,176 at the start, so a search may examine queen moves
// first and list the arrows of the good ones only.

// AppendFirst appends the queen moves of the side to move, each as a turn
// whose arrow hits a1, in the order of AppendMoves.
func (p *Position) AppendFirst(moves []Move) []Move {
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		for to := QueenMoves(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = append(moves, NewMove(from, to.First(), 0))
		}
	}
	return moves
}

// AppendRest appends the legal moves that begin with a queen move from AppendFirst.
func (p *Position) AppendRest(moves []Move, first Move) []Move {
	return appendShots(moves, first.From(), first.To(), p.empty.With(first.From()))
}

// PlayFirst makes a queen move from AppendFirst as if no arrow were shot: the other
// side is to move.
func (p *Position) PlayFirst(first Move) {
	from, to := first.From(), first.To()
	p.amazons[p.turn] = p.amazons[p.turn].Without(from).With(to)
	p.empty = p.empty.With(from).Without(to)
	p.hash ^= amazonKeys[p.turn][from] ^ amazonKeys[p.turn][to] ^ turnKey
	p.turn = 1 - p.turn
}
