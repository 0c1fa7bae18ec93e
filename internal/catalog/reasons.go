package catalog

import "thera/game"

// reasonsBy returns the Reasons of an entry, given those of its packed positions.
func reasonsBy[P any](of func(before, worse, good *P) []game.Reason) func(before, worse, good game.Position) []game.Reason {
	return func(before, worse, good game.Position) []game.Reason {
		b, isOfGame := game.KernelOf[P](before)
		w, _ := game.KernelOf[P](worse)
		g, _ := game.KernelOf[P](good)
		if !isOfGame {
			return nil
		}
		return of(&b, &w, &g)
	}
}
