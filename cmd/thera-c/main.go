// Package main makes libthera, the games as a C library: positions as plain values, and
// the vectors of package environment.
//
//	make library
//
// builds dist/libthera.so. The header thera.h documents the library and is all that
// callers need; examples has a program in C and one in Rust.
//
// # How it works
//
// A call passes three layers. The functions of thera.h are C (library.c): they refuse to
// work in a forked process, where Go's runtime no longer runs. They call the functions
// that Go exports (functions.go), for which export.go turns pointers and lengths into
// slices and texts, errors and panics into messages. Those call what this package has in
// plain Go: positions (position.go, kernel.go) and the table of vectors (vectors.go).
// Without cgo only that is compiled, and the program does nothing.
//
// A packed position is what C programs hold: the kernel of a game as bytes, with a
// checksum. Nothing in it belongs to Go, so copies cost nothing and nobody frees them.
//
// The package has no engines to call: programs talk to `thera engine` instead.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

// Set by the linker in a release: -ldflags '-X main.version=v1.0.0'.
var version string

// main is never called in a library.
func main() {
	fmt.Fprintln(os.Stderr, "thera-c is a library: build it with go build -buildmode=c-shared")
	os.Exit(2)
}

// libraryVersion takes the version from the linker, or else from the build information.
func libraryVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
