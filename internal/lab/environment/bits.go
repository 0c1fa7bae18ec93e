package environment

import (
	"encoding/binary"
	"math/bits"
)

// bitset is a set of small numbers: bit i%64 of word i/64 is number i.
type bitset []uint64

// newBitset returns an empty set with room for the numbers below n.
func newBitset(n int) bitset { return make(bitset, wordsFor(n)) }

// wordsFor returns the number of words that n bits need.
func wordsFor(n int) int { return (n + 63) / 64 }

func (b bitset) add(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

func (b bitset) isEmpty() bool {
	var all uint64
	for _, word := range b {
		all |= word
	}
	return all == 0
}

func (b bitset) len() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// nth returns the number that has k smaller ones in the set; k is below len.
func (b bitset) nth(k int) int {
	for i, word := range b {
		n := bits.OnesCount64(word)
		if k < n {
			return i<<6 + nthBit(word, k)
		}
		k -= n
	}
	return -1
}

// nthBit returns the place of the set bit that has k set bits below it.
func nthBit(word uint64, k int) int {
	place := 0
	for width := 32; width >= 8; width >>= 1 {
		if n := bits.OnesCount64(word & (1<<width - 1)); k >= n {
			k -= n
			word >>= width
			place += width
		}
	}
	for ; k > 0; k-- {
		word &= word - 1
	}
	return place + bits.TrailingZeros64(word)
}

// bitWriter appends bits to words, which must be zero and long enough.
type bitWriter struct {
	words []uint64
	at    uint // bits written
}

// reset begins again.
func (w *bitWriter) reset() {
	clear(w.words)
	w.at = 0
}

// write appends the lowest n bits of a word, 1 to 64; the bits above must be zero.
func (w *bitWriter) write(word uint64, n int) {
	i, shift := w.at>>6, w.at&63
	w.words[i] |= word << shift
	if shift+uint(n) > 64 {
		w.words[i+1] |= word >> (64 - shift)
	}
	w.at += uint(n)
}

// repeat appends n bits, at least 1, that are all 1 or all 0.
func (w *bitWriter) repeat(value bool, n int) {
	if !value {
		w.at += uint(n)
		return
	}
	for ; n > 64; n -= 64 {
		w.write(^uint64(0), 64)
	}
	w.write(^uint64(0)>>(64-n), n)
}

// byteBits holds the bits of a byte as eight bytes of 0 or 1, in memory order from the
// lowest bit.
var byteBits = func() (table [256]uint64) {
	for value := range table {
		for i := range 8 {
			table[value] |= uint64(value>>i&1) << (8 * i)
		}
	}
	return table
}()

// expand writes each bit as a byte of 0 or 1 until the bytes are full.
func expand(to []uint8, words []uint64) {
	i := 0
	for ; len(to) >= 64; to, i = to[64:], i+1 {
		word, block := words[i], (*[64]uint8)(to)
		if word == 0 { // as most planes of Santorini are
			clear(block[:])
			continue
		}
		binary.LittleEndian.PutUint64(block[0:8], byteBits[word&0xff])
		binary.LittleEndian.PutUint64(block[8:16], byteBits[word>>8&0xff])
		binary.LittleEndian.PutUint64(block[16:24], byteBits[word>>16&0xff])
		binary.LittleEndian.PutUint64(block[24:32], byteBits[word>>24&0xff])
		binary.LittleEndian.PutUint64(block[32:40], byteBits[word>>32&0xff])
		binary.LittleEndian.PutUint64(block[40:48], byteBits[word>>40&0xff])
		binary.LittleEndian.PutUint64(block[48:56], byteBits[word>>48&0xff])
		binary.LittleEndian.PutUint64(block[56:64], byteBits[word>>56])
	}
	if len(to) == 0 {
		return
	}
	word := words[i]
	for ; len(to) >= 8; to, word = to[8:], word>>8 {
		binary.LittleEndian.PutUint64(to, byteBits[word&0xff])
	}
	for j := range to {
		to[j] = uint8(word >> j & 1)
	}
}
