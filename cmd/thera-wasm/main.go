//go:build js && wasm

// Command thera-wasm is the engine of the web page: package whole in a Web Worker.
//
//	GOOS=js GOARCH=wasm go build -o thera.wasm ./cmd/thera-wasm
//
// The worker starts it with Go's wasm_exec.js; package browser describes their messages.
package main

import (
	"thera/internal/ui/browser"
	"thera/internal/ui/browser/whole"
)

func main() { browser.Run(whole.NewService) }
