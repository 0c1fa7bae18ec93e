package endgame

import (
	"thera/game"
	"thera/hermit"
)

// Mirrored reports whether a half turn of the board shows that the seat to
// move loses: it leaves what may still be covered as it is, and no move
// excludes its own image, with which the other seat can therefore answer.
func Mirrored(p *hermit.Position) bool {
	left := p.Spots()
	return mirrored(p, &left)
}

// mirrored reports whether turning the board by 180° leaves the spots as they
// are and no block excludes its own image. Then this is so again after each
// move and its image, and whoever is to move runs out first. A block can
// exclude its image only if a square of it is or touches its own image, which
// are the one, two or four squares at the center of the board.
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
