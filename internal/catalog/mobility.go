package catalog

import (
	"thera/amazons"
	"thera/game"
	"thera/santorini"
)

// amazonsMobility returns for each cell of the board whose amazons can go there
// in one move.
func amazonsMobility(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return nil
	}
	var reached [2]game.Squares
	for cell := range pos.Board().All() {
		for seat := range reached {
			if p.Amazons(game.Seat(seat)).Has(cell) {
				reached[seat] = reached[seat].Or(amazons.Reach(cell, p.Empty()))
			}
		}
	}
	var owners []game.Seats
	for cell := range pos.Board().All() {
		var seats game.Seats
		for seat := range reached {
			if reached[seat].Has(cell) {
				seats |= game.Only(game.Seat(seat))
			}
		}
		owners = append(owners, seats)
	}
	return owners
}

// santoriniMobility returns for each cell of the board whose workers can step
// there by the rules that hold for all, and nothing where powers change those.
func santoriniMobility(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[santorini.Position](pos)
	if !ok || !p.IsBase() {
		return nil
	}
	var owners []game.Seats
	for cell := range pos.Board().All() {
		to, _ := santorini.SpaceOf(cell)
		var seats game.Seats
		for seat := range p.Seats().All() {
			for from := range santorini.Space(santorini.NumSpaces) {
				if p.Workers(seat).Has(from) && p.Steps(from, p.Occupied()).Has(to) {
					seats |= game.Only(seat)
				}
			}
		}
		owners = append(owners, seats)
	}
	return owners
}
