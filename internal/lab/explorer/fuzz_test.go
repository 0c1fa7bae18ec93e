package explorer

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"slices"
	"testing"

	"thera/game/gametest"
)

// seal returns a file in which the sums of the head and the index are right, so that what
// they guard is read.
func seal(data []byte) []byte {
	if len(data) < headSize {
		return data
	}
	data = slices.Clone(data)
	bits, about := binary.BigEndian.Uint32(data[12:]), binary.BigEndian.Uint32(data[16:])
	end := headSize + int(about) + indexSize<<min(bits, maxBits)
	if end <= len(data) {
		binary.BigEndian.PutUint32(data[20:], crc32.Checksum(data[headSize:end], castagnoli))
	}
	binary.BigEndian.PutUint32(data[32:], crc32.Checksum(data[:32], castagnoli))
	return data
}

// FuzzFile opens files with broken parts, and finds positions in all that are whole.
func FuzzFile(f *testing.F) {
	entry := entryOf(f, "hermit")
	f.Add(build(f, entry, Options{Plies: 3, Bands: Boundaries{1500}}, played(f, entry, "3x3", 20)))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = seal(data)
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		start := gametest.Must(t, entry.Game.Start, "3x3")
		_, err = file.Find(entry, start, All)
		if broken := file.Check(t.Context()); err != nil && broken == nil {
			t.Errorf("a whole file: %v", err)
		}
	})
}

// FuzzBlock looks a position up in a block that only its sum vouches for, and wants
// what it read to be written as it was.
func FuzzBlock(f *testing.F) {
	entry := entryOf(f, "hermit")
	start := gametest.Must(f, entry.Game.Start, "3x3")
	p := position{key: KeyOf(entry, start, All), others: 3}
	for _, m := range []string{"Ra1", "Rb2"} {
		p.moves = append(p.moves, row{p.key, m, Tally{Games: 300, Wins: []uint64{200, 100}, Rated: 2, Ratings: 3000, Last: 2026}})
	}
	same := func(t testing.TB, p position) {
		again, err := (&reader{rest: appendPosition(nil, p)}).position()
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%v, written and read: %v, %v", p, again, err)
		}
	}
	same(f, p)
	f.Add(appendPosition(nil, p))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = FindIn(data, crc32.Checksum(data, castagnoli), entry, start, All)
		r := reader{rest: data}
		if p, err := r.position(); err == nil {
			same(t, p)
		}
	})
}
