package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"thera/internal/catalog"
)

// VerifyOptions say how to check a dataset.
type VerifyOptions struct {
	// Proofs is how many rows of puzzles and proofs to prove again.
	Proofs int
	// Progress, if not nil, is called with the numbers of rows read and of proofs found.
	Progress func(rows, proofs int)
}

// Checked is what a check has found to be right.
type Checked struct {
	Summary
	Proofs int `json:"proofs"` // rows that were proven again
}

// Verify checks a dataset: its checksums, its schema, that both files of each split have
// the same rows, and that these follow from the rules and stand in their splits. It
// proves some rows again. The error is about the first thing that is wrong.
func Verify(ctx context.Context, folder string, opt VerifyOptions) (done Checked, err error) {
	if err := verifySums(ctx, folder); err != nil {
		return done, err
	}
	kind, err := readKind(filepath.Join(folder, schemaName))
	if err != nil {
		return done, err
	}
	done.Dataset, done.Folder = kind, folder
	c := &checker{ctx: ctx, opt: opt, done: &done, entries: map[string]catalog.Entry{}}
	for _, s := range Splits() {
		switch kind {
		case Games:
			err = verifySplit[Game](c, folder, s)
		case Evaluations:
			err = verifySplit[Evaluation](c, folder, s)
		case Puzzles:
			err = verifySplit[Puzzle](c, folder, s)
		case Proofs:
			err = verifySplit[Proof](c, folder, s)
		}
		if err != nil {
			return done, err
		}
	}
	return done, c.proveSample()
}

// verifySums compares all files with their checksums.
func verifySums(ctx context.Context, folder string) error {
	name := filepath.Join(folder, sumsName)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	names := dataNames()
	for line := range strings.Lines(string(text)) {
		sum, file, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		i := slices.Index(names, file)
		if !ok || i < 0 {
			return fmt.Errorf("%s: %q: want a SHA-256, two spaces and one of %s", name, line, strings.Join(names, ", "))
		}
		names = slices.Delete(names, i, i+1)
		got, err := sumOf(ctx, filepath.Join(folder, file))
		if err != nil {
			return err
		}
		if got != sum {
			return fmt.Errorf("%s: its SHA-256 is %s: want %s, as in %s: it is damaged or was changed", filepath.Join(folder, file), got, sum, sumsName)
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("%s: no line for %s: want one for each file", name, strings.Join(names, ", "))
	}
	return nil
}

func sumOf(ctx context.Context, name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // only read
	sum := sha256.New()
	_, err = io.Copy(sum, interruptible{ctx, file})
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}

// interruptible is a reader that fails once its context has ended.
type interruptible struct {
	ctx context.Context
	in  io.Reader
}

func (r interruptible) Read(to []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(to)
}

// readKind returns the kind of dataset that a schema belongs to, which must be exactly
// the one that this version writes.
func readKind(name string) (Kind, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	for _, k := range Kinds() {
		want, err := schemaOf(k)
		if err != nil {
			return "", err
		}
		if bytes.Equal(text, want) {
			return k, nil
		}
	}
	var found struct{ Title string }
	_ = json.Unmarshal(text, &found) // it is only for the message
	return "", fmt.Errorf("%s: schema %q: want that of one of %s, as this version of thera writes it", name, found.Title, joined(Kinds()))
}

// verifySplit reads both files of a split side by side.
func verifySplit[R row[R]](c *checker, folder string, s Split) (err error) {
	linesFile, parquetFile := filepath.Join(folder, linesName(s)), filepath.Join(folder, parquetName(s))
	lines, file, err := open(linesFile, func(f *os.File, _ int64) (*lineReader, error) { return newLines(f) })
	if err != nil {
		return err
	}
	defer file.Close()
	defer lines.decoder.Close()
	table, file, err := open(parquetFile, func(f *os.File, size int64) (*tableReader[R], error) { return newTable[R](f, size) })
	if err != nil {
		return err
	}
	defer file.Close()
	defer table.close()
	for n := 1; ; n++ {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		line, errLine := lines.next()
		r, errRow := table.next()
		switch {
		case errors.Is(errLine, io.EOF) && errors.Is(errRow, io.EOF):
			return nil
		case errLine != nil && !errors.Is(errLine, io.EOF):
			return fmt.Errorf("%s: row %d: %w", linesFile, n, errLine)
		case errRow != nil && !errors.Is(errRow, io.EOF):
			return fmt.Errorf("%s: row %d: %w", parquetFile, n, errRow)
		case errLine != nil || errRow != nil:
			return fmt.Errorf("%s and %s: one has %d rows and the other more: want the same rows", linesFile, parquetFile, n-1)
		}
		want, err := encode(r.whole())
		if err != nil {
			return err
		}
		if !bytes.Equal(line, want) {
			i := firstDifference(line, want)
			return fmt.Errorf("%s: row %d: …%.100s: want …%.100s, as in %s", linesFile, n, line[i:], want[i:], parquetFile)
		}
		if r.split() != s {
			return fmt.Errorf("%s: row %d: split %q: want %q", parquetFile, n, r.split(), s)
		}
		if err := r.check(c); err != nil {
			return fmt.Errorf("%s: row %d: %w", linesFile, n, err)
		}
		c.count(s)
	}
}

// firstDifference returns where to begin quoting two lines that are not equal: a little
// before the first byte in which they differ.
func firstDifference(a, b []byte) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return max(0, i-40)
}

