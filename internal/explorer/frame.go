package explorer

import (
	"fmt"
	"hash/fnv"

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
		// A position that can't be set up, such as one without a seat that is out,
		// has no images that can.
		least, ways = pos, all[:1]
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(least.String())) // never an error
	return frame{Key(game.Mix(hash.Sum64())), pos, least, ways}
}

// enter returns a move of the position as files have it. In a position that is its own
// image several moves are one: the least text stands for them.
func (f frame) enter(m game.Move) (string, error) {
	return best(m, f.ways, f.least)
}

// leave returns the move of the position that a file has, the least of several.
func (f frame) leave(text string) (game.Move, error) {
	back := make([]symmetry.Symmetry, len(f.ways))
	for i, y := range f.ways {
		back[i] = y.Inverse()
	}
	m, err := best(game.Move(text), back, f.pos)
	return game.Move(m), err
}

// best returns the least of the texts that a move has in an image of its position.
func best(m game.Move, ways []symmetry.Symmetry, image game.Position) (string, error) {
	least := ""
	for i, y := range ways {
		laid, err := y.Move(m, image)
		if err != nil {
			return "", err
		}
		if text := string(laid); i == 0 || text < least {
			least = text
		}
	}
	return least, nil
}
