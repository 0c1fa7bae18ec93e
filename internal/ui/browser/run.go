//go:build js && wasm

package browser

import (
	"syscall/js"

	"thera/internal/catalog"
)

// Run runs the service that newService returns. It never returns itself: a
// timer may still wake a Go program that has ended, which would be an error.
func Run(newService func(post func(message []byte), pause func()) *Service) {
	post := js.Global().Get("theraPost")
	channel := js.Global().Get("MessageChannel").New()
	service := newService(func(message []byte) { post.Invoke(string(message)) }, newPause(channel))
	js.Global().Set("theraHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		service.Handle(valueOf(args[0]))
		return nil
	}))
	js.Global().Set("theraGive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[0].Length())
		js.CopyBytesToGo(file, args[0])
		if err := catalog.Give(file); err != nil {
			return err.Error()
		}
		return nil
	}))
	js.Global().Set("theraEnd", js.FuncOf(func(js.Value, []js.Value) any {
		channel.Get("port1").Call("close") // an open port is never collected, nor what it refers to
		return nil
	}))
	post.Invoke("{}")
	select {}
}

// newPause returns a function that yields the thread to JavaScript's event
// loop: it sends itself a message over a channel, behind those already waiting,
// and returns when that arrives. A timer would take milliseconds.
func newPause(channel js.Value) func() {
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

// valueOf returns a value of JSON as encoding/json decodes it into an any.
func valueOf(v js.Value) any {
	switch v.Type() {
	case js.TypeBoolean:
		return v.Bool()
	case js.TypeNumber:
		return v.Float()
	case js.TypeString:
		return v.String()
	case js.TypeObject:
		if v.InstanceOf(js.Global().Get("Array")) {
			elements := make([]any, v.Length())
			for i := range elements {
				elements[i] = valueOf(v.Index(i))
			}
			return elements
		}
		members := map[string]any{}
		names := js.Global().Get("Object").Call("keys", v)
		for i := range names.Length() {
			name := names.Index(i).String()
			members[name] = valueOf(v.Get(name))
		}
		return members
	}
	return nil
}
