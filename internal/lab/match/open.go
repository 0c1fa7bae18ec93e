package match

import (
	"context"
	"fmt"

	"thera/engine/ugi"
	"thera/game"
)

// Open starts a player for a game from start. The match needs only its game and
// variant. A player that is a program has a method Stderr.
func (m *Match) Open(ctx context.Context, s Spec, start game.Position, seed uint64) (Player, error) {
	switch s.Kind {
	case kindUGI, kindUCI:
		client, err := m.openProgram(ctx, s)
		if err != nil {
			return nil, &startError{s.Text, err}
		}
		return programPlayer{client, m.isUsual(start) && m.byMoves(s, client)}, nil
	case kindText:
		if err := m.checkTextStart(s, start); err != nil {
			return nil, err
		}
		p, err := startText(s.Command, seed)
		if err != nil {
			return nil, &startError{s.Text, err}
		}
		return p, nil
	}
	e, err := m.openEngine(s)
	if err != nil {
		return nil, err
	}
	return enginePlayer{e}, nil
}

// isUsual reports whether a game from start begins as the variant does.
func (m *Match) isUsual(start game.Position) bool {
	usual, err := m.Entry.Game.Start(m.Variant)
	return err == nil && usual.String() == start.String()
}

// checkTextStart refuses a start that a text program cannot play from.
func (m *Match) checkTextStart(s Spec, start game.Position) error {
	if m.isUsual(start) {
		return nil
	}
	return fmt.Errorf("player %q: opening from %q: a text program can only begin at the usual start", s.Text, start)
}

// byMoves reports whether a program is sent the moves of a game instead of the
// position. Unless the player says otherwise, UCI programs are, since they may know no
// other way, if their start position is certainly the variant's: because they were told
// the variant or because it is the game's default.
func (m *Match) byMoves(s Spec, client *ugi.Client) bool {
	if s.Position != "" || s.Kind != kindUCI {
		return s.Position == byMoves
	}
	_, unknown := ugi.FindOption(client.Options(), ugi.VariantOption)
	return m.variant() == m.Entry.Game.Variants()[0] || unknown == nil
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
