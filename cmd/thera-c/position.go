package main

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"thera/game"
	"thera/internal/catalog"
)

// boardWords is the room for a kernel: that of the largest one, and a spare word.
const boardWords = 9

// position is thera_position in thera.h.
type position struct {
	check   uint64
	hash    uint64
	game    uint8 // index in games
	turn    uint8
	winners uint8
	inPlay  uint8
	seats   uint8
	zeros   [3]uint8
	board   [boardWords]uint64
}

const positionWords = unsafe.Sizeof(position{}) / 8

// checkKey begins every checksum. The next layout of positions needs another one; builds of other
// versions have another one anyway.
var checkKey = func() uint64 {
	key := game.Mix(1)
	for _, b := range []byte(libraryVersion()) {
		key = game.Mix(key ^ uint64(b))
	}
	return key
}()

// sum returns the checksum of all fields but check. It is made to notice accidents, not
// attacks: a caller who can compute it can also write to the library's memory.
func (p *position) sum() uint64 {
	const multiplier = 0x9e3779b97f4a7c15
	sum := checkKey
	for _, word := range (*[positionWords]uint64)(unsafe.Pointer(p))[1:] {
		high, low := bits.Mul64(sum^word, multiplier)
		sum = high ^ low ^ word
	}
	return sum
}

var errForged = errors.New("position: it was changed, or another build of the library made it; want one that this library has made")

// unpack returns the position that programs see, after checking the packed one.
func (p *position) unpack() (game.Position, error) {
	k, err := p.kind()
	if err != nil {
		return nil, err
	}
	return k.unpack(*p)
}

// kind returns the kind of a position, after checking it.
func (p *position) kind() (kind, error) {
	if p.check != p.sum() || int(p.game) >= len(kinds) {
		return nil, errForged
	}
	return kinds[p.game], nil
}

// eliminate returns the position without a seat.
func (p *position) eliminate(seat int) (position, error) {
	pos, err := p.unpack()
	if err != nil {
		return position{}, err
	}
	if seat < 0 || seat >= int(p.seats) {
		return position{}, fmt.Errorf("seat %d: want 0 to %d", seat, p.seats-1)
	}
	next, err := game.Eliminate(pos, game.Seat(seat))
	if err != nil {
		return position{}, err
	}
	return kinds[p.game].pack(p.game, next)
}

// find returns a game by its name, with its index.
func find(name string) (catalog.Entry, uint8, error) {
	entry, err := catalog.Among(games, name)
	return entry, uint8(slices.IndexFunc(games, func(e catalog.Entry) bool { return e.Game.Name() == name })), err
}

// startOf returns the start of a variant, "" for the default.
func startOf(name, variant string) (position, error) {
	entry, index, err := find(name)
	if err != nil {
		return position{}, err
	}
	pos, err := entry.Start(variant)
	if err != nil {
		return position{}, err
	}
	return kinds[index].pack(index, pos)
}

// parse reads the text of a position.
func parse(name, text string) (position, error) {
	entry, index, err := find(name)
	if err != nil {
		return position{}, err
	}
	pos, err := entry.Game.Parse(text)
	if err != nil {
		return position{}, err
	}
	return kinds[index].pack(index, pos)
}
