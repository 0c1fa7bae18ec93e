package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Replace writes the file of that name. What write writes goes to a temporary file
// beside it, which takes the file's place once all of it is on the disk, and is gone
// when Replace returns. The permissions are those of a new file.
func Replace(name string, write func(io.Writer) error) (err error) {
	// The number of the process keeps two of them apart.
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d.tmp", filepath.Base(name), os.Getpid()))
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	if err := os.Rename(temporary, name); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}
