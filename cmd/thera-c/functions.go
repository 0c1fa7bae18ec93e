//go:build cgo

package main

/*
#include "thera.h"
*/
import "C"

import (
	"encoding/json"
	"errors"
	"unsafe"

	"thera/game"
)

// These are the functions that library.c calls, in the order of thera.h, which documents
// them: thera_position_text is goPositionText.

//export goVersion
func goVersion(out *C.char, outLen C.int64_t) C.int32_t {
	return message{}.call(func() (int, error) { return target{out, outLen}.write([]byte(libraryVersion()), nil) })
}

//export goGames
func goGames(out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) { return target{out, outLen}.write(gamesJSON()) })
}

var errNoPosition = errors.New("position: NULL; want an address to write it to")

// give writes a position to C.
func give(p position, err error, to *C.thera_position) (int, error) {
	if err == nil && to == nil {
		err = errNoPosition
	}
	if err == nil {
		*(*position)(unsafe.Pointer(to)) = p
	}
	return 0, err
}

//export goPositionStart
func goPositionStart(game, variant *C.char, pos *C.thera_position, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p, err := startOf(textOf("game", game), optionalText("variant", variant))
		return give(p, err, pos)
	})
}

//export goPositionParse
func goPositionParse(game, text *C.char, pos *C.thera_position, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p, err := parse(textOf("game", game), textOf("text", text))
		return give(p, err, pos)
	})
}

//export goPositionText
func goPositionText(pos *C.thera_position, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return tell(pos, target{out, outLen}, message{err, errLen}, func(p game.Position) ([]byte, error) {
		return []byte(p.String()), nil
	})
}

// tell writes what a function says of a position.
func tell(pos *C.thera_position, to target, m message, say func(game.Position) ([]byte, error)) C.int32_t {
	return m.call(func() (int, error) {
		p := positionOf(pos)
		unpacked, err := p.unpack()
		if err != nil {
			return 0, err
		}
		return to.write(say(unpacked))
	})
}

//export goPositionMoves
func goPositionMoves(pos *C.thera_position, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p := positionOf(pos)
		k, err := p.kind()
		if err != nil {
			return 0, err
		}
		to := target{out, outLen}
		return to.end(k.appendMoves(to.room(), p))
	})
}

//export goPositionPlay
func goPositionPlay(pos *C.thera_position, move *C.char, next *C.thera_position, moves *C.char, movesLen C.int64_t,
	err *C.char, errLen C.int64_t,
) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p := positionOf(pos)
		k, err := p.kind()
		if err != nil {
			return 0, err
		}
		text, to := view("move", move), target{moves, movesLen}
		var room []byte
		if moves != nil {
			room = to.room()
		}
		p, room, err = k.play(p, text, room)
		if _, err := give(p, err, next); err != nil || moves == nil {
			return 0, err
		}
		return to.end(room)
	})
}

//export goPositionEliminate
func goPositionEliminate(pos *C.thera_position, seat C.int32_t, next *C.thera_position, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p := positionOf(pos)
		p, err := p.eliminate(int(seat))
		return give(p, err, next)
	})
}

//export goPositionRead
func goPositionRead(pos *C.thera_position, move *C.char, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return tell(pos, target{out, outLen}, message{err, errLen}, func(p game.Position) ([]byte, error) {
		canonical, err := p.Read(textOf("move", move))
		return []byte(canonical), err
	})
}

//export goPositionEnding
func goPositionEnding(pos *C.thera_position, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return tell(pos, target{out, outLen}, message{err, errLen}, func(p game.Position) ([]byte, error) {
		return []byte(p.Ending()), nil
	})
}

//export goPositionBoard
func goPositionBoard(pos *C.thera_position, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return tell(pos, target{out, outLen}, message{err, errLen}, boardJSON)
}

//export goPositionPicture
func goPositionPicture(pos *C.thera_position, last *C.char, width, flipped C.int32_t, out *C.char, outLen C.int64_t,
	err *C.char, errLen C.int64_t,
) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p := positionOf(pos)
		return target{out, outLen}.write(p.drawing(optionalText("last", last), int(width), flipped != 0))
	})
}

//export goPositionPerft
func goPositionPerft(pos *C.thera_position, depth C.int32_t, count *C.uint64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		p := positionOf(pos)
		if count == nil {
			return 0, errors.New("count: NULL; want an address to write it to")
		}
		n, err := p.perft(int(depth))
		if err == nil {
			*count = C.uint64_t(n)
		}
		return 0, err
	})
}

