//go:build !(js && wasm)

// Command first is what the web page plays with until the whole engine has come.
// Elsewhere it does nothing; the page's build compiles it for browsers.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "first runs in a web page: build it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
