package dataset

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// The names of the files in a dataset's folder. Each split has two files besides.
const (
	cardName   = "README.md"
	schemaName = "schema.json"
	sumsName   = "SHA256SUMS"
)

func linesName(s Split) string   { return string(s) + ".ndjson.zst" }
func parquetName(s Split) string { return string(s) + ".parquet" }

// dataNames returns the names of all files that have a checksum.
func dataNames() []string {
	names := []string{cardName, schemaName}
	for _, s := range Splits() {
		names = append(names, linesName(s), parquetName(s))
	}
	return names
}

// Summary is what a dataset has.
type Summary struct {
	Dataset    Kind   `json:"dataset"`
	Folder     string `json:"folder"`
	Rows       int    `json:"rows"`
	Train      int    `json:"train"`
	Validation int    `json:"validation"`
	Test       int    `json:"test"`
}

// rows returns the number of rows of a split, nil if there is no such split.
func (s *Summary) rows(split Split) *int {
	switch split {
	case Train:
		return &s.Train
	case Validation:
		return &s.Validation
	case Test:
		return &s.Test
	}
	return nil
}

// WriteGames writes games from elsewhere to a new folder. The caller sets all fields of
// a row but ID and Split. It is an error if a process that was killed has left the
// folder's temporary one.
func WriteGames(ctx context.Context, folder string, about About, rows iter.Seq2[Game, error]) (Summary, error) {
	about.Kind = Games
	return write(ctx, folder, about, func(yield func(Game, error) bool) {
		for g, err := range rows {
			g.ID = GameID(g.Game, g.Start, g.Moves)
			g.Split = SplitOf(g.ID)
			if !yield(g, err) {
				return
			}
		}
	})
}

// partName returns the name that a folder has until it is complete.
func partName(folder string) string { return filepath.Clean(folder) + ".part" }

// removePart removes what a killed process has left of a folder, and nothing else.
func removePart(folder string) {
	part := partName(folder)
	for _, name := range append(dataNames(), sumsName) {
		_ = os.Remove(filepath.Join(part, name))
	}
	_ = os.Remove(part) // if that fails, making it will say why
}

// write writes the rows to a new folder, which gets its name when it is complete.
func write[R row[R]](ctx context.Context, folder string, about About, rows iter.Seq2[R, error]) (made Summary, err error) {
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return made, fmt.Errorf("folder %q: %w: want a new one", folder, cmp.Or(err, ErrExists))
	}
	part := partName(folder)
	if err := os.Mkdir(part, 0o777); err != nil {
		return made, fmt.Errorf("%w: want no such folder; remove it unless another process is writing to it", err)
	}
	made, err = writeTo(ctx, part, about, rows)
	if err == nil {
		err = os.Rename(part, folder)
	}
	if err != nil {
		removePart(folder)
		return made, err
	}
	made.Folder = folder
	return made, syncFolder(filepath.Dir(filepath.Clean(folder)))
}

// syncFolder writes the names in a folder to the disk, where the system can do that.
func syncFolder(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = dir.Sync() // not on every system
	return dir.Close()
}

func writeTo[R row[R]](ctx context.Context, part string, about About, rows iter.Seq2[R, error]) (made Summary, err error) {
	made.Dataset = about.Kind
	w := writer[R]{folder: part, version: about.Version, sums: map[string]string{}}
	if err := w.open(); err != nil {
		return made, errors.Join(err, w.close())
	}
	for r, err := range rows {
		err = cmp.Or(err, ctx.Err())
		if err == nil {
			err = w.add(r.whole())
		}
		if err != nil {
			return made, errors.Join(err, w.close())
		}
		made.Rows++
		*made.rows(r.split())++
	}
	if err := w.close(); err != nil {
		return made, err
	}
	schema, err := schemaOf(about.Kind)
	if err == nil {
		err = w.text(schemaName, schema)
	}
	if err != nil {
		return made, err
	}
	if err := w.text(cardName, about.card(made)); err != nil {
		return made, err
	}
	var sums strings.Builder
	for _, name := range slices.Sorted(slices.Values(dataNames())) {
		fmt.Fprintf(&sums, "%s  %s\n", w.sums[name], name)
	}
	if err := w.text(sumsName, []byte(sums.String())); err != nil {
		return made, err
	}
	return made, syncFolder(part)
}

