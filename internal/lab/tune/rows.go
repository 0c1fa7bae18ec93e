package tune

import (
	"thera/game"
	"thera/santorini"
	"thera/santorini/eval"
)

// list holds the rows that are active in a position: rows[from:to] are learned, the
// others stay as they are.
type list struct {
	rows     [eval.MaxActive + 1]uint16
	n        int
	from, to int // the rows that are learned
}

func (l *list) active() []uint16  { return l.rows[:l.n] }
func (l *list) learned() []uint16 { return l.rows[l.from:l.to] }

// fill lists the active rows of a position under a symmetry of the board.
func (t *trainer) fill(l *list, p *santorini.Position, way *[eval.NumInputs]uint16) {
	l.n = len(eval.AppendInputs(p, l.rows[:0]))
	for k, input := range l.active() {
		l.rows[k] = way[input]
	}
	l.rows[l.n] = uint16(t.biasRow())
	l.n++
	for l.from = 0; l.from < l.n && int(l.rows[l.from]) < t.first; l.from++ {
	}
	for l.to = l.n; l.to > l.from && int(l.rows[l.to-1]) >= t.last; l.to-- {
	}
}

// turned maps each input to its image under each of the eight symmetries of the board.
// The first is the identity.
var turned = func() (maps [8][eval.NumInputs]uint16) {
	for way, y := range game.Symmetries(santorini.Size, santorini.Size) {
		for input := range uint16(eval.NumInputs) {
			maps[way][input] = eval.TurnInput(input, y)
		}
	}
	return maps
}()
