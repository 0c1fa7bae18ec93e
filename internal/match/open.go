package match

import (
	"context"
	"fmt"

	"thera/engine/ugi"
	"thera/game"
)

// open starts a player for a game from start.
func (m *Match) open(ctx context.Context, s Spec, start game.Position, seed uint64) (Player, error) {
	switch s.Kind {
	case kindUGI, kindUCI:
		client, err := m.openProgram(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", s.Text, err)
		}
		return programPlayer{client}, nil
	case kindText:
		if usual, err := m.Entry.Game.Start(m.Variant); err != nil || usual.String() != start.String() {
			return nil, fmt.Errorf("player %q: opening from %q: a text program can only begin at the usual start", s.Text, start)
		}
		return startText(s.Command, seed)
	}
	e, err := m.openEngine(s)
	if err != nil {
		return nil, err
	}
	return enginePlayer{e}, nil
}

// openProgram starts an engine program and sets its options.
func (m *Match) openProgram(ctx context.Context, s Spec) (*ugi.Client, error) {
	client, err := ugi.Start(ctx, s.Command, ugi.ClientOptions{
		Protocol: ugi.Protocol(s.Kind),
		Variant:  m.Entry.WireName(m.Variant),
		Settings: s.Settings,
	})
	if err != nil {
		return nil, err
	}
	if err := client.NewGame(ctx); err != nil {
		_ = client.Close()
		return nil, err
	}
	return client, nil
}
