package explorer

import (
	"bytes"
	"hash/crc32"
	"testing"
)

// FuzzFile opens and reads files with broken parts.
func FuzzFile(f *testing.F) {
	t := &testing.T{}
	entry := entryOf(t, "hermit")
	b := NewBuilder(entry, Options{Plies: 3})
	var out bytes.Buffer
	if _, err := b.Write(f.Context(), &out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		start, err := entry.Game.Start("3x3")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = file.Find(entry, start, All)
		_ = file.Check(t.Context())
	})
}

// FuzzBlock looks a position up in a block that only its sum vouches for, and wants
// what it read to be written as it was.
func FuzzBlock(f *testing.F) {
	entry := entryOf(&testing.T{}, "hermit")
	start, err := entry.Game.Start("3x3")
	if err != nil {
		f.Fatal(err)
	}
	p := position{key: KeyOf(entry, start, All), others: 3}
	for _, m := range []string{"Ra1", "Rb2"} {
		p.moves = append(p.moves, row{p.key, m, Tally{Games: 300, Wins: []uint64{200, 100}, Rated: 2, Ratings: 3000, Last: 2026}})
	}
	f.Add(appendPosition(nil, p))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = FindIn(data, crc32.Checksum(data, castagnoli), entry, start, All)
		r := reader{rest: data}
		p, err := r.position()
		if err != nil {
			return
		}
		again, err := (&reader{rest: appendPosition(nil, p)}).position()
		if err != nil || again.key != p.key || len(again.moves) != len(p.moves) {
			t.Fatalf("%v, written and read: %v, %v", p, again, err)
		}
	})
}