// writer writes the files of a folder.
type writer[R row[R]] struct {
	folder, version string
	sums            map[string]string // SHA-256 by the name of the file
	splits          map[Split]*splitWriter[R]
}

// splitWriter writes both files of a split.
type splitWriter[R any] struct {
	lines       *summedFile
	compressed  *zstd.Encoder
	text        *json.Encoder
	table       *summedFile
	parquet     *parquet.GenericWriter[R]
	rowsInGroup int
	single      [1]R // the row to write
}

// groupRows is how many rows a Parquet file keeps in memory until it writes them.
const groupRows = 10_000

func (w *writer[R]) open() (err error) {
	w.splits = map[Split]*splitWriter[R]{}
	for _, s := range Splits() {
		one := &splitWriter[R]{}
		w.splits[s] = one
		if one.lines, err = create(w.folder, linesName(s)); err != nil {
			return err
		}
		// With one goroutine the output depends on the input alone.
		if one.compressed, err = zstd.NewWriter(one.lines, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression)); err != nil {
			return err
		}
		one.text = json.NewEncoder(one.compressed)
		one.text.SetEscapeHTML(false)
		if one.table, err = create(w.folder, parquetName(s)); err != nil {
			return err
		}
		one.parquet = parquet.NewGenericWriter[R](one.table,
			parquet.Compression(&parquet.Zstd), parquet.CreatedBy("thera", w.version, ""), parquet.MaxRowsPerRowGroup(groupRows))
	}
	return nil
}

// add writes a row.
func (w *writer[R]) add(r R) error {
	s, ok := w.splits[r.split()]
	if !ok {
		return fmt.Errorf("split %q: want one of %s", r.split(), joined(Splits()))
	}
	if err := s.text.Encode(r); err != nil {
		return err
	}
	s.single[0] = r
	if _, err := s.parquet.Write(s.single[:]); err != nil {
		return err
	}
	if s.rowsInGroup++; s.rowsInGroup == groupRows {
		s.rowsInGroup = 0
		return s.parquet.Flush()
	}
	return nil
}

// close finishes all files of rows.
func (w *writer[R]) close() (err error) {
	for _, s := range w.splits {
		if s.compressed != nil {
			err = errors.Join(err, s.compressed.Close())
		}
		if s.parquet != nil {
			err = errors.Join(err, s.parquet.Close())
		}
		err = errors.Join(err, w.finish(s.lines), w.finish(s.table))
	}
	w.splits = nil
	return err
}

func (w *writer[R]) finish(f *summedFile) error {
	if f == nil {
		return nil
	}
	sum, err := f.finish()
	if err == nil {
		w.sums[f.name] = sum
	}
	return err
}

// text writes a whole file.
func (w *writer[R]) text(name string, text []byte) error {
	f, err := create(w.folder, name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, w.finish(f))
}

// summedFile is a file that is written with its SHA-256.
type summedFile struct {
	name string
	file *os.File
	out  *bufio.Writer
	sum  hash.Hash
}

func create(folder, name string) (*summedFile, error) {
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	f := &summedFile{name: name, file: file, sum: sha256.New()}
	f.out = bufio.NewWriterSize(io.MultiWriter(file, f.sum), 1<<16)
	return f, nil
}

// Write implements [io.Writer].
func (f *summedFile) Write(data []byte) (int, error) { return f.out.Write(data) }

// finish closes the file when it is on the disk, and returns its sum.
func (f *summedFile) finish() (string, error) {
	err := f.out.Flush()
	if err == nil {
		err = f.file.Sync()
	}
	return fmt.Sprintf("%x", f.sum.Sum(nil)), errors.Join(err, f.file.Close())
}
