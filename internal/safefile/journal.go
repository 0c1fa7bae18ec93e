// A browser has no files to keep, and journals would bring encoding/json into its programs.

//go:build !js

package safefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Journal is a file of what a long run has done so far, which it appends to and
// another run continues: a title, and then entries of whole lines. One process at
// a time has it open. A nil Journal keeps nothing. A Journal belongs to one
// goroutine at a time.
type Journal struct {
	file   *os.File
	sync   bool
	title  []byte // still to be written, as a line before the first entry
	failed error  // of the first entry that could not be written
}

// JournalOptions say what a journal holds.
type JournalOptions struct {
	// Title is the first line, written with the first entry: until there is one, the file
	// may become a journal of another title. A file with another title is refused.
	Title string
	// TitleFile, if not empty, is the path of a file that has the title in place of the
	// first line, so that the journal holds entries and nothing else.
	TitleFile string
	// CheckTitle, if not nil, compares the title of a file in place of ==.
	CheckTitle func(title string) error
	// Lines is how many lines an entry has; 0 is for 1.
	Lines int
	// New refuses a file that is not empty, with [ErrNotEmpty].
	New bool
	// Sync has Append wait until the entry is on the disk, where even a loss of
	// power doesn't reach it.
	Sync bool
}

// ErrNotEmpty is for a file with something in it where a new one is wanted.
var ErrNotEmpty = errors.New("the file is not empty")

// maxLine is the longest line of a journal in bytes. The longest that are written
// hold the outputs of workers, of some MiB at most.
const maxLine = 64 << 20

// OpenJournal opens a journal, creates it if there is none, and passes each entry in
// it to take. The text is valid until take returns, and has no end of line. "" is a
// nil Journal, and "-", by which many programs mean a stream, an error.
//
// What a killed process has written of a last entry is cut off. Nothing else is
// ever changed: a file that is not a journal of this title, or has an entry that take
// refuses, is an error that names the line.
func OpenJournal(path string, opt JournalOptions, take func(entry []byte) error) (*Journal, error) {
	if path == "" {
		return nil, nil
	}
	if err := checkName("open", path); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, sync: opt.Sync}
	if err := j.open(opt, take); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return j, nil
}

func (j *Journal) open(opt JournalOptions, take func(entry []byte) error) error {
	info, err := j.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	}
	if err := lock(j.file); err != nil {
		return err
	}
	// Only now: another process may have written to it until then.
	if info, err = j.file.Stat(); err != nil {
		return err
	}
	if opt.New && info.Size() > 0 {
		return ErrNotEmpty
	}
	if opt.TitleFile != "" {
		if err := opt.openTitle(info.Size()); err != nil {
			return err
		}
	}
	whole, err := read(j.file, opt, take)
	if err != nil {
		return err
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 && opt.TitleFile == "" {
		j.title = []byte(opt.Title + "\n")
	}
	return nil
}

// openTitle writes the title of an empty journal to its file, or checks the one there.
func (opt JournalOptions) openTitle(size int64) error {
	if size == 0 {
		return Replace(opt.TitleFile, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, opt.Title)
			return err
		})
	}
	text, err := os.ReadFile(opt.TitleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s with it: want a file that was written by the same command, or a new one", opt.TitleFile)
	}
	if err != nil {
		return err
	}
	if err := opt.checkTitle(string(bytes.TrimSuffix(text, []byte("\n")))); err != nil {
		return fmt.Errorf("%s: %w", opt.TitleFile, err)
	}
	return nil
}

func (opt JournalOptions) checkTitle(title string) error {
	if opt.CheckTitle != nil {
		return opt.CheckTitle(title)
	}
	if title != opt.Title {
		return fmt.Errorf("%.200q: want %.200q, or another file", title, opt.Title)
	}
	return nil
}

