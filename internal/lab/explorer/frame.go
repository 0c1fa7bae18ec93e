package explorer

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"thera/game"
	"thera/internal/catalog"
)

// Key is what symmetric positions have in common: a 64-bit FNV-1a hash of the least of
// their texts, mixed by [game.Mix] so that its first bits are as good as any. Each band
// of ratings has keys of its own: its number is hashed as one more byte.
type Key uint64

// String returns the key as 16 hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016x", uint64(k)) }

// KeyOf returns the key of a position in a band.
func KeyOf(entry catalog.Entry, pos game.Position, band Band) Key {
	return frameOf(entry, pos).key(band)
}

// frame is a position as files store it: the least of its images, and the symmetries
// that map to it.
type frame struct {
	hash  uint64 // of the text of least
	pos   game.Position
	least game.Position
	by    []game.Symmetry
}

func frameOf(entry catalog.Entry, pos game.Position) frame {
	all := game.SymmetriesOf(pos)
	if pos.Board().Powers != nil {
		all = all[:1] // the texts of powers have directions
	}
	least, by, err := game.Least(pos, all)
	if err != nil {
		// A position that cannot be composed has only itself as an image.
		least, by = pos, all[:1]
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(least.String())) // never an error
	return frame{hash.Sum64(), pos, least, by}
}

func (f frame) key(band Band) Key {
	const prime = 1099511628211 // of FNV-1a
	hash := f.hash
	if band != All {
		hash = (hash ^ uint64(band)) * prime
	}
	return Key(game.Mix(hash))
}

// enter returns a move of the position as files store it. In a position that is its own
// image, several moves are equivalent: the least text stands for them.
func (f frame) enter(m game.Move) (string, error) {
	all, err := images(m, f.by, f.least)
	if err != nil {
		return "", err
	}
	return string(slices.Min(all)), nil
}

// leave returns the move of the position for a stored one; if there are several, the
// first in the order of the rules.
func (f frame) leave(text string) (game.Move, error) {
	back := make([]game.Symmetry, len(f.by))
	for i, y := range f.by {
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

// images returns the image of a move under each of the symmetries, in the image of its
// position.
func images(m game.Move, by []game.Symmetry, image game.Position) ([]game.Move, error) {
	var all []game.Move
	for _, y := range by {
		moved, err := game.ImageMove(m, y, image)
		if err != nil {
			return nil, err
		}
		all = append(all, moved)
	}
	return all, nil
}
