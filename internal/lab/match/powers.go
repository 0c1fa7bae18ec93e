package match

import (
	"fmt"
	"strings"

	"thera/game"
)

// checkPowers refuses powers that the game does not have, and powers of some players
// only.
func (m *Match) checkPowers() error {
	for _, s := range m.Players {
		if (s.Power == "") != (m.Players[0].Power == "") {
			return fmt.Errorf("player %q: want a power for all players or for none", s.Text)
		}
		if s.Power == "" {
			continue
		}
		powers := make([]string, m.seats())
		for seat := range powers {
			powers[seat] = s.Power
		}
		if _, err := m.withPowers(powers); err != nil {
			return fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	return nil
}

// withPowers returns the start of the variant with powers by seat.
func (m *Match) withPowers(powers []string) (game.Position, error) {
	return m.Entry.Game.Start(m.variant() + ":" + strings.Join(powers, ","))
}

// start returns the position in which a game begins: that of its opening, with its
// players' powers. Powers require openings from the start of the variant.
func (m *Match) start(f pairing, o Opening) (game.Position, error) {
	if m.Players[0].Power == "" {
		return o.Start, nil
	}
	if !m.isUsual(o.Start) {
		return nil, fmt.Errorf("opening from %q: players with powers begin at the start", o.Start)
	}
	var powers []string
	for seat := range f.sides {
		powers = append(powers, m.Players[f.player(seat)].Power)
	}
	return m.withPowers(powers)
}