// read passes the entries to take and returns the length of the complete ones.
func read(file io.Reader, opt JournalOptions, take func(entry []byte) error) (whole int64, err error) {
	in := bufio.NewReader(file)
	n := 1 // number of the next line
	if opt.TitleFile == "" {
		if whole, err = readTitle(in, opt); err != nil || whole == 0 {
			return 0, err
		}
		n++
	}
	lines := max(opt.Lines, 1)
	var entry []byte
	for ; ; n += lines {
		entry = entry[:0]
		for i := range lines {
			var ended bool
			if entry, ended, err = appendLine(entry, in); err != nil {
				return 0, fmt.Errorf("line %d: %w", n+i, err)
			}
			if !ended {
				return whole, nil
			}
		}
		if err := take(bytes.TrimSuffix(entry, []byte("\n"))); err != nil {
			return 0, fmt.Errorf("line %d: %.60q: %w", n, entry, err)
		}
		whole += int64(len(entry))
	}
}

// readTitle reads the first line, checks it and returns its length, 0 if there is only
// the beginning of the title.
func readTitle(in *bufio.Reader, opt JournalOptions) (length int64, err error) {
	first, ended, err := appendLine(nil, in)
	switch title := string(bytes.TrimSuffix(first, []byte("\n"))); {
	case err != nil:
	case ended:
		err = opt.checkTitle(title)
	case strings.HasPrefix(opt.Title, title):
		return 0, nil
	default:
		err = fmt.Errorf("%.200q: want %.200q, or another file", title, opt.Title)
	}
	if err != nil {
		return 0, fmt.Errorf("line 1: %w", err)
	}
	return int64(len(first)), nil
}

// appendLine reads a line with its end, if it has one.
func appendLine(to []byte, in *bufio.Reader) (line []byte, ended bool, err error) {
	most := len(to) + maxLine
	for {
		part, err := in.ReadSlice('\n')
		to = append(to, part...)
		switch {
		case len(to) > most:
			return to, false, fmt.Errorf("it is longer than %d MiB: want a file that was written by the same command", maxLine>>20)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return to, false, nil
		default:
			return to, err == nil, err
		}
	}
}

// Append adds an entry, given without the end of its last line. Once one could not be
// written, none is: it would begin in the middle of a line.
func (j *Journal) Append(entry []byte) error {
	switch {
	case j == nil:
		return nil
	case j.failed != nil:
		return j.failed
	}
	_, j.failed = j.file.Write(slices.Concat(j.title, entry, []byte("\n")))
	j.title = nil
	if j.failed == nil && j.sync {
		j.failed = j.file.Sync()
	}
	return j.failed
}

// AppendJSON adds an entry of one line of JSON.
func (j *Journal) AppendJSON(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	return j.Append(line)
}

// JSON returns what OpenJournal calls for entries that AppendJSON has written.
func JSON[E any](take func(E) error) func([]byte) error {
	return func(line []byte) error {
		var e E
		if err := json.Unmarshal(line, &e); err != nil {
			return JSONError(err)
		}
		return take(e)
	}
}

// JSONError returns an error of encoding/json that says what is wanted, without the names of
// Go types, which say nothing to the people who write a file.
func JSONError(err error) error {
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%w: want JSON", err)
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := "an object"
	switch wrong.Type.Kind() {
	case reflect.String:
		want = "a string"
	case reflect.Bool:
		want = "true or false"
	case reflect.Slice, reflect.Array:
		want = "an array"
	case reflect.Float32, reflect.Float64:
		want = "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		want = "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		want = "a whole number from 0"
	}
	if wrong.Field == "" {
		return fmt.Errorf("%s: want %s", wrong.Value, want)
	}
	return fmt.Errorf("%q: %s: want %s", wrong.Field, wrong.Value, want)
}

// LineError returns the error of a bufio.Scanner at a line, which may have a number of bytes.
func LineError(err error, line, longest int) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d: want at most %d bytes", line, longest)
	}
	return err
}

// Close closes the file and lets other processes have it.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
