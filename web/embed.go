// Package web is the web page: its sources in TypeScript, and the built files in dist,
// which are part of every binary that imports this package.
//
//	files, built := web.Files()
//	if !built {
//		// Only the Go code has been built: say that `make web` builds the page.
//	}
//
// `make web` builds the page and, for it, the engine as WebAssembly. The files are
// static: any server can serve them. The package serves nothing itself.
//
// It is a package of its own because files can only be embedded from their own folder.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed src/puzzles/*.jsonl
var puzzles embed.FS

// Puzzles returns the files of the page's puzzles, NAME.jsonl for each game.
func Puzzles() fs.FS {
	files, err := fs.Sub(puzzles, "src/puzzles")
	if err != nil {
		return puzzles // cannot happen: the path is valid
	}
	return files
}

// Files returns the files of the built page, index.html at the root, and whether the
// page had been built when the binary was. If not, there are no files.
func Files() (files fs.FS, built bool) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return dist, false // cannot happen: dist is a valid path
	}
	_, err = fs.Stat(files, "index.html")
	return files, err == nil
}
