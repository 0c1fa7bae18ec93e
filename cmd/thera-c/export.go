//go:build cgo

package main

/*
#include "thera.h"
*/
import "C"

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode/utf8"
	"unsafe"

	"thera/internal/lab/environment"
)

// allVectors are those of the process.
var allVectors = vectors{table: map[int64]*vector{}}

// These don't compile unless Go and C agree about the size of a position.
var (
	_ [unsafe.Sizeof(C.thera_position{}) - unsafe.Sizeof(position{})]byte
	_ [unsafe.Sizeof(position{}) - unsafe.Sizeof(C.thera_position{})]byte
)

// message is where a call puts what went wrong.
type message struct {
	text *C.char
	size C.int64_t
}

// call does the work of a call from C and returns its result. It is the one place where
// errors and panics become messages.
func (m message) call(work func() (int, error)) (result C.int32_t) {
	// A bad address becomes a panic of this goroutine instead of the end of the process.
	debug.SetPanicOnFault(true)
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case wrongArgument:
			result = m.fail(problem)
		default:
			result = m.fail(fmt.Errorf("panic: %v; want valid addresses, and if they are, please report this", problem))
		}
	}()
	n, err := work()
	if err != nil {
		return m.fail(err)
	}
	return C.int32_t(n)
}

// fail writes a message, cut to the size that there is, and returns -1.
func (m message) fail(err error) (result C.int32_t) {
	if result = -1; m.text == nil || m.size < 1 {
		return result
	}
	defer func() { _ = recover() }() // from a bad address: there is nowhere to say so
	text := strings.ToValidUTF8(strings.ReplaceAll(err.Error(), "\x00", `\x00`), "\uFFFD")
	if cut := int(m.size) - 1; len(text) > cut {
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	to := unsafe.Slice((*byte)(unsafe.Pointer(m.text)), len(text)+1)
	to[copy(to, text)] = 0
	return result
}

// wrongArgument is what the functions that read arguments panic with. So a call ends at
// the first argument that is wrong, before it does anything.
type wrongArgument struct{ error }

func wrong(format string, args ...any) wrongArgument {
	return wrongArgument{fmt.Errorf(format, args...)}
}

// maxText is the most bytes that a text from C may have.
const maxText = 1<<16 - 1

// view returns a text from C, which must not be kept after the call; name is that of
// the argument.
func view(name string, text *C.char) string {
	if text == nil {
		panic(wrong("%s: NULL; want a text", name))
	}
	start := (*byte)(unsafe.Pointer(text))
	for n := range maxText + 1 {
		if *(*byte)(unsafe.Add(unsafe.Pointer(start), n)) == 0 {
			return unsafe.String(start, n)
		}
	}
	panic(wrong("%s %q…: want at most %d bytes and a zero byte after them", name, unsafe.String(start, 40), maxText))
}

// textOf returns a copy of a text from C.
func textOf(name string, text *C.char) string { return strings.Clone(view(name, text)) }

// optionalText is textOf, but NULL is "".
func optionalText(name string, text *C.char) string {
	if text == nil {
		return ""
	}
	return textOf(name, text)
}

// positionOf copies a position from C.
func positionOf(pos *C.thera_position) position {
	if pos == nil {
		panic(wrong("pos: NULL; want a position"))
	}
	return *(*position)(unsafe.Pointer(pos))
}

// target is where a call writes a text.
type target struct {
	text *C.char
	size C.int64_t
}

// maxSize is the largest size of a target that makes sense: results have 31 bits.
const maxSize = 1<<31 - 1

// room returns the bytes of the target as an empty slice to append to.
func (t target) room() []byte {
	if t.text == nil || t.size < 0 || t.size > maxSize {
		panic(wrong("out %p with out_len %d: want an address and 0 to %d bytes", t.text, t.size, maxSize))
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(t.text)), t.size)[:0]
}

// end ends the text that was appended to the room, and returns its length. A text that
// was too long is elsewhere: append has moved it.
func (t target) end(text []byte) (int, error) {
	if len(text) > maxSize {
		return 0, fmt.Errorf("the text has %d bytes: want at most %d", len(text), maxSize)
	}
	at := len(text)
	if at >= int(t.size) {
		at = 0
	}
	if t.size > 0 {
		*(*byte)(unsafe.Add(unsafe.Pointer(t.text), at)) = 0
	}
	return len(text), nil
}

// write writes a whole text.
func (t target) write(text []byte, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	room := t.room()
	if len(text) >= int(t.size) {
		return t.end(text)
	}
	return t.end(append(room, text...))
}

// maxElements is more than any array has.
const maxElements = 1 << 40

// slice returns the elements of an array from C, nil for NULL.
func slice[T, E any](name string, array *E, n C.int64_t) []T {
	if array == nil {
		return nil
	}
	if n < 0 || n > maxElements {
		panic(wrong("%s with %d elements: want 0 to %d", name, n, maxElements))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(array)), n)
}

// arraysOf returns the arrays from C, none for NULL.
func arraysOf(a *C.thera_arrays) environment.Arrays {
	if a == nil {
		return environment.Arrays{}
	}
	return environment.Arrays{
		CurrentPlayer: slice[int8]("current_player", a.current_player, a.current_player_len),
		Observation:   slice[uint8]("observation", a.observation, a.observation_len),
		Mask:          slice[uint8]("mask", a.mask, a.mask_len),
		Rewards:       slice[float32]("rewards", a.rewards, a.rewards_len),
		Terminated:    slice[uint8]("terminated", a.terminated, a.terminated_len),
	}
}
