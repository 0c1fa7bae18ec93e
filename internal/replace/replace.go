// Package replace writes files in one step: whatever happens, a crash or a full
// disk, there is the old file or the new one, whole.
//
//	err := replace.File("game.txt", func(w io.Writer) error {
//		_, err := io.WriteString(w, text)
//		return err
//	})
package replace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// File writes the file of that name. Until write has returned and all it wrote
// is on the disk, that stands beside it under another name, which is gone when
// File returns. The permissions are those of a new file.
func File(name string, write func(io.Writer) error) (err error) {
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
