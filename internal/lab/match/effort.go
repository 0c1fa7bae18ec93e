package match

import (
	"time"

	"thera/game"
)

// Effort is what a player has spent on its turns, without those of openings.
type Effort struct {
	Turns   int           `json:"turns"`
	Spent   time.Duration `json:"spent_ns"`   // measured by the referee
	Longest time.Duration `json:"longest_ns"` // longest turn
	Late    int           `json:"late"`       // turns longer than movetime plus the margin
	Nodes   uint64        `json:"nodes"`      // as reported by the player
	NPS     float64       `json:"nps"`        // nodes a second, over the turns with a report
	Depth   float64       `json:"depth"`      // mean plies, over the turns with a report

	deep    int           // turns with a depth
	counted time.Duration // time of the turns with nodes
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

// spend adds what the players of a game have spent. The rules say whose turn it was; a
// game read from a file that breaks them counts nothing.
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
