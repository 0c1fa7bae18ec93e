package explorer

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
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
	Move  game.Move `json:"move" example:"d1-d7(g7)" doc:"The move as text"`
	Games uint64    `json:"games" doc:"In which it was played"`
	Wins  []uint64  `json:"wins" doc:"Of them, by the seat that has won, seat 1 first"`
	// Rating is absent if it is not known.
	Rating uint64 `json:"rating,omitempty" doc:"The mean rating of those who played it, as far as it is known"`
	Last   uint64 `json:"last,omitempty" doc:"The year in which it was last played, as far as games have dates"`
}

// Choices is what a file knows about a position: nothing if no games reached it.
type Choices struct {
	Games  uint64   `json:"games" doc:"Games that reached the position and continued from there"`
	Others uint64   `json:"others" doc:"Of them, those that continued with moves too rare to be listed"`
	Moves  []Choice `json:"moves" doc:"Those played most often first. Where the position is its own image, each stands for its images too"`
}

// Find returns what the file knows about a position in the games of a band. The error is
// for a broken file.
func (f *File) Find(entry catalog.Entry, pos game.Position, band Band) (Choices, error) {
	at := f.index[f.of(KeyOf(entry, pos, band))]
	data, err := f.read(at)
	if err != nil {
		return Choices{}, err
	}
	return FindIn(data, at.sum, entry, pos, band)
}

func (f *File) read(b block) ([]byte, error) {
	data := make([]byte, b.length)
	if _, err := f.r.ReadAt(data, int64(b.offset)); err != nil && b.length > 0 {
		return nil, noEOF(err)
	}
	return data, nil
}

