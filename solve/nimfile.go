package solve

import (
	"encoding/binary"
	"iter"
	"os"
	"time"
)

// keeper keeps the table of a run in its checkpoint.
type keeper struct {
	checkpoint
	past  spent // in the runs before
	saved time.Time
	pause time.Duration // from one save to the next
}

const (
	// firstPause is how long after the start of a run it is first saved.
	firstPause = time.Minute
	// pauseFactor bounds the share of the time that saving takes.
	pauseFactor = 20
	// nimRecord is the size of a record: a key in two words, its facts in 16
	// bits.
	nimRecord = 18
)

func newKeeper(file, position string) keeper {
	return keeper{checkpoint: checkpoint{file: file, title: "thera nimbers 2 " + position, record: nimRecord}}
}

// untilSave returns how long to go on before the next save.
func (k *keeper) untilSave() time.Duration {
	if k.file == "" {
		return 1 << 62
	}
	return k.pause - time.Since(k.saved)
}

// resume reads the checkpoint into the table. If there is none it writes one,
// so that a file that can't be written is known now, not after hours of work.
func (r *run[P, M]) resume() error {
	r.saved, r.pause = time.Now(), firstPause
	if _, err := os.Stat(r.file); err != nil {
		return r.save()
	}
	past, err := r.load(func(record []byte) {
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
	r.past = past
	r.shared.nodes.Store(past.nodes)
	return nil
}

// save writes the checkpoint. The workers pause meanwhile.
func (r *run[P, M]) save() error {
	began := time.Now()
	t := r.solver.table
	err := r.checkpoint.save(spent{r.shared.nodes.Load(), r.time()}, int(t.used.Load()), t.records())
	r.saved = time.Now()
	r.pause = max(firstPause, pauseFactor*r.saved.Sub(began))
	return err
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
