//go:build js && wasm

// Command first is the engine of the web page until the whole one, thera-wasm, has
// loaded: the rules and the lower levels, in three fifths of the bytes.
//
//	GOOS=js GOARCH=wasm go build -o first.wasm ./cmd/thera-wasm/first
package main

import (
	"thera/internal/ui/browser"
)

func main() { browser.Run(browser.NewFirst) }
