package solve

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"path/filepath"
	"time"
)

// checkpoint is a file with the table of a run. It is a line of text, then in
// little endian the number of nodes, the nanoseconds spent, the number of
// entries, and for each its key in two words and its facts in 16 bits; last
// comes the CRC-64 of all that.
type checkpoint struct {
	file     string // "" for none
	position string
	spent    time.Duration // in the runs before
	saved    time.Time
	pause    time.Duration // from one save to the next
}

const (
	// firstPause is how long after the start of a run it is first saved.
	firstPause = time.Minute
	// pauseFactor bounds the share of the time that saving takes.
	pauseFactor = 20
)

var crcTable = crc64.MakeTable(crc64.ECMA)

// magic is the first line of a checkpoint.
func (c *checkpoint) magic() string { return "thera nimbers 1 " + c.position + "\n" }

// untilSave returns how long to go on before the next save.
func (c *checkpoint) untilSave() time.Duration {
	if c.file == "" {
		return 1 << 62
	}
	return c.pause - time.Since(c.saved)
}

// header is what a checkpoint says beside the entries.
type header struct{ Nodes, Spent, Entries uint64 }

// recordSize is the size of an entry of a checkpoint.
const recordSize = 18

// resume reads the checkpoint into the table. If there is none it writes one,
// so that a file that can't be written is known now, not after hours of work.
func (r *run[P, M]) resume() error {
	r.saved, r.pause = time.Now(), firstPause
	if r.file == "" {
		return nil
	}
	f, err := os.Open(r.file)
	if errors.Is(err, os.ErrNotExist) {
		return r.save()
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer f.Close()
	if err := r.read(bufio.NewReaderSize(f, 1<<20)); err != nil {
		r.solver.table = nil // it has what can't be trusted
		return fmt.Errorf("checkpoint %q: %w", r.file, err)
	}
	return nil
}

func (r *run[P, M]) read(file io.Reader) error {
	sum := crc64.New(crcTable)
	in := io.TeeReader(file, sum)
	magic := make([]byte, len(r.magic()))
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != r.magic() {
		return fmt.Errorf("want one that begins with %q", r.magic())
	}
	var h header
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return err
	}
	var buffer [recordSize]byte
	for range h.Entries {
		if _, err := io.ReadFull(in, buffer[:]); err != nil {
			return err
		}
		k := key{binary.LittleEndian.Uint64(buffer[:]), binary.LittleEndian.Uint64(buffer[8:])}
		r.solver.table.put(k, facts(binary.LittleEndian.Uint16(buffer[16:])))
	}
	want := sum.Sum64()
	var got uint64
	if err := binary.Read(file, binary.LittleEndian, &got); err != nil {
		return err
	}
	if got != want {
		return errors.New("the checksum is wrong: want a file as it was written")
	}
	r.shared.nodes.Store(h.Nodes)
	r.spent = time.Duration(h.Spent)
	return nil
}

// save writes the checkpoint, if there is to be one. The workers pause
// meanwhile. The old file stays until the new one is complete.
func (r *run[P, M]) save() error {
	if r.file == "" {
		return nil
	}
	began := time.Now()
	f, err := os.CreateTemp(filepath.Dir(r.file), filepath.Base(r.file)+".*")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	err = r.write(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), r.file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("checkpoint: %w", err)
	}
	r.saved = time.Now()
	r.pause = max(firstPause, pauseFactor*r.saved.Sub(began))
	return nil
}

func (r *run[P, M]) write(file io.Writer) error {
	sum := crc64.New(crcTable)
	buffered := bufio.NewWriterSize(file, 1<<20)
	out := io.MultiWriter(buffered, sum)
	t := r.solver.table
	h := header{r.shared.nodes.Load(), uint64(r.time()), uint64(t.used.Load())}
	if _, err := io.WriteString(out, r.magic()); err != nil {
		return err
	}
	if err := binary.Write(out, binary.LittleEndian, h); err != nil {
		return err
	}
	var buffer [recordSize]byte
	for i := 0; i < len(t.words); i += wordsPerEntry {
		hi, lo := t.words[i], t.words[i+1]
		if hi == 0 {
			continue
		}
		k := t.key(hi, lo, uint64(i/wordsPerBucket))
		binary.LittleEndian.PutUint64(buffer[:], k.hi)
		binary.LittleEndian.PutUint64(buffer[8:], k.lo)
		binary.LittleEndian.PutUint16(buffer[16:], uint16(lo))
		if _, err := out.Write(buffer[:]); err != nil {
			return err
		}
	}
	if err := binary.Write(out, binary.LittleEndian, sum.Sum64()); err != nil {
		return err
	}
	return buffered.Flush()
}
