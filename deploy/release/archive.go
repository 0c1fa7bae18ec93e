package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// entry is a file of an archive, or a folder if the name ends in /.
type entry struct {
	name  string // with slashes
	mode  fs.FileMode
	owner int    // user ID of a file in an image; 0 is root
	from  string // the file to copy
	text  []byte // the content, if there is no file to copy
}

// content returns the content of the file.
func (e entry) content() ([]byte, error) {
	if e.from == "" {
		return e.text, nil
	}
	return os.ReadFile(e.from)
}

// archive packs the program with the files to read first.
func (r *release) archive(t target, binary string) error {
	entries := []entry{{name: t.binary(), mode: 0o755, from: binary}}
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE"} {
		entries = append(entries, entry{name: name, mode: 0o644, from: filepath.Join(r.root, name)})
	}
	write, suffix := writeTarGz, ".tar.gz"
	if t.os == "windows" {
		write, suffix = writeZip, ".zip"
	}
	for i := range entries {
		entries[i].name = path.Join(r.name(t), entries[i].name)
	}
	return create(filepath.Join(r.out, r.name(t)+suffix), func(w io.Writer) error { return write(w, entries, r.at) })
}

// create creates a file with what write writes.
func create(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// writeTarGz writes entries as a compressed archive.
func writeTarGz(w io.Writer, entries []entry, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(writeTar(packed, entries, at), packed.Close())
}

// writeTar writes entries, all with the same time.
func writeTar(w io.Writer, entries []entry, at time.Time) error {
	archive := tar.NewWriter(w)
	for _, e := range entries {
		content, err := e.content()
		if err != nil {
			return err
		}
		header := &tar.Header{
			Name: e.name, Mode: int64(e.mode.Perm()), Size: int64(len(content)), ModTime: at, Typeflag: tar.TypeReg,
			Uid: e.owner, Gid: e.owner, Format: tar.FormatUSTAR,
		}
		if e.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if e.name[len(e.name)-1] == '/' {
			header.Typeflag = tar.TypeDir
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writeZip writes entries in the form that Windows reads without other programs.
func writeZip(w io.Writer, entries []entry, at time.Time) error {
	archive := zip.NewWriter(w)
	for _, e := range entries {
		content, err := e.content()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at}
		header.SetMode(e.mode)
		file, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := file.Write(content); err != nil {
			return err
		}
	}
	return archive.Close()
}
