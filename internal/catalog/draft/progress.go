package draft

import "slices"

// Progress is the JSON form of a draft.
type Progress struct {
	Players int      `json:"players"` // how many
	Cards   []string `json:"cards"`   // that the challenger offers from
	Acts    []Act    `json:"acts"`    // what has been done
	Taken   []string `json:"taken"`   // by player, "" for none yet
	Next    *Step    `json:"next,omitempty"`
	Powers  []string `json:"powers,omitempty"` // by seat, at the end
	Order   []int    `json:"order,omitempty"`  // the players by seat, from 1, at the end
}

// Progress returns the JSON form of the draft.
func (d Draft) Progress() Progress {
	p := Progress{Players: d.players, Cards: slices.Clone(d.cards), Acts: append([]Act{}, d.acts...), Taken: d.Taken(), Powers: d.Powers(), Order: d.Order()}
	if step, open := d.Next(); open {
		p.Next = &step
	}
	return p
}

// Draft returns the draft described by the players, cards and acts of p. It
// ignores the other fields.
func (p Progress) Draft() (Draft, error) { return Replay(p.Cards, p.Players, p.Acts) }
