package explorer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"iter"
)

// blockSize is the largest average size of a block, in bytes.
const blockSize = 4096

// write writes a file of rows. The number of blocks depends on their total size, so
// they are first written to a temporary file.
func write(ctx context.Context, out io.Writer, opt Options, about About, all rows) (About, error) {
	if opt.InMemory {
		var body bytes.Buffer
		return writeBoth(ctx, out, &body, func() (io.Reader, error) { return bytes.NewReader(body.Bytes()), nil }, about, all)
	}
	body, err := newTemporary(opt.Temp)
	if err != nil {
		return about, err
	}
	about, err = writeBoth(ctx, out, body, body.again, about, all)
	return about, errors.Join(err, body.remove())
}

// writeBoth writes first the body, then with what is again read from it the file.
func writeBoth(ctx context.Context, out, body io.Writer, again func() (io.Reader, error), about About, all rows) (About, error) {
	w := bufio.NewWriterSize(body, 1<<16)
	size := uint64(0)
	for p, err := range group(until(ctx, all), about.Min) {
		if err != nil {
			return about, err
		}
		text := appendPosition(nil, p)
		_, _ = w.Write(binary.AppendUvarint(nil, uint64(len(text)))) // Flush returns the error
		_, _ = w.Write(text)
		size += uint64(len(text))
		about.Positions++
		about.Moves += uint64(len(p.moves))
	}
	if err := w.Flush(); err != nil {
		return about, err
	}
	h := head{about: about}
	for h.bits < maxBits && size>>h.bits > blockSize {
		h.bits++
	}
	if err := h.layBlocks(until(ctx, kept(again))); err != nil {
		return about, err
	}
	text, err := h.encode()
	if err != nil {
		return about, err
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	_, _ = buffered.Write(text) // Flush returns the error
	for p, err := range until(ctx, kept(again)) {
		if err != nil {
			return about, err
		}
		_, _ = buffered.Write(appendPosition(nil, p))
	}
	return about, buffered.Flush()
}

func kept(again func() (io.Reader, error)) iter.Seq2[position, error] {
	in, err := again()
	if err != nil {
		return func(yield func(position, error) bool) { yield(position{}, err) }
	}
	return readPositions(bufio.NewReaderSize(in, 1<<16))
}

// until yields what all does and, once ctx ends, its error.
func until[T any](ctx context.Context, all iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for one, err := range all {
			err = cmp.Or(err, ctx.Err())
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// layBlocks computes the index, now that the number of blocks is known.
func (h *head) layBlocks(all iter.Seq2[position, error]) error {
	h.index = make([]block, 1<<h.bits)
	for p, err := range all {
		if err != nil {
			return err
		}
		at, text := &h.index[h.of(p.key)], appendPosition(nil, p)
		at.length += uint32(len(text))
		at.sum = crc32.Update(at.sum, castagnoli, text)
	}
	before, err := h.encode() // its length no longer changes
	h.size = uint64(len(before))
	for i := range h.index {
		h.index[i].offset = h.size
		h.size += uint64(h.index[i].length)
	}
	return err
}

// group combines rows into positions. Moves in fewer than least games are only counted,
// as others. A position with no other moves is left out.
func group(all rows, least uint64) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		var p position
		for r, err := range all {
			if err != nil {
				yield(position{}, err)
				return
			}
			if r.key != p.key {
				if len(p.moves) > 0 && !yield(p, nil) {
					return
				}
				p = position{key: r.key}
			}
			if r.move == "" || r.Games < least {
				p.others += r.Games
			} else {
				p.moves = append(p.moves, r)
			}
		}
		if len(p.moves) > 0 {
			yield(p, nil)
		}
	}
}
