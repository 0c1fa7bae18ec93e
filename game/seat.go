package game

import (
	"math/bits"
	"strconv"
	"strings"
)

// Seat is a player's place at the board, counted from 0 in order of play.
// Text counts seats from 1.
type Seat uint8

// String returns the seat as texts write it: "1" for Seat(0).
func (s Seat) String() string { return strconv.Itoa(int(s) + 1) }

// Seats is a set of seats: bit i is Seat(i). Teams win as sets; the zero
// value is the empty set, nobody.
type Seats uint8

// Only returns the set that holds s alone.
func Only(s Seat) Seats { return 1 << s }

// Has reports whether s is in the set.
func (ss Seats) Has(s Seat) bool { return ss>>s&1 != 0 }

// Len returns the number of seats in the set.
func (ss Seats) Len() int { return bits.OnesCount8(uint8(ss)) }

// String lists the seats as texts write them, joined by "+": "1", "1+3",
// and "-" for nobody.
func (ss Seats) String() string {
	if ss == 0 {
		return "-"
	}
	var names []string
	for s := Seat(0); s < 8; s++ {
		if ss.Has(s) {
			names = append(names, s.String())
		}
	}
	return strings.Join(names, "+")
}
