package main

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/internal/catalog"
	"thera/santorini"
)

// games are the games of the library.
var games = catalog.Games()

// kinds holds for each of the games what is done with its packed positions.
var kinds = func() (all []kind) {
	for _, entry := range games {
		all = append(all, kindOf(entry.Game))
	}
	return all
}()

// kindOf returns the kind of a game, by the type of its packed positions.
func kindOf(g game.Game) kind {
	start, err := g.Start("")
	for _, k := range []kind{
		newKind[amazons.Position](g, amazons.ParseMove),
		newKind[hermit.Position](g, hermit.ParseMove),
		newKind[santorini.Position](g, santorini.ParseMove),
	} {
		if err == nil && k.fits(start) {
			return k
		}
	}
	panic(fmt.Sprintf("game %q: the type of its positions is missing here", g.Name()))
}

// kind does what depends on the type of a game's packed positions. The positions it
// gets have passed the check of their sums.
type kind interface {
	// fits reports whether a position is of the game.
	fits(game.Position) bool
	// pack packs a position of the game.
	pack(index uint8, pos game.Position) (position, error)
	// unpack returns the position that programs see.
	unpack(position) (game.Position, error)
	// appendMoves appends the legal moves, one a line.
	appendMoves(texts []byte, p position) []byte
	// play returns the position after a move in any text that the rules accept, and
	// appends the legal moves after it if texts is not nil.
	play(p position, move string, texts []byte) (position, []byte, error)
	// canonical returns the canonical text of a move, which need not be legal anywhere.
	canonical(move string) (game.Move, error)
}

// code is a packed move that can append its text.
type code interface {
	game.Code
	Append(text []byte) []byte
}

// packed implements kind for positions P and moves M.
type packed[P any, M code, K game.Readable[P, M]] struct {
	game  game.Game
	parse func(text string) (M, error)
	size  uintptr   // of a P in bytes, without the padding after its last field
	rooms sync.Pool // of *room[P, M]
}

// room is what a call works with, kept so that calls allocate nothing.
type room[P any, M code] struct {
	packed P
	moves  []M
}

func newKind[P any, M code, K game.Readable[P, M]](g game.Game, parse func(string) (M, error)) kind {
	fields := reflect.TypeFor[P]()
	last := fields.Field(fields.NumField() - 1)
	k := &packed[P, M, K]{game: g, parse: parse, size: last.Offset + last.Type.Size()}
	k.rooms.New = func() any { return new(room[P, M]) }
	return k
}

func (k *packed[P, M, K]) fits(pos game.Position) bool {
	_, ok := game.KernelOf[P](pos)
	return ok
}

func (k *packed[P, M, K]) pack(index uint8, pos game.Position) (position, error) {
	kernel, ok := game.KernelOf[P](pos)
	if !ok || k.size > unsafe.Sizeof(position{}.board) {
		return position{}, errForged
	}
	p := position{game: index, seats: uint8(pos.Board().Seats)}
	k.store(&p, &kernel)
	return p, nil
}

// store puts a kernel into a position, with all that follows from it.
func (k *packed[P, M, K]) store(p *position, kernel *P) {
	// Padding has any value, and equal positions have equal bytes.
	clear(p.board[:])
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&p.board)), k.size), unsafe.Slice((*byte)(unsafe.Pointer(kernel)), k.size))
	p.hash = K(kernel).Hash()
	p.turn = uint8(K(kernel).Turn())
	p.winners = uint8(K(kernel).Winners())
	p.inPlay = uint8(K(kernel).Seats())
	p.check = p.sum()
}

// load returns room that holds a position. It goes back to the rooms after use.
func (k *packed[P, M, K]) load(p *position) *room[P, M] {
	r := k.rooms.Get().(*room[P, M])
	r.packed = *(*P)(unsafe.Pointer(&p.board))
	return r
}

func (k *packed[P, M, K]) unpack(p position) (game.Position, error) {
	r := k.load(&p)
	defer k.rooms.Put(r)
	return k.game.Parse(K(&r.packed).String())
}

func (k *packed[P, M, K]) appendMoves(texts []byte, p position) []byte {
	r := k.load(&p)
	defer k.rooms.Put(r)
	return r.appendMoves(texts, K(&r.packed).AppendMoves(r.moves[:0]))
}

// appendMoves appends moves, one a line.
func (r *room[P, M]) appendMoves(texts []byte, moves []M) []byte {
	r.moves = moves
	for i, m := range moves {
		if i > 0 {
			texts = append(texts, '\n')
		}
		texts = m.Append(texts)
	}
	return texts
}

// isLegal reports whether a move is one of those that the rules list.
func (k *packed[P, M, K]) isLegal(r *room[P, M], m M) bool {
	if judge, ok := any(K(&r.packed)).(game.Judge[M]); ok {
		return judge.Legal(m)
	}
	r.moves = K(&r.packed).AppendMoves(r.moves[:0])
	return slices.Contains(r.moves, m)
}

func (k *packed[P, M, K]) play(p position, move string, texts []byte) (position, []byte, error) {
	r := k.load(&p)
	defer k.rooms.Put(r)
	m, err := k.parse(move)
	if err != nil || !k.isLegal(r, m) {
		if m, err = k.read(p, move); err != nil {
			return p, texts, err
		}
	}
	K(&r.packed).Play(m)
	k.store(&p, &r.packed)
	if texts == nil {
		return p, nil, nil
	}
	return p, r.appendMoves(texts, K(&r.packed).AppendMoves(r.moves[:0])), nil
}

// read returns the legal move that a text stands for if it is not one of the canonical
// texts, or the error that says what is wrong with it.
func (k *packed[P, M, K]) read(p position, move string) (m M, err error) {
	pos, err := k.unpack(p)
	if err != nil {
		return m, err
	}
	canonical, err := pos.Read(move)
	if err != nil {
		return m, err
	}
	return k.parse(string(canonical))
}

func (k *packed[P, M, K]) canonical(move string) (game.Move, error) {
	m, err := k.parse(move)
	if err != nil {
		return "", fmt.Errorf("%s move %q: %w", k.game.Name(), move, err)
	}
	return game.Move(m.String()), nil
}
