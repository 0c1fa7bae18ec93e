package main

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"

	"thera/internal/safefile"
	"thera/record"
)

// What a command writes whole to a file replaces only a file of the same kind, so that a
// mistaken name costs nobody another file; see [safefile.Replaceable]. These are the kinds.
var (
	isMatchRecords = beginsWith("[Game ")
	isExplorer     = beginsWith("THERAEXP")
	isCertificate  = beginsWith("thera certificate ")
	isPicture      = beginsWith("<svg ", "\x89PNG", "GIF8")
	isHistory      = beginsWith(`{"game":`, `{"outage":`, `{"end":`)
)

func beginsWith(texts ...string) func(beginning []byte) bool {
	return func(beginning []byte) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return bytes.HasPrefix(beginning, []byte(text)) })
	}
}

func isRecords(beginning []byte) bool {
	_, err := record.Detect(beginning)
	return err == nil
}

// replaceKind replaces a file, if it has nothing else in it than the kind that is written.
func replaceKind(name string, isKind func(beginning []byte) bool, write func(io.Writer) error) error {
	if err := safefile.Replaceable(name, isKind); err != nil {
		return err
	}
	return safefile.Replace(name, write)
}

// isSamePath reports whether two names lead to one file, which need not exist yet.
func isSamePath(a, b string) bool {
	return isSameFile(a, b) || resolved(a) == resolved(b)
}

// resolved returns the absolute path of a file, without symbolic links to its folder.
func resolved(name string) string {
	folder, file := filepath.Split(name)
	if path, err := filepath.EvalSymlinks(filepath.Clean(folder)); err == nil {
		folder = path
	}
	if path, err := filepath.Abs(filepath.Join(folder, file)); err == nil {
		return path
	}
	return name
}
