package explorer

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"
)

// rows yields rows in order. An error is the last thing it yields.
type rows = iter.Seq2[row, error]

// run is a temporary file of sorted rows.
type run struct{ file *os.File }

// writeRun writes rows to a new file in a folder.
func writeRun(folder string, sorted []row) (run, error) {
	file, err := os.CreateTemp(folder, "thera-explorer-*")
	if err != nil {
		return run{}, err
	}
	w := bufio.NewWriterSize(file, 1<<16)
	var buffer []byte
	for _, r := range sorted {
		buffer = appendPosition(buffer[:0], position{key: r.key, moves: []row{r}})
		_, _ = w.Write(binary.AppendUvarint(nil, uint64(len(buffer)))) // Flush returns the error
		_, _ = w.Write(buffer)
	}
	if err := w.Flush(); err != nil {
		return run{}, errors.Join(err, run{file}.remove())
	}
	return run{file}, nil
}

// rows reads the file from its beginning.
func (r run) rows() rows {
	return func(yield func(row, error) bool) {
		if _, err := r.file.Seek(0, io.SeekStart); err != nil {
			yield(row{}, err)
			return
		}
		for p, err := range readPositions(bufio.NewReaderSize(r.file, 1<<16)) {
			if err != nil {
				yield(row{}, err)
				return
			}
			if !yield(p.moves[0], nil) {
				return
			}
		}
	}
}

// readPositions reads positions that are each preceded by their length.
func readPositions(in *bufio.Reader) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		for {
			length, err := binary.ReadUvarint(in)
			if errors.Is(err, io.EOF) {
				return
			}
			data := make([]byte, length)
			if err == nil {
				_, err = io.ReadFull(in, data)
			}
			var p position
			if err == nil {
				p, err = (&reader{rest: data}).position()
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

func (r run) remove() error { return errors.Join(r.file.Close(), os.Remove(r.file.Name())) }

// merge yields the rows of several sources in order, with the tallies of equal moves
// added up.
func merge(sources []rows) rows {
	return func(yield func(row, error) bool) {
		var queue queue
		for _, source := range sources {
			next, stop := iter.Pull2(source)
			defer stop()
			if first, err, ok := next(); err != nil {
				yield(row{}, err)
				return
			} else if ok {
				queue = append(queue, waiting{first, next})
			}
		}
		heap.Init(&queue)
		for len(queue) > 0 {
			sum, err := queue.take()
			for err == nil && len(queue) > 0 && !sum.before(queue[0].row) {
				var same row
				if same, err = queue.take(); err == nil {
					sum.add(same.Tally)
				}
			}
			if !yield(sum, err) || err != nil {
				return
			}
		}
	}
}

// waiting is a source with its next row.
type waiting struct {
	row
	next func() (row, error, bool)
}

// queue is a heap of sources, the one with the first row on top.
type queue []waiting

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].before(q[j].row) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(waiting)) }

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// take removes and returns the first row of all.
func (q *queue) take() (row, error) {
	first := (*q)[0]
	next, err, ok := first.next()
	if ok {
		(*q)[0].row = next
		heap.Fix(q, 0)
	} else {
		heap.Pop(q)
	}
	return first.row, err
}