// FindIn returns what the block that would contain a position in a band knows about it.
// The sum is the block's checksum from the index.
func FindIn(data []byte, sum uint32, entry catalog.Entry, pos game.Position, band Band) (Choices, error) {
	none := Choices{Moves: []Choice{}}
	if crc32.Checksum(data, castagnoli) != sum {
		return none, fmt.Errorf("block of %d bytes: its sum is wrong", len(data))
	}
	at := frameOf(entry, pos)
	key := at.key(band)
	for r := (reader{rest: data}); len(r.rest) > 0; {
		p, err := r.position()
		if err != nil {
			return none, err
		}
		if p.key == key {
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
			data, err := f.read(at)
			if err == nil && crc32.Checksum(data, castagnoli) != at.sum {
				err = fmt.Errorf("block %d of %d bytes: its sum is wrong", i, at.length)
			}
			if err != nil {
				yield(position{}, err)
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

// Check reads the whole file, unless ctx ends before, and returns an error if it is broken.
func (f *File) Check(ctx context.Context) error {
	counted := About{}
	for p, err := range until(ctx, f.positions()) {
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

// A file begins with headSize bytes of big-endian integers: the magic, the version, the
// number of bits of a key that select its block, the length of the text of About, the
// checksum of that text and the index, the length of the file, and the checksum of all
// this. After them come that text as JSON, the index, and the blocks.
const (
	magic     = "THERAEXP"
	version   = 1 // of a file without bands
	banded    = 2 // of one with bands
	headSize  = 36
	indexSize = 16 // per entry: the offset of a block, its length, and its checksum
	maxBits   = 24
	maxAbout  = 1 << 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// About describes a file.
type About struct {
	Game      string `json:"game" doc:"The game's name"`
	About     string `json:"about,omitempty" doc:"Where the games are from, as whoever made the file has put it"`
	Games     uint64 `json:"games" doc:"How many games it was made of"`
	Positions uint64 `json:"positions" doc:"How many positions it has, those of bands by themselves"`
	Moves     uint64 `json:"moves" doc:"How many moves it has, of all positions"`
	Plies     int    `json:"plies" doc:"Moves of a game after so many are not in it"`
	Min       uint64 `json:"min" doc:"Moves played in fewer games are not in it"`
	First     uint64 `json:"first,omitempty" doc:"The year of the first game with a date"`
	Last      uint64 `json:"last,omitempty" doc:"The year of the last game with a date"`
	// Bands is empty if games were not counted by ratings.
	Bands Boundaries `json:"bands,omitempty" doc:"The mean ratings at which one band of games ends and the next begins"`
}

type block struct {
	offset      uint64
	length, sum uint32
}

func appendIndex(b []byte, at block) []byte {
	b = binary.BigEndian.AppendUint64(b, at.offset)
	b = binary.BigEndian.AppendUint32(b, at.length)
	return binary.BigEndian.AppendUint32(b, at.sum)
}

// head is everything in a file before its blocks.
type head struct {
	about About
	bits  uint
	index []block
	size  uint64 // of the file
}

func (h head) of(k Key) int { return blockOf(k, h.bits) }

func blockOf(k Key, bits uint) int { return int(uint64(k) >> 1 >> (63 - bits)) }

// version returns the first version whose readers understand the file.
func (h head) version() byte {
	if len(h.about.Bands) > 0 {
		return banded
	}
	return version
}

func (h head) encode() ([]byte, error) {
	about, err := json.Marshal(h.about)
	if err != nil {
		return nil, err
	}
	if len(about) > maxAbout {
		return nil, fmt.Errorf("the text of the head: %d bytes: want at most %d", len(about), maxAbout)
	}
	tail := about
	for _, at := range h.index {
		tail = appendIndex(tail, at)
	}
	b := append([]byte(magic), 0, 0, 0, h.version())
	b = binary.BigEndian.AppendUint32(b, uint32(h.bits))
	b = binary.BigEndian.AppendUint32(b, uint32(len(about)))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(tail, castagnoli))
	b = binary.BigEndian.AppendUint64(b, h.size)
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return append(b, tail...), nil
}

func readHead(r io.ReaderAt, size int64) (h head, err error) {
	first := make([]byte, headSize)
	if _, err := r.ReadAt(first, 0); err != nil {
		return h, fmt.Errorf("file of %d bytes: want one made by \"thera explorer build\": %w", size, noEOF(err))
	}
	number := func(at int) uint32 { return binary.BigEndian.Uint32(first[at:]) }
	switch {
	case string(first[:8]) != magic:
		return h, fmt.Errorf("file that begins with %q: want one made by \"thera explorer build\"", first[:8])
	case number(8) != version && number(8) != banded:
		return h, fmt.Errorf("version %d: want %d or %d", number(8), version, banded)
	case number(32) != crc32.Checksum(first[:32], castagnoli):
		return h, errors.New("the head is broken: its sum is wrong")
	}
	h.bits, h.size = uint(number(12)), binary.BigEndian.Uint64(first[24:])
	about := number(16)
	switch {
	case uint64(size) < h.size:
		return h, fmt.Errorf("the file is cut short: it has %d bytes of %d", size, h.size)
	case uint64(size) > h.size:
		return h, fmt.Errorf("file of %d bytes: want %d", size, h.size)
	case h.bits > maxBits || about > maxAbout:
		return h, fmt.Errorf("%d bits and %d bytes of text: want at most %d and %d", h.bits, about, maxBits, maxAbout)
	}
	length := int64(about) + indexSize<<h.bits
	if headSize+length > size {
		return h, fmt.Errorf("file of %d bytes: its index ends at %d", size, headSize+length)
	}
	tail := make([]byte, length)
	if _, err := r.ReadAt(tail, headSize); err != nil {
		return h, noEOF(err)
	}
	if number(20) != crc32.Checksum(tail, castagnoli) {
		return h, errors.New("the index is broken: its sum is wrong")
	}
	if err := json.Unmarshal(tail[:about], &h.about); err != nil {
		return h, fmt.Errorf("the text of the head: %w", err)
	}
	if err := h.about.Bands.Check(); err != nil {
		return h, err
	}
	if number(8) != uint32(h.version()) {
		return h, fmt.Errorf("version %d with the boundaries of ratings %v: want version %d", number(8), []int(h.about.Bands), h.version())
	}
	return h, h.readIndex(tail[about:], uint64(headSize+length))
}

// readIndex reads the entries of the index. The blocks follow each other to the end of
// the file.
func (h *head) readIndex(text []byte, begin uint64) error {
	for ; len(text) > 0; text = text[indexSize:] {
		at := block{binary.BigEndian.Uint64(text), binary.BigEndian.Uint32(text[8:]), binary.BigEndian.Uint32(text[12:])}
		if at.offset != begin {
			return fmt.Errorf("block %d begins at %d: want %d", len(h.index), at.offset, begin)
		}
		begin += uint64(at.length)
		h.index = append(h.index, at)
	}
	if begin != h.size {
		return fmt.Errorf("the blocks end at %d: want %d, the end of the file", begin, h.size)
	}
	return nil
}

// noEOF replaces io.EOF by io.ErrUnexpectedEOF, for a file that is too short.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// position is what a file knows about a position: its moves in the order of their
// texts, and how many games continued with rarer ones.
type position struct {
	key    Key
	others uint64
	moves  []row
}

// maxSeats is the largest number of seats of any game.
const maxSeats = 8

var errShort = errors.New("position: its data continues past the end of its block")

func appendPosition(b []byte, p position) []byte {
	seats := 0
	for _, m := range p.moves {
		seats = max(seats, len(m.Wins))
	}
	b = binary.BigEndian.AppendUint64(b, uint64(p.key))
	b = append(b, byte(seats))
	b = binary.AppendUvarint(b, p.others)
	b = binary.AppendUvarint(b, uint64(len(p.moves)))
	for _, m := range p.moves {
		b = append(b, byte(len(m.move)))
		b = append(b, m.move...)
		b = appendTally(b, m.Tally, seats)
	}
	return b
}

func appendTally(b []byte, t Tally, seats int) []byte {
	b = binary.AppendUvarint(b, t.Games)
	for seat := range seats {
		wins := uint64(0)
		if seat < len(t.Wins) {
			wins = t.Wins[seat]
		}
		b = binary.AppendUvarint(b, wins)
	}
	b = binary.AppendUvarint(b, t.Rated)
	b = binary.AppendUvarint(b, t.Ratings)
	return binary.AppendUvarint(b, t.Last)
}

type reader struct {
	rest []byte
	err  error
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.rest, r.err = nil, errShort
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.err = nil, errShort
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) tally(seats int) Tally {
	t := Tally{Games: r.number(), Wins: make([]uint64, seats)}
	for seat := range seats {
		t.Wins[seat] = r.number()
	}
	t.Rated, t.Ratings, t.Last = r.number(), r.number(), r.number()
	return t
}

func (r *reader) position() (p position, err error) {
	p.key = Key(binary.BigEndian.Uint64(r.bytes(8)))
	seats := int(r.bytes(1)[0])
	if seats > maxSeats {
		return p, fmt.Errorf("position %s: %d seats: want at most %d", p.key, seats, maxSeats)
	}
	p.others = r.number()
	// Each move takes some bytes, so the loop ends soon if the number is wrong.
	for n := r.number(); n > 0 && r.err == nil; n-- {
		m := row{key: p.key, move: string(r.bytes(int(r.bytes(1)[0])))}
		m.Tally = r.tally(seats)
		if last := len(p.moves) - 1; r.err == nil && last >= 0 && p.moves[last].compare(m) >= 0 {
			return p, fmt.Errorf("position %s: move %q is not after %q", p.key, m.move, p.moves[last].move)
		}
		p.moves = append(p.moves, m)
	}
	return p, r.err
}
