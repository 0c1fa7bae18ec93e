package match

import (
	"time"

	"thera/game"
)

// Effort is what a player has spent on its turns, without those of openings.
type Effort struct {
	Turns   int           `json:"turns"`
	Spent   time.Duration `json:"spent_ns"`   // by the referee's watch
	Longest time.Duration `json:"longest_ns"` // turn
	Late    int           `json:"late"`       // turns longer than their movetime and the margin
	Nodes   uint64        `json:"nodes"`      // as far as it reports them
	NPS     float64       `json:"nps"`        // nodes a second, of the turns of which it tells them
	Depth   float64       `json:"depth"`      // in plies, the mean of the turns of which it tells it

	deep    int           // turns with a depth
	counted time.Duration // of those with nodes
}

// add adds a turn within a time, 0 if there was none.
func (e *Effort) add(t Move, allowed time.Duration) {
	e.Turns++
	e.Spent += t.Spent
	e.Longest = max(e.Longest, t.Spent)
	if allowed > 0 && t.Spent > allowed {
		e.Late++
	}
	if t.Nodes > 0 {
		e.Nodes += t.Nodes
		e.counted += t.Spent
		e.NPS = float64(e.Nodes) / max(e.counted, time.Microsecond).Seconds()
	}
	if t.Depth > 0 {
		e.deep++
		e.Depth += (float64(t.Depth) - e.Depth) / float64(e.deep)
	}
}

// spend adds what the players of a game have spent. Whose turn it was follows
// from the rules; a game that they don't know, of a file, counts nothing.
func (t *Standing) spend(g Result) {
	rules, f := t.match.Entry.Game, t.match.pairing(g.Number)
	pos, err := rules.Parse(g.Start)
	for i, move := range g.Moves {
		if err != nil || int(pos.Turn()) >= len(f.sides) {
			return
		}
		if i >= g.Opening {
			player, allowed := f.player(int(pos.Turn())), time.Duration(0)
			if limit := t.match.control(t.match.Players[player]).Move; limit > 0 {
				allowed = limit + t.match.Margin
			}
			t.Efforts[player].add(move, allowed)
		}
		var next game.Position
		if next, err = pos.Play(move.Move); err == nil {
			pos = next
		}
	}
}