// encode returns a row as a line of JSON without its end.
func encode(r any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Bounds for damaged files: a row has at most some KiB, a group of rows some MiB.
const (
	maxLine   = 16 << 20
	maxWindow = 64 << 20
)

// open calls read with a file, which is closed with what read has made of it.
func open[T any](name string, read func(*os.File, int64) (T, error)) (made T, file *os.File, err error) {
	if file, err = os.Open(name); err != nil {
		return made, nil, err
	}
	info, err := file.Stat()
	if err == nil {
		made, err = read(file, info.Size())
	}
	if err != nil {
		return made, nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return made, file, nil
}

// lineReader reads compressed lines.
type lineReader struct {
	decoder *zstd.Decoder
	lines   *bufio.Scanner
}

func newLines(in io.Reader) (*lineReader, error) {
	decoder, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	r := &lineReader{decoder, bufio.NewScanner(decoder)}
	r.lines.Buffer(nil, maxLine)
	return r, nil
}

// next returns the next line, valid until the next call, or io.EOF.
func (r *lineReader) next() ([]byte, error) {
	if r.lines.Scan() {
		return r.lines.Bytes(), nil
	}
	if err := r.lines.Err(); err != nil {
		return nil, fmt.Errorf("damaged zstd: %w", err)
	}
	return nil, io.EOF
}

// tableReader reads the rows of a Parquet file.
type tableReader[R any] struct {
	reader *parquet.GenericReader[R]
	rows   []R // read and not yet returned
	err    error
}

func newTable[R any](in io.ReaderAt, size int64) (r *tableReader[R], err error) {
	r = &tableReader[R]{}
	err = guarded(func() error {
		if err := checkFooter(in, size); err != nil {
			return err
		}
		table, err := parquet.OpenFile(in, size)
		if err != nil {
			return err
		}
		if got, want := table.Schema().String(), parquet.SchemaOf(new(R)).String(); got != want {
			return fmt.Errorf("schema %q: want %q", got, want)
		}
		r.reader = parquet.NewGenericReader[R](table)
		return nil
	})
	return r, err
}

// checkFooter refuses a file whose last bytes claim a longer footer than there is: the
// library would make room for it first, up to 4 GiB.
func checkFooter(in io.ReaderAt, size int64) error {
	const magic = "PAR1"
	var end [8]byte // the length of the footer and the magic
	if size < int64(len(magic)+len(end)) {
		return fmt.Errorf("%d bytes: want a Parquet file", size)
	}
	if _, err := in.ReadAt(end[:], size-int64(len(end))); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != magic || length > size-int64(len(magic)+len(end)) {
		return fmt.Errorf("footer of %d bytes before %q: want no more than the file has, and %q", length, end[4:], magic)
	}
	return nil
}

// guarded calls the library, which panics for some damaged files, and says of what the
// error is.
func guarded(f func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("%v", what)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			err = fmt.Errorf("damaged Parquet: %w", err)
		}
	}()
	return f()
}

// next returns the next row, or io.EOF.
func (r *tableReader[R]) next() (one R, err error) {
	if len(r.rows) == 0 && r.err == nil {
		// New ones each time, because the library reuses what is in the old ones.
		r.rows = make([]R, 64)
		n := 0
		r.err = guarded(func() (err error) {
			n, err = r.reader.Read(r.rows)
			return err
		})
		r.rows = r.rows[:n]
	}
	if len(r.rows) == 0 {
		return one, cmp.Or(r.err, io.EOF)
	}
	one, r.rows = r.rows[0], r.rows[1:]
	return one, nil
}

func (r *tableReader[R]) close() { _ = guarded(r.reader.Close) } // only read

// checker is the state of one check.
type checker struct {
	ctx     context.Context
	opt     VerifyOptions
	done    *Checked
	entries map[string]catalog.Entry
	sample  []sampled // sorted by order
}

// sampled is a row to be proven again.
type sampled struct {
	order uint64
	what  string
	prove func(context.Context) error
}

func (c *checker) count(s Split) {
	c.done.Rows++
	*c.done.rows(s)++
	if c.opt.Progress != nil {
		c.opt.Progress(c.done.Rows, 0)
	}
}

// entry returns a game by its name.
func (c *checker) entry(name string) (catalog.Entry, error) {
	if entry, ok := c.entries[name]; ok {
		return entry, nil
	}
	entry, err := catalog.Find(name)
	if err == nil {
		c.entries[name] = entry
	}
	return entry, err
}

// add takes a row into the sample, which is as good as random and the same each time.
func (c *checker) add(position string, prove func(context.Context) error) {
	one := sampled{hashOf("sample " + position), position, prove}
	i, _ := slices.BinarySearchFunc(c.sample, one, func(a, b sampled) int { return cmp.Compare(a.order, b.order) })
	if i < c.opt.Proofs {
		c.sample = slices.Insert(c.sample, i, one)
		c.sample = c.sample[:min(len(c.sample), c.opt.Proofs)]
	}
}

func (c *checker) proveSample() error {
	for _, one := range c.sample {
		if err := one.prove(c.ctx); err != nil {
			return fmt.Errorf("position %q: %w", one.what, cmp.Or(c.ctx.Err(), err))
		}
		c.done.Proofs++
		if c.opt.Progress != nil {
			c.opt.Progress(c.done.Rows, c.done.Proofs)
		}
	}
	return nil
}
