package endgame

import (
	"thera/game"
	"thera/hermit"
)

// Mirrored reports whether the seat to move loses because the board is symmetric: a
// half turn leaves the spots as they are, and no move excludes its own image, so the
// other seat can always answer with it.
func Mirrored(p *hermit.Position) bool {
	left := p.Spots()
	return mirrored(p, &left)
}

// mirrored reports whether rotating the board by 180° leaves the spots as they are and
// no block excludes its own image. That holds again after each move and its image, so
// the seat to move runs out of moves first. A block can exclude its image only if one
// of its squares is or touches its own image: the one, two or four squares at the
// center of the board.
func mirrored(p *hermit.Position, s *hermit.Spots) bool {
	files, ranks := p.Size()
	last := game.At(files-1, ranks-1)
	for _, open := range s {
		for rest := open; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			square := rest.First()
			image := last - square
			if !open.Has(image) || game.Single(square).Spread().Has(image) {
				return false
			}
		}
	}
	return true
}
