package solve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"time"
)

// checkpointInterval is how often a long search is written to its file.
const checkpointInterval = 2 * time.Minute

// checkpoint is a file with all that a search has in its table: a line that
// says what it is, one with the position, one with the nodes and nanoseconds
// spent, then the slots in use, hash and data as 64 bits each with the low
// byte first, then the CRC-32 of all that.
type checkpoint struct {
	path     string // "" for none
	position string
}

// spent is the work that an answer has cost.
type spent struct {
	nodes uint64
	time  time.Duration
}

const (
	checkpointTitle = "thera proof table 1"
	slotSize        = 16
)

// load adds what the file holds to the table. A file that is not there yet
// holds nothing.
func (c checkpoint) load(t *proofTable) (spent, error) {
	var past spent
	if c.path == "" {
		return past, nil
	}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return past, nil
	}
	if err != nil {
		return past, err
	}
	title, rest, _ := bytes.Cut(data, []byte{'\n'})
	position, rest, _ := bytes.Cut(rest, []byte{'\n'})
	figures, slots, _ := bytes.Cut(rest, []byte{'\n'})
	if string(title) != checkpointTitle {
		return past, fmt.Errorf("%s: begins with %.30q: want a checkpoint, which begins with %q", c.path, title, checkpointTitle)
	}
	if string(position) != c.position {
		return past, fmt.Errorf("%s: a checkpoint of %q: want one of %q", c.path, position, c.position)
	}
	if _, err := fmt.Sscanf(string(figures), "%d %d", &past.nodes, &past.time); err != nil {
		return past, fmt.Errorf("%s: line 3 is %q: want nodes and nanoseconds", c.path, figures)
	}
	end := len(slots) - crc32.Size
	if end < 0 || end%slotSize != 0 || crc32.ChecksumIEEE(data[:len(data)-crc32.Size]) != binary.LittleEndian.Uint32(slots[end:]) {
		return past, fmt.Errorf("%s: damaged: its checksum does not fit", c.path)
	}
	for i := 0; i < end; i += slotSize {
		t.put(proofSlot{binary.LittleEndian.Uint64(slots[i:]), binary.LittleEndian.Uint64(slots[i+8:])})
	}
	return past, nil
}

// save writes the file anew and puts it in the old one's place when it is
// whole, so that a crash costs no more than the last interval.
func (c checkpoint) save(t *proofTable, total spent) error {
	file, err := os.Create(c.path + ".part")
	if err != nil {
		return err
	}
	buffer, sum := bufio.NewWriter(file), crc32.NewIEEE()
	err = c.write(io.MultiWriter(buffer, sum), t, total)
	if err == nil {
		err = binary.Write(buffer, binary.LittleEndian, sum.Sum32())
	}
	if err := errors.Join(err, buffer.Flush(), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(c.path+".part", c.path)
}

// write writes all but the checksum.
func (c checkpoint) write(out io.Writer, t *proofTable, total spent) error {
	_, err := fmt.Fprintf(out, "%s\n%s\n%d %d\n", checkpointTitle, c.position, total.nodes, total.time.Nanoseconds())
	var record [slotSize]byte
	for i := range t.buckets {
		for _, s := range t.buckets[i] {
			if s.data == 0 || err != nil {
				continue
			}
			binary.LittleEndian.PutUint64(record[:], s.hash)
			binary.LittleEndian.PutUint64(record[8:], s.data)
			_, err = out.Write(record[:])
		}
	}
	return err
}
