//go:build js && wasm

// Command first is what the web page plays with until the whole engine, thera-wasm, has
// loaded: the rules and the lower levels, in two thirds of the bytes.
//
//	GOOS=js GOARCH=wasm go build -o first.wasm ./cmd/thera-wasm/first
package main

import (
	"thera/internal/ui/browser"
)

func main() { browser.Run(browser.NewFirst) }
