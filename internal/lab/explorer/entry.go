package explorer

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// position is what a file knows about a position: its moves in the order of their
// texts, and how many games continued with rarer ones.
type position struct {
	key    Key
	others uint64
	moves  []row
}

// maxSeats is the largest number of seats of any game.
const maxSeats = 8

var errShort = errors.New("position: it goes on after the end of its block")

// appendPosition appends a position in the format of a block.
func appendPosition(b []byte, p position) []byte {
	seats := 0
	for _, m := range p.moves {
		seats = max(seats, len(m.Wins))
	}
	b = binary.BigEndian.AppendUint64(b, uint64(p.key))
	b = append(b, byte(seats))
	b = binary.AppendUvarint(b, p.others)
	b = binary.AppendUvarint(b, uint64(len(p.moves)))
	for _, m := range p.moves {
		b = append(b, byte(len(m.move)))
		b = append(b, m.move...)
		b = appendTally(b, m.Tally, seats)
	}
	return b
}

func appendTally(b []byte, t Tally, seats int) []byte {
	b = binary.AppendUvarint(b, t.Games)
	for seat := range seats {
		wins := uint64(0)
		if seat < len(t.Wins) {
			wins = t.Wins[seat]
		}
		b = binary.AppendUvarint(b, wins)
	}
	b = binary.AppendUvarint(b, t.Rated)
	b = binary.AppendUvarint(b, t.Ratings)
	return binary.AppendUvarint(b, t.Last)
}

// reader reads values from a block.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.rest, r.err = nil, errShort
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.err = nil, errShort
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) tally(seats int) Tally {
	t := Tally{Games: r.number(), Wins: make([]uint64, seats)}
	for seat := range seats {
		t.Wins[seat] = r.number()
	}
	t.Rated, t.Ratings, t.Last = r.number(), r.number(), r.number()
	return t
}

// position reads the next position.
func (r *reader) position() (p position, err error) {
	p.key = Key(binary.BigEndian.Uint64(r.bytes(8)))
	seats := int(r.bytes(1)[0])
	if seats > maxSeats {
		return p, fmt.Errorf("position %s: %d seats: want at most %d", p.key, seats, maxSeats)
	}
	p.others = r.number()
	// Each move takes some bytes, so the loop ends soon if the number is wrong.
	for n := r.number(); n > 0 && r.err == nil; n-- {
		m := row{key: p.key, move: string(r.bytes(int(r.bytes(1)[0])))}
		m.Tally = r.tally(seats)
		if last := len(p.moves) - 1; r.err == nil && last >= 0 && !p.moves[last].before(m) {
			return p, fmt.Errorf("position %s: move %q is not after %q", p.key, m.move, p.moves[last].move)
		}
		p.moves = append(p.moves, m)
	}
	return p, r.err
}
