//go:build js && wasm

// Command thera-wasm is the engine of the web page: package browser in a Web
// Worker.
//
//	GOOS=js GOARCH=wasm go build -o thera.wasm ./cmd/thera-wasm
//
// The worker starts it with Go's wasm_exec.js. It puts a function theraHandle
// into the global object, which takes a message, and calls the global function
// theraPost with each of its own; both are text. The first message to be taken
// is possible when theraPost has been called with "{}".
package main

import (
	"syscall/js"

	"thera/internal/browser"
)

func main() {
	post := js.Global().Get("theraPost")
	service := browser.NewService(func(message []byte) { post.Invoke(string(message)) }, newPause())
	js.Global().Set("theraHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		service.Handle([]byte(args[0].String()))
		return nil
	}))
	post.Invoke("{}")
	select {} // until the worker is terminated
}

// newPause returns a function that lets the event loop of JavaScript have the
// thread: it sends a message to itself, which comes after those that are
// waiting, and returns when it is there. A timer would cost milliseconds.
func newPause() func() {
	channel := js.Global().Get("MessageChannel").New()
	arrived := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		arrived <- struct{}{}
		return nil
	}))
	out := channel.Get("port2")
	return func() {
		out.Call("postMessage", js.Null())
		<-arrived
	}
}
