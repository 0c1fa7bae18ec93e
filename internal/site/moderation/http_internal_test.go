package moderation

import (
	"errors"
	"testing"

	"thera/internal/site/account"
)

// TestUnknownAct asks for acts that don't exist, of an API that would fail if it did any.
func TestUnknownAct(t *testing.T) {
	a := &API{}
	var player playerActInput
	var game gameActInput
	var network networkActInput
	network.Body.Network = "203.0.113.0/24"
	for _, do := range []string{"", "Ban", "forgive"} {
		player.Body.Do, game.Body.Do, network.Body.Do = do, do, do
		for name, err := range map[string]error{
			"player":  a.act(t.Context(), account.Who{}, &player),
			"game":    a.actOnGame(t.Context(), account.Who{}, &game),
			"network": a.actOnNetwork(t.Context(), account.Who{}, &network),
		} {
			if refusal, ok := errors.AsType[*account.Refusal](err); !ok || refusal.Reason != UnknownAct {
				t.Errorf("%s: %q gets %v", name, do, err)
			}
		}
	}
}
