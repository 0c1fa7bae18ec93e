package explorer

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A file begins with headSize bytes of big-endian integers: the magic, the version, the
// number of bits of a key that select its block, the length of the text of About, the
// checksum of that text and the index, the length of the file, and the checksum of all
// this. After them come that text as JSON, the index, and the blocks.
const (
	magic     = "THERAEXP"
	version   = 1
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
	Positions uint64 `json:"positions" doc:"How many positions it has"`
	Moves     uint64 `json:"moves" doc:"How many moves it has, of all positions"`
	Plies     int    `json:"plies" doc:"Moves of a game after so many are not in it"`
	Min       uint64 `json:"min" doc:"Moves played in fewer games are not in it"`
	First     uint64 `json:"first,omitempty" doc:"The year of the first game with a date"`
	Last      uint64 `json:"last,omitempty" doc:"The year of the last game with a date"`
}

// block is the location of a block in its file, and its checksum.
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

// of returns the number of the block of a key.
func (h head) of(k Key) int { return blockOf(k, h.bits) }

func blockOf(k Key, bits uint) int { return int(uint64(k) >> 1 >> (63 - bits)) }

// encode returns the head as bytes.
func (h head) encode() ([]byte, error) {
	about, err := json.Marshal(h.about)
	if err != nil || len(about) > maxAbout {
		return nil, fmt.Errorf("about: %d bytes: want at most %d: %w", len(about), maxAbout, err)
	}
	tail := about
	for _, at := range h.index {
		tail = appendIndex(tail, at)
	}
	b := append([]byte(magic), 0, 0, 0, version)
	b = binary.BigEndian.AppendUint32(b, uint32(h.bits))
	b = binary.BigEndian.AppendUint32(b, uint32(len(about)))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(tail, castagnoli))
	b = binary.BigEndian.AppendUint64(b, h.size)
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return append(b, tail...), nil
}

// readHead reads the head of a file of the given size.
func readHead(r io.ReaderAt, size int64) (h head, err error) {
	first := make([]byte, headSize)
	if _, err := r.ReadAt(first, 0); err != nil {
		return h, fmt.Errorf("file of %d bytes: want one made by \"thera explorer build\": %w", size, noEOF(err))
	}
	number := func(at int) uint32 { return binary.BigEndian.Uint32(first[at:]) }
	switch {
	case string(first[:8]) != magic:
		return h, fmt.Errorf("file that begins with %q: want one made by \"thera explorer build\"", first[:8])
	case number(8) != version:
		return h, fmt.Errorf("version %d: want %d", number(8), version)
	case number(32) != crc32.Checksum(first[:32], castagnoli):
		return h, errors.New("the head is broken: its sum is wrong")
	}
	h.bits, h.size = uint(number(12)), binary.BigEndian.Uint64(first[24:])
	about := number(16)
	if h.size != uint64(size) || h.bits > maxBits || about > maxAbout {
		return h, fmt.Errorf("file of %d bytes: want %d, with at most %d bits and %d bytes of text", size, h.size, maxBits, maxAbout)
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
