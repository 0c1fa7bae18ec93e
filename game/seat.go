package game

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// Seat is a player's place at the board, counted from 0 in order of play.
// Text counts seats from 1.
type Seat uint8

// String returns the seat as texts write it: "1" for Seat(0).
func (s Seat) String() string { return strconv.Itoa(s.Number()) }

// Number returns the seat's number from 1, as texts and users have it.
func (s Seat) Number() int { return int(s) + 1 }

// Seats is a set of seats: bit i is Seat(i). Teams win as sets; the zero
// value is the empty set, nobody.
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

// Numbers lists the seats' numbers from 1, an empty list for nobody.
func (ss Seats) Numbers() []int {
	numbers := []int{}
	for s := range ss.All() {
		numbers = append(numbers, s.Number())
	}
	return numbers
}

// String lists the seats as texts write them, joined by "+": "1", "1+3",
// and "-" for nobody.
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
