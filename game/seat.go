package game

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// Seat is a player's place at the board, counted from 0 in order of play. Texts count
// seats from 1.
type Seat uint8

// String returns the seat as texts write it: "1" for Seat(0).
func (s Seat) String() string { return strconv.Itoa(s.Number()) }

// Number returns the seat's number counted from 1, as texts and users count.
func (s Seat) Number() int { return int(s) + 1 }

// Seats is a set of seats: bit i is Seat(i). Winners are a set because teams win
// together. The zero value is the empty set.
type Seats uint8

// Only returns the set that holds s alone.
func Only(s Seat) Seats { return 1 << s }

// Has reports whether s is in the set.
func (ss Seats) Has(s Seat) bool { return ss>>s&1 != 0 }

// Len returns the number of seats in the set.
func (ss Seats) Len() int { return bits.OnesCount8(uint8(ss)) }

// All yields the seats in the set in order.
func (ss Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for rest := ss; rest != 0; rest &= rest - 1 {
			if !yield(Seat(bits.TrailingZeros8(uint8(rest)))) {
				return
			}
		}
	}
}

// Numbers lists the seats' numbers counted from 1, as a non-nil slice.
func (ss Seats) Numbers() []int {
	numbers := []int{}
	for s := range ss.All() {
		numbers = append(numbers, s.Number())
	}
	return numbers
}

// String lists the seats as texts write them, joined by "+": "1", "1+3", and "-" for
// the empty set.
func (ss Seats) String() string {
	if ss == 0 {
		return "-"
	}
	var names []string
	for s := range ss.All() {
		names = append(names, s.String())
	}
	return strings.Join(names, "+")
}
