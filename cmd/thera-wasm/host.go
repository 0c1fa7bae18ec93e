//go:build !(js && wasm)

// Command thera-wasm is the engine of the web page: package whole in a Web
// Worker. Elsewhere it does nothing; the page's build compiles it for browsers.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "thera-wasm runs in a web page: build it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
