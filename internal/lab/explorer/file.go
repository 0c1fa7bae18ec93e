package explorer

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"thera/game"
	"thera/internal/catalog"
)

// File is a file of positions, open for concurrent reading.
type File struct {
	head
	r io.ReaderAt
}

// Open reads and checks the head of a file of the given size, with its index. The
// caller keeps r open, and closes it.
func Open(r io.ReaderAt, size int64) (*File, error) {
	h, err := readHead(r, size)
	if err != nil {
		return nil, err
	}
	return &File{h, r}, nil
}

// About returns the description in the file.
func (f *File) About() About { return f.about }

// Size returns the size of the file in bytes.
func (f *File) Size() uint64 { return f.size }

// Choice is a move that was played in a position, and its results.
type Choice struct {
	Move  game.Move `json:"move" example:"d1-d7(g7)"`
	Games uint64    `json:"games" doc:"In which it was played"`
	Wins  []uint64  `json:"wins" doc:"Of them, by the seat that has won, seat 1 first"`
	// Rating is absent if it is not known.
	Rating uint64 `json:"rating,omitempty" doc:"The mean rating of those who played it, as far as it is known"`
	Last   uint64 `json:"last,omitempty" doc:"The year in which it was last played, as far as games have dates"`
}

// Choices is what a file knows about a position: nothing if no games reached it.
type Choices struct {
	Games  uint64   `json:"games" doc:"Games that came to the position and went on from there"`
	Others uint64   `json:"others" doc:"Of them, those that went on with moves too rare to be listed"`
	Moves  []Choice `json:"moves" doc:"Those played most often first. Where the position is its own image, each stands for its images too"`
}

// Find returns what the file knows about a position. The error is for a broken file.
func (f *File) Find(entry catalog.Entry, pos game.Position) (Choices, error) {
	at := f.index[f.of(KeyOf(entry, pos))]
	data := make([]byte, at.length)
	if _, err := f.r.ReadAt(data, int64(at.offset)); err != nil && at.length > 0 {
		return Choices{}, noEOF(err)
	}
	return FindIn(data, at.sum, entry, pos)
}

// FindIn returns what the block that would contain a position knows about it. The sum
// is the block's checksum from the index.
func FindIn(data []byte, sum uint32, entry catalog.Entry, pos game.Position) (Choices, error) {
	none := Choices{Moves: []Choice{}}
	if crc32.Checksum(data, castagnoli) != sum {
		return none, fmt.Errorf("block of %d bytes: its sum is wrong", len(data))
	}
	at := frameOf(entry, pos)
	for r := (reader{rest: data}); len(r.rest) > 0; {
		p, err := r.position()
		if err != nil {
			return none, err
		}
		if p.key == at.key {
			return at.found(p)
		}
	}
	return none, nil
}

// found translates what a file knows about the position to its actual orientation.
func (f frame) found(p position) (Choices, error) {
	found := Choices{Games: p.others, Others: p.others, Moves: []Choice{}}
	for _, row := range p.moves {
		m, err := f.leave(row.move)
		if err != nil {
			return Choices{}, err
		}
		move := Choice{Move: m, Games: row.Games, Wins: row.Wins, Last: row.Last}
		if row.Rated > 0 {
			move.Rating = (row.Ratings + row.Rated/2) / row.Rated
		}
		found.Games += row.Games
		found.Moves = append(found.Moves, move)
	}
	slices.SortFunc(found.Moves, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move, b.Move))
	})
	return found, nil
}

// positions yields all positions in the order of their keys, and checks each block.
func (f *File) positions() iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		var last Key
		seen := false
		for i, at := range f.index {
			data := make([]byte, at.length)
			if _, err := f.r.ReadAt(data, int64(at.offset)); err != nil && at.length > 0 {
				yield(position{}, noEOF(err))
				return
			}
			if crc32.Checksum(data, castagnoli) != at.sum {
				yield(position{}, fmt.Errorf("block %d of %d bytes: its sum is wrong", i, at.length))
				return
			}
			for r := (reader{rest: data}); len(r.rest) > 0; {
				p, err := r.position()
				if err == nil && (f.of(p.key) != i || seen && p.key <= last) {
					err = fmt.Errorf("block %d: position %s is not in its place", i, p.key)
				}
				if last, seen = p.key, true; !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// Check reads the whole file and returns an error if it is broken.
func (f *File) Check() error {
	counted := About{}
	for p, err := range f.positions() {
		if err != nil {
			return err
		}
		counted.Positions++
		counted.Moves += uint64(len(p.moves))
	}
	if counted.Positions != f.about.Positions || counted.Moves != f.about.Moves {
		return fmt.Errorf("%d positions and %d moves: want %d and %d, as its head says", counted.Positions, counted.Moves, f.about.Positions, f.about.Moves)
	}
	return nil
}
