package safefile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Checkpoint is the checkpoint of one search. It belongs to one goroutine at a time.
type Checkpoint struct {
	path   string
	title  string
	record int      // bytes in a record
	lock   *os.File // nil without a lock
	past   Spent
	saved  time.Time
	pause  time.Duration // from one save to the next
}

// ErrLocked is for a journal or checkpoint that another process has open.
var ErrLocked = errors.New("the file is in use by another process: let it end, or use another file")

// Spent is the work that an answer has cost.
type Spent struct {
	Nodes uint64
	Time  time.Duration
}

const (
	// firstPause is how long after the start of a search it is first saved, and
	// the most work that a crash costs while tables are small. A search that
	// takes less is as quickly done again.
	firstPause = time.Minute
	// pauseFactor bounds the share of the time that saving takes, to a
	// twentieth, however large the table and slow the disk.
	pauseFactor = 20
)

// NewCheckpoint returns the checkpoint at a path, which need not exist yet; "" is for a
// search that is not kept. The title, a line of text, has to be that of the
// file if there is one. record is the size of a record in bytes.
func NewCheckpoint(path, title string, record int) *Checkpoint {
	return &Checkpoint{path: path, title: title, record: record, saved: time.Now(), pause: firstPause}
}

// Kept reports whether there is a file for the search to be kept in.
func (f *Checkpoint) Kept() bool { return f.path != "" }

// Past returns the work that was done before the file was loaded.
func (f *Checkpoint) Past() Spent { return f.past }

// UntilSave returns how long to search before the next save.
func (f *Checkpoint) UntilSave() time.Duration {
	if !f.Kept() {
		return 1 << 62
	}
	return f.pause - time.Since(f.saved)
}

// Load takes the checkpoint for this process, until Close or the end of the process, and
// passes each record to put. The error for one that another process has is [ErrLocked].
// Where there is no file yet it writes one without records, so that a file that can't be
// written is known now, not after hours of work. A record may have been passed before an
// error is found; what put has filled can't be trusted then.
func (f *Checkpoint) Load(put func(record []byte)) error {
	if !f.Kept() {
		return nil
	}
	lock, err := lockBeside(f.path)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	f.lock = lock
	if err := f.load(put); err != nil {
		f.Close()
		return err
	}
	return nil
}

func (f *Checkpoint) load(put func(record []byte)) error {
	file, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f.write(Spent{}, func(func([]byte) bool) {})
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		err = f.read(bufio.NewReaderSize(file, 1<<20), info.Size(), put)
	}
	if err != nil {
		return fmt.Errorf("checkpoint %q: %w", f.path, err)
	}
	f.saved = time.Now()
	return nil
}

// Close lets other processes have the checkpoint.
func (f *Checkpoint) Close() {
	if f.lock != nil {
		unlockBeside(f.lock)
		f.lock = nil
	}
}

// lockBeside takes a file for this process by an empty file beside it: the file itself is
// another one after each save. A killed process leaves the empty file, but no lock.
func lockBeside(path string) (*os.File, error) {
	name := temporaryPrefix(followed(path)) + "lock"
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, named(err, "open", path)
		}
		if err := lock(file); err != nil {
			return nil, errors.Join(named(err, "lock", path), file.Close())
		}
		// The process that had it may have removed it before this one had it.
		there, err := os.Stat(name)
		own, ownErr := file.Stat()
		if err == nil && ownErr == nil && os.SameFile(there, own) {
			return file, nil
		}
		_ = file.Close()
	}
}

// unlockBeside removes the file while it is locked, so that a process that has opened it
// can tell. Windows removes no open file, so none that another process has.
func unlockBeside(file *os.File) {
	if runtime.GOOS != "windows" {
		_ = os.Remove(file.Name())
	}
	_ = file.Close()
	if runtime.GOOS == "windows" {
		_ = os.Remove(file.Name())
	}
}

// spentHeader is the work that a checkpoint states after its title.
type spentHeader struct{ Nodes, Nanoseconds uint64 }

const (
	headerSize = 16
	sumSize    = 8
)

var crcTable = crc64.MakeTable(crc64.ECMA)

// read reads all of a file. The number of records follows from its size. The checksum
// covers everything but itself.
func (f *Checkpoint) read(file io.Reader, size int64, put func(record []byte)) error {
	sum := crc64.New(crcTable)
	in := io.TeeReader(file, sum)
	title := make([]byte, len(f.title)+1)
	_, err := io.ReadFull(in, title)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if err != nil || string(title) != f.title+"\n" {
		return fmt.Errorf("want one that begins with %q", f.title)
	}
	var h spentHeader
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return err
	}
	record := make([]byte, f.record)
	for size -= int64(len(title) + headerSize + sumSize); size > 0; size -= int64(f.record) {
		if _, err := io.ReadFull(in, record); err != nil {
			return err
		}
		put(record)
	}
	want := sum.Sum64()
	var got uint64
	if err := binary.Read(file, binary.LittleEndian, &got); err != nil {
		return err
	}
	if got != want {
		return errors.New("the checksum is wrong: want a file as it was written")
	}
	f.past = Spent{h.Nodes, time.Duration(h.Nanoseconds)}
	return nil
}

// Save writes the file, if there is to be one. The old file stays until the new
// one is complete, so that a crash costs no more than the work since then.
func (f *Checkpoint) Save(total Spent, records iter.Seq[[]byte]) error {
	if !f.Kept() {
		return nil
	}
	began := time.Now()
	err := f.write(total, records)
	f.saved = time.Now()
	f.pause = max(firstPause, pauseFactor*f.saved.Sub(began))
	return err
}

