package proof

import (
	"encoding/binary"
	"iter"

	"thera/santorini"
)

// recordSize is the size of a table entry in a checkpoint.
const recordSize = 16

// put stores a record of a checkpoint in the table.
func (t *table) put(record []byte) {
	t.keep(entry{
		key:    binary.LittleEndian.Uint64(record),
		move:   santorini.Move(binary.LittleEndian.Uint32(record[8:])),
		noWin:  record[12],
		noLoss: record[13],
		win:    record[14],
		loss:   record[15],
	})
}

// records yields the used entries as records, each valid until the next.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [recordSize]byte
		for i := range t.buckets {
			for _, e := range t.buckets[i] {
				if e.key == 0 {
					continue
				}
				binary.LittleEndian.PutUint64(record[:], e.key)
				binary.LittleEndian.PutUint32(record[8:], uint32(e.move))
				record[12], record[13], record[14], record[15] = e.noWin, e.noLoss, e.win, e.loss
				if !yield(record[:]) {
					return
				}
			}
		}
	}
}
