package solve

import (
	"encoding/binary"
	"iter"

	"thera/internal/checkpoint"
)

// nimRecord is the size of an entry of the table in a checkpoint: a key in two
// words, its facts in 16 bits.
const nimRecord = 18

func nimFile(path, position string) *checkpoint.File {
	return checkpoint.New(path, "thera nimbers 2 "+position, nimRecord)
}

// resume reads the checkpoint into the table.
func (r *run[P, M]) resume() error {
	err := r.file.Load(func(record []byte) {
		k := key{binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])}
		t := r.solver.table
		t.put(k, facts(binary.LittleEndian.Uint16(record[16:])))
		if t.crowded() {
			t.grow()
		}
	})
	if err != nil {
		r.solver.table = nil // it has what can't be trusted
		return err
	}
	r.shared.nodes.Store(r.file.Past().Nodes)
	return nil
}

// save writes the checkpoint. The workers pause meanwhile.
func (r *run[P, M]) save() error {
	t := r.solver.table
	return r.file.Save(checkpoint.Spent{Nodes: r.shared.nodes.Load(), Time: r.time()}, t.records())
}

// records returns the entries of the table, each valid until the next.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [nimRecord]byte
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
