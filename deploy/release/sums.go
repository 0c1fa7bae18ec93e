package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// sums is the file of checksums, as sha256sum writes and checks it.
const sums = "SHA256SUMS"

// writeSums writes the checksums of all files of a folder.
func writeSums(folder string) error {
	files, err := os.ReadDir(folder) // in the order of their names
	if err != nil {
		return err
	}
	return create(filepath.Join(folder, sums), func(w io.Writer) error {
		for _, file := range files {
			if file.Name() == sums {
				continue
			}
			content, err := os.ReadFile(filepath.Join(folder, file.Name()))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(content), file.Name()); err != nil {
				return err
			}
		}
		return nil
	})
}
