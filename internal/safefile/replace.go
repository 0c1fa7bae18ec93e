package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Replace writes a file in one step: a reader sees the old content or the new one, whole,
// even after a crash or on a full disk. What write writes goes to a temporary file beside
// it, which takes its place once it is on the disk, and is gone when Replace returns. A
// new file has the usual permissions; one that replaces another has the other's. A
// symbolic link stays, and the file that it leads to is replaced.
//
// A device or a pipe, such as /dev/stdout, can't be replaced: it is written to directly.
// Errors name the file, never the temporary one.
func Replace(name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	case isStream(name) || err == nil && !info.Mode().IsRegular():
		return stream(name, write)
	}
	target := name
	if followed, err := filepath.EvalSymlinks(name); err == nil {
		target = followed
	}
	// The number of the process keeps two of them apart.
	temporary := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d.tmp", filepath.Base(target), os.Getpid()))
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
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
