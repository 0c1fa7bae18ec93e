package nimber

import (
	"encoding/binary"
	"iter"
)

// recordSize is the size of an entry in a checkpoint: a key in two words, and
// its knowledge in 16 bits.
const recordSize = 18

// putRecord stores a record of a checkpoint. The table grows if necessary.
func (t *table) putRecord(record []byte) {
	k := key{binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])}
	t.put(k, knowledge(binary.LittleEndian.Uint16(record[16:])))
	if t.isCrowded() {
		t.grow()
	}
}

// records returns the entries of the table, each valid until the next. Nothing
// may write to the table meanwhile.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [recordSize]byte
		for i := 0; i < wordsPerBucket<<t.shift; i += wordsPerEntry {
			hi, lo := t.words[i], t.words[i+1]
			if hi == 0 {
				continue
			}
			k := t.key(hi, lo, uint64(i/wordsPerBucket))
			binary.LittleEndian.PutUint64(record[:], k.hi)
			binary.LittleEndian.PutUint64(record[8:], k.lo)
			binary.LittleEndian.PutUint16(record[16:], uint16(lo))
			if !yield(record[:]) {
				return
			}
		}
	}
}
