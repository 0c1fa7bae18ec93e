package draft

import "slices"

// View is a draft as JSON.
type View struct {
	Players int      `json:"players"` // how many
	Cards   []string `json:"cards"`   // that the challenger offers from
	Acts    []Act    `json:"acts"`    // what has been done
	Taken   []string `json:"taken"`   // by player, "" for none yet
	Next    *Step    `json:"next,omitempty"`
	Powers  []string `json:"powers,omitempty"` // by seat, at the end
	Order   []int    `json:"order,omitempty"`  // the players by seat, from 1, at the end
}

// View returns the draft as JSON has it.
func (d Draft) View() View {
	v := View{Players: d.players, Cards: slices.Clone(d.cards), Acts: append([]Act{}, d.acts...), Taken: d.Taken(), Powers: d.Powers(), Order: d.Order()}
	if step, open := d.Next(); open {
		v.Next = &step
	}
	return v
}

// Draft returns the draft that a view shows, by its players, cards and acts
// alone.
func (v View) Draft() (Draft, error) { return Replay(v.Cards, v.Players, v.Acts) }
