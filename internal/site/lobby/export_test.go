package lobby

import (
	"context"

	"thera/internal/site/httpkit"
)

// HoldSaves keeps an offer from being stored until release is called. Hear hears meanwhile
// what has become of it.
func (l *Lobby) HoldSaves(id string) (hear func(context.Context) error, release func()) {
	return func(ctx context.Context) error { return l.reread(ctx, id, false, WhyAccepted) }, l.saving.lock(id)
}

// HoldDraft keeps a draft from being acted on and ended until release is called. Sweep looks
// meanwhile for those that are due.
func (l *Lobby) HoldDraft(id string) (sweep func(context.Context), release func()) {
	return l.sweep, l.drafting.lock(id)
}

// LimitAccountGames replaces MaxAccountGames and MaxAddressAccountGames.
func (l *Lobby) LimitAccountGames(account, address int) {
	l.accountGames, l.addressAccountGames = httpkit.NewDaily(account), httpkit.NewDaily(address)
}
