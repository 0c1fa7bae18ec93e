package tune

import (
	"thera/santorini"
	"thera/santorini/eval"
)

// list is the rows that count in a position: those that stay as they are, from
// those that are learned, to others that stay.
type list struct {
	rows     [eval.MaxActive + 1]uint16
	n        int
	from, to int // what is learned
}

func (l *list) active() []uint16  { return l.rows[:l.n] }
func (l *list) learned() []uint16 { return l.rows[l.from:l.to] }

// fill lists the rows that count in a position, turned and mirrored.
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

// turned maps each input to what it becomes when the board is turned and
// mirrored, in all eight ways, of which the first leaves it.
var turned = func() (maps [santorini.Symmetries][eval.NumInputs]uint16) {
	for way := range maps {
		for input := range uint16(eval.NumInputs) {
			maps[way][input] = eval.TurnInput(input, santorini.Symmetry(way))
		}
	}
	return maps
}()
