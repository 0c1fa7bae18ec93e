package nimber

import (
	"thera/engine"
	"thera/game"
)

// NewSmall is New for a table that begins as small as possible and holds that many
// entries of other things. hasGrown reports whether more of the table has come into use.
func NewSmall[P, M any](split func(game.Position) (Parts[P, M], error), opt Options, entries uint64) (_ engine.Solver, hasGrown func() bool) {
	t := newTable(opt.TableMiB)
	t.shift = minShift
	for i := range entries {
		t.put(key{keyMask, i}, exact)
	}
	return &solver[P, M]{split: split, opt: opt, table: t}, func() bool { return t.shift > minShift }
}
