package solve

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"
)

// checkpoint is a file with what a search has in its table. It is a line of
// text, then in little endian the number of nodes, the nanoseconds spent, and
// the number of records; then the records, all of one size; last comes the
// CRC-64 of all that.
type checkpoint struct {
	file   string // "" for none
	title  string // the line of text: what the records are, and of which position
	record int    // bytes in a record
}

// spent is the work that an answer has cost.
type spent struct {
	nodes uint64
	time  time.Duration
}

// header is what a checkpoint says before its records.
type header struct{ Nodes, Nanoseconds, Records uint64 }

var crcTable = crc64.MakeTable(crc64.ECMA)

// load passes each record to put. Where there is no file there are none. A
// record may have been passed before an error is found; what put has filled
// can't be trusted then.
func (c checkpoint) load(put func(record []byte)) (spent, error) {
	if c.file == "" {
		return spent{}, nil
	}
	f, err := os.Open(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return spent{}, nil
	}
	if err != nil {
		return spent{}, fmt.Errorf("checkpoint: %w", err)
	}
	defer f.Close()
	past, err := c.read(bufio.NewReaderSize(f, 1<<20), put)
	if err != nil {
		return spent{}, fmt.Errorf("checkpoint %q: %w", c.file, err)
	}
	return past, nil
}

func (c checkpoint) read(file io.Reader, put func(record []byte)) (spent, error) {
	sum := crc64.New(crcTable)
	in := io.TeeReader(file, sum)
	title := make([]byte, len(c.title)+1)
	if _, err := io.ReadFull(in, title); err != nil || string(title) != c.title+"\n" {
		return spent{}, fmt.Errorf("want one that begins with %q", c.title)
	}
	var h header
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return spent{}, err
	}
	record := make([]byte, c.record)
	for range h.Records {
		if _, err := io.ReadFull(in, record); err != nil {
			return spent{}, err
		}
		put(record)
	}
	want := sum.Sum64()
	var got uint64
	if err := binary.Read(file, binary.LittleEndian, &got); err != nil {
		return spent{}, err
	}
	if got != want {
		return spent{}, errors.New("the checksum is wrong: want a file as it was written")
	}
	return spent{h.Nodes, time.Duration(h.Nanoseconds)}, nil
}

// save writes the file, if there is to be one, given n records. The old file
// stays until the new one is complete, so that a crash costs no more than the
// work since then.
func (c checkpoint) save(total spent, n int, records iter.Seq[[]byte]) error {
	if c.file == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(c.file), filepath.Base(c.file)+".*")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	h := header{total.nodes, uint64(total.time), uint64(n)}
	err = errors.Join(c.write(f, h, records), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

func (c checkpoint) write(file io.Writer, h header, records iter.Seq[[]byte]) error {
	sum := crc64.New(crcTable)
	buffered := bufio.NewWriterSize(file, 1<<20)
	out := io.MultiWriter(buffered, sum)
	if _, err := fmt.Fprintln(out, c.title); err != nil {
		return err
	}
	if err := binary.Write(out, binary.LittleEndian, h); err != nil {
		return err
	}
	for record := range records {
		if _, err := out.Write(record); err != nil {
			return err
		}
	}
	if err := binary.Write(out, binary.LittleEndian, sum.Sum64()); err != nil {
		return err
	}
	return buffered.Flush()
}
