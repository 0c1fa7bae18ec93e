package catalog

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
	"thera/santorini"
)

// amazonsMobility returns for each cell of the board the seats whose amazons
// can go there in one move.
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
	return seatsPerCell(pos, reached)
}

// amazonsTerritory returns for each cell of the board who can move there first: one seat,
// both at once, or neither.
func amazonsTerritory(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return nil
	}
	control := endgame.ControlOf(&p)
	return seatsPerCell(pos, [2]game.Squares{
		amazons.White: control.White.Or(control.Contested),
		amazons.Black: control.Black.Or(control.Contested),
	})
}

// seatsPerCell returns for each cell of the board the seats whose squares contain it.
func seatsPerCell(pos game.Position, squares [2]game.Squares) (owners []game.Seats) {
	for cell := range pos.Board().All() {
		var seats game.Seats
		for seat, own := range squares {
			if own.Has(cell) {
				seats |= game.Only(game.Seat(seat))
			}
		}
		owners = append(owners, seats)
	}
	return owners
}

// santoriniMobility returns for each cell of the board the seats whose workers
// can get there in one turn, powers included: it tries all turns of each seat
// as if it were to move.
func santoriniMobility(pos game.Position) []game.Seats {
	board := pos.Board()
	owners := make([]game.Seats, len(board.Cells))
	for seat := range pos.Seats().All() {
		own, err := santorini.Rules().Compose(board, seat)
		if err != nil {
			continue // it can't be that seat's turn
		}
		p, ok := game.KernelOf[santorini.Position](own)
		if !ok {
			return nil
		}
		before := p.Workers(seat)
		if before == 0 || p.Turn() != seat {
			continue // its workers are not placed yet, or can't move
		}
		var reached santorini.Spaces
		for _, m := range p.AppendMoves(nil) {
			after := p
			after.Play(m)
			reached |= after.Workers(seat) &^ before
		}
		i := 0
		for cell := range board.All() {
			if to, ok := santorini.SpaceOf(cell); ok && reached.Has(to) {
				owners[i] |= game.Only(seat)
			}
			i++
		}
	}
	return owners
}