//export goVectorNew
func goVectorNew(game, variant *C.char, n C.int64_t, handle *C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		name, chosen := textOf("game", game), optionalText("variant", variant)
		if handle == nil {
			return 0, errors.New("vector: NULL; want an address to write the handle to")
		}
		made, err := allVectors.add(name, chosen, int(n))
		if err == nil {
			*handle = C.int64_t(made)
		}
		return 0, err
	})
}

//export goVectorFree
func goVectorFree(handle C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) { return allVectors.free(int64(handle)) })
}

// use calls work with a vector.
func use(handle C.int64_t, m message, work func(*vector) (int, error)) C.int32_t {
	return m.call(func() (int, error) { return allVectors.use(int64(handle), work) })
}

//export goVectorSpec
func goVectorSpec(handle C.int64_t, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) { return target{out, outLen}.write(v.describe()) })
}

//export goVectorReset
func goVectorReset(handle C.int64_t, arrays *C.thera_arrays, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		return 0, v.Reset(arraysOf(arrays))
	})
}

//export goVectorObserve
func goVectorObserve(handle C.int64_t, arrays *C.thera_arrays, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		return 0, v.Observe(arraysOf(arrays))
	})
}

//export goVectorStep
func goVectorStep(handle C.int64_t, actions *C.int32_t, actionsLen C.int64_t, restart C.int32_t, arrays *C.thera_arrays,
	err *C.char, errLen C.int64_t,
) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		return 0, v.step(slice[int32]("actions", actions, actionsLen), restart != 0, arraysOf(arrays))
	})
}

//export goVectorRandomActions
func goVectorRandomActions(handle C.int64_t, seed *C.uint64_t, actions *C.int32_t, actionsLen C.int64_t,
	err *C.char, errLen C.int64_t,
) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		if seed == nil {
			return 0, errors.New("seed: NULL; want the address of a number")
		}
		return 0, v.RandomActions((*uint64)(unsafe.Pointer(seed)), slice[int32]("actions", actions, actionsLen))
	})
}

//export goVectorPosition
func goVectorPosition(handle, i C.int64_t, pos *C.thera_position, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		p, err := v.position(int(i))
		return give(p, err, pos)
	})
}

//export goVectorSetPosition
func goVectorSetPosition(handle, i C.int64_t, pos *C.thera_position, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		p := positionOf(pos)
		return 0, v.setPosition(int(i), &p)
	})
}

//export goVectorActionText
func goVectorActionText(handle, i C.int64_t, action C.int32_t, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		text, err := v.ActionText(int(i), int32(action))
		return target{out, outLen}.write([]byte(text), err)
	})
}

//export goVectorCopy
func goVectorCopy(handle, i, from, j C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return message{err, errLen}.call(func() (int, error) {
		return allVectors.copyGame(int64(handle), int(i), int64(from), int(j))
	})
}

//export goVectorSymmetries
func goVectorSymmetries(handle C.int64_t, cells *C.int32_t, cellsLen C.int64_t, planes *C.int32_t, planesLen C.int64_t,
	actions *C.int32_t, actionsLen C.int64_t, err *C.char, errLen C.int64_t,
) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		all := v.Symmetries()
		return len(all), fillSymmetries(all, slice[int32]("cells", cells, cellsLen),
			slice[int32]("planes", planes, planesLen), slice[int32]("actions", actions, actionsLen))
	})
}

//export goVectorEncode
func goVectorEncode(handle, i C.int64_t, move *C.char, actions *C.int32_t, actionsLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		text, to := textOf("move", move), slice[int32]("actions", actions, actionsLen)
		made, err := v.Encode(int(i), text)
		if err == nil && len(made) <= len(to) {
			copy(to, made)
		}
		return len(made), err
	})
}

//export goVectorTurns
func goVectorTurns(handle, i C.int64_t, out *C.char, outLen C.int64_t, err *C.char, errLen C.int64_t) C.int32_t {
	return use(handle, message{err, errLen}, func(v *vector) (int, error) {
		turns, err := v.Turns(int(i))
		if err != nil {
			return 0, err
		}
		return target{out, outLen}.write(json.Marshal(turns))
	})
}
