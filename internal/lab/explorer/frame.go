package explorer

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/symmetry"
)

// Key is what positions have in common that are the same but for how the board lies:
// a hash of the least of their texts, FNV-1a of 64 bits, mixed by [game.Mix] so that
// its first bits are as good as any.
type Key uint64

// String returns the key as 16 hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016x", uint64(k)) }

// KeyOf returns the key of a position.
func KeyOf(entry catalog.Entry, pos game.Position) Key { return frameOf(entry, pos).key }

// frame is a position as files have it: the least of its images, and the ways there.
type frame struct {
	key   Key
	pos   game.Position
	least game.Position
	ways  []symmetry.Symmetry
}

func frameOf(entry catalog.Entry, pos game.Position) frame {
	all := symmetry.All(pos.Board(), entry.Alike)
	least, ways, err := symmetry.Least(entry.Game, pos, all)
	if err != nil {
		// A position that can't be set up has no images that can.
		least, ways = pos, all[:1]
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(least.String())) // never an error
	return frame{Key(game.Mix(hash.Sum64())), pos, least, ways}
}

// enter returns a move of the position as files have it. In a position that is its own
// image several moves are one: the least text stands for them.
func (f frame) enter(m game.Move) (string, error) {
	all, err := images(m, f.ways, f.least)
	if err != nil {
		return "", err
	}
	return string(slices.Min(all)), nil
}

// leave returns the move of the position that a file has, of several the first in the
// order of the rules.
func (f frame) leave(text string) (game.Move, error) {
	back := make([]symmetry.Symmetry, len(f.ways))
	for i, y := range f.ways {
		back[i] = y.Inverse()
	}
	all, err := images(game.Move(text), back, f.pos)
	if err != nil || len(all) == 1 {
		return cmp.Or(all...), err
	}
	for _, m := range f.pos.Moves() {
		if slices.Contains(all, m) {
			return m, nil
		}
	}
	return all[0], nil
}

// images returns what a move is in an image of its position, by each way there.
func images(m game.Move, ways []symmetry.Symmetry, image game.Position) ([]game.Move, error) {
	var all []game.Move
	for _, y := range ways {
		laid, err := y.Move(m, image)
		if err != nil {
			return nil, err
		}
		all = append(all, laid)
	}
	return all, nil
}
