package santorini

import "thera/game"

// Zobrist keys (1970): the hash is the XOR of the keys of everything that the text
// shows. A square has one key for each level that it is above.
var (
	levelKeys  = [Dome]PerSpace[uint64]{keys(0), keys(1), keys(2), keys(3)}
	workerKeys = [maxSeats]PerSpace[uint64]{keys(4), keys(5), keys(6), keys(7)}
	turnKeys   = keys(8) // by seat
	seatsKeys  = keys(9) // by number of seats
	passKey    = turnKeys[0] ^ turnKeys[1]
	climbKey   = keys(10)[0]
	risenKeys  = keys(11) // by seat
	powerKeys  = [maxSeats]PerSpace[uint64]{keys(12), keys(13), keys(14), keys(15)}
)

func keys(kind uint64) PerSpace[uint64] {
	k := game.HashKeys(kind)
	return PerSpace[uint64](k[:])
}

// freshHash computes the hash of an image of the position from the other fields.
func (p *Position) freshHash(y game.Symmetry) uint64 {
	h := seatsKeys[p.seats] ^ turnKeys[p.turn]
	for n, set := range p.above {
		for ; set != 0; set &= set - 1 {
			h ^= levelKeys[n][set.First().Image(y)]
		}
	}
	for seat, set := range p.workers {
		for ; set != 0; set &= set - 1 {
			h ^= workerKeys[seat][set.First().Image(y)]
		}
	}
	if p.climbed {
		h ^= climbKey
	}
	for seat := range p.risen().All() {
		h ^= risenKeys[seat]
	}
	for seat := range game.Seat(maxSeats) {
		if power := p.powerCode(seat); power != 0 {
			h ^= powerKeys[seat][power]
		}
	}
	return h
}

// ImageHash returns the least hash of all images of the position.
func (p *Position) ImageHash() uint64 {
	least := p.hash
	for _, y := range game.Symmetries(Size, Size) {
		least = min(least, p.freshHash(y))
	}
	return least
}