// write writes a new file beside the old one, waits until the disk has it, and
// then puts it in the old one's place. google/renameio takes the same steps, but
// not on Windows.
func (f *Checkpoint) write(total Spent, records iter.Seq[[]byte]) error {
	err := Replace(f.path, func(w io.Writer) error {
		return f.writeTo(w, spentHeader{total.Nodes, uint64(total.Time)}, records)
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

func (f *Checkpoint) writeTo(file io.Writer, h spentHeader, records iter.Seq[[]byte]) error {
	sum := crc64.New(crcTable)
	buffered := bufio.NewWriterSize(file, 1<<20)
	out := io.MultiWriter(buffered, sum)
	if _, err := fmt.Fprintln(out, f.title); err != nil {
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

// Replace writes a file in one step: a reader sees the old content or the new one, whole,
// even after a crash or on a full disk. What write writes goes to a temporary file beside
// it, which takes its place once it is on the disk, and is gone when Replace returns; one
// that a killed process has left is removed by the first Replace an hour later. A new file
// has the usual permissions; one that replaces another has the other's. A symbolic link
// stays, and the file that it leads to is replaced.
//
// A device or a pipe, such as /dev/stdout, can't be replaced: it is written to directly.
// The name "-", by which many programs mean a stream, is an error. Errors name the file,
// never the temporary one.
func Replace(name string, write func(io.Writer) error) error {
	if err := checkName("write", name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	case isStream(name) || err == nil && !info.Mode().IsRegular():
		return stream(name, write)
	}
	target := followed(name)
	removeLeftovers(target)
	// A random number, because processes of two containers can have the same ID.
	temporary := temporaryPrefix(target) + strconv.FormatUint(uint64(rand.Uint32()), 10) + temporarySuffix
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return named(err, "open", name)
	}
	if info != nil {
		err = file.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = write(output{file, name})
	}
	err = errors.Join(err, named(file.Sync(), "write", name), named(file.Close(), "close", name))
	if err == nil {
		err = named(os.Rename(temporary, target), "write", name)
	}
	if err != nil {
		return errors.Join(err, named(os.Remove(temporary), "remove", temporary))
	}
	return nil
}

// followed returns the file that a name leads to through symbolic links, which may not exist
// yet, or the name if there are too many links.
func followed(name string) string {
	at := name
	for range maxLinks {
		folder, base := filepath.Split(at)
		folder, err := filepath.EvalSymlinks(folder + ".")
		if err != nil {
			return name
		}
		at = filepath.Join(folder, base)
		link, err := os.Readlink(at)
		if err != nil {
			return at
		}
		if at = link; !filepath.IsAbs(link) {
			at = folder + string(filepath.Separator) + link // Join would drop the folder before a ".."
		}
	}
	return name
}

// maxLinks is how many links Linux follows at most.
const maxLinks = 40

const (
	temporarySuffix = ".tmp"
	// leftover is for how long nothing has been written to a temporary file whose process
	// is taken to have been killed.
	leftover = time.Hour
)

func temporaryPrefix(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".")
}

// removeLeftovers removes what killed processes have left of a file, as far as it can:
// each time a solver is killed while it saves, that may be gigabytes.
func removeLeftovers(target string) {
	entries, _ := os.ReadDir(filepath.Dir(target))
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(target), e.Name())
		number, ok := strings.CutSuffix(strings.TrimPrefix(name, temporaryPrefix(target)), temporarySuffix)
		if _, err := strconv.ParseUint(number, 10, 32); !ok || err != nil {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			_ = os.Remove(name)
		}
	}
}

// ErrOtherKind is for a file that is not of the kind that is to replace it.
var ErrOtherKind = errors.New("the file has something else in it: want another file")

// Replaceable returns the error with which [Replace] would begin, or [ErrOtherKind] if that
// would cost another file than one of the same kind, which isKind tells from its first
// kilobyte. An empty file is of any kind. Ask it before long work whose result goes to a
// file.
func Replaceable(name string, isKind func(beginning []byte) bool) error {
	if err := checkName("write", name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if isStream(name) || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // to open a pipe is to begin
	}
	if err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		beginning, err := readBeginning(name)
		if err != nil {
			return err
		}
		if !isKind(beginning) {
			return fmt.Errorf("%s: %w", name, ErrOtherKind)
		}
	}
	given := errors.New("given up")
	if err := Replace(name, func(io.Writer) error { return given }); !errors.Is(err, given) {
		return err
	}
	return nil
}

func readBeginning(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, 1<<10))
}

// checkName refuses the name "-", also where there is a file of that name.
func checkName(operation, name string) error {
	if name == "-" {
		return &fs.PathError{Op: operation, Path: name, Err: errors.New("want the name of a file")}
	}
	return nil
}

// isStream reports whether a name is one of those that the system has for open
// files. They can lead to a regular file, which must not be replaced: what the
// program prints goes there too.
func isStream(name string) bool {
	path, err := filepath.Abs(name)
	return err == nil && (path == "/dev/stdout" || path == "/dev/stderr" ||
		strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/"))
}

// stream writes to what is there already and stays there.
func stream(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// output is a file whose errors have another name than its own.
type output struct {
	file *os.File
	name string
}

func (o output) Write(data []byte) (int, error) {
	n, err := o.file.Write(data)
	return n, named(err, "write", o.name)
}

// named returns an error that the system gave for another file as one of name.
func named(err error, op, name string) error {
	if err == nil {
		return nil
	}
	cause := err
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		cause = path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		cause = link.Err
	}
	return &fs.PathError{Op: op, Path: name, Err: cause}
}
