package lobby

import (
	"context"
	"errors"
	"math/rand/v2"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// stage is how far an offer's draft is. It is replaced and never changed.
type stage struct {
	draft    draft.Draft
	deadline play.Instant // of the next act
}

func (o *offer) drafting() *Drafting {
	return &Drafting{ID: o.id, Terms: o.terms, Players: o.players, Draft: o.stage.draft.Progress(), Deadline: o.stage.deadline, At: o.at}
}

// beginDraft lets the players of a taken offer choose powers, as they sit.
func (l *Lobby) beginDraft(ctx context.Context, taken *offer, players []play.Player) (Made, error) {
	l.acting.Lock()
	defer l.acting.Unlock()
	o := &offer{id: newID(), terms: taken.terms, seats: taken.seats, at: l.now(), link: true}
	for _, p := range players {
		o.add(p, 0, o.at)
	}
	d, err := draft.New(l.config.Cards(o.terms.Game).Names, o.seats)
	if err == nil {
		err = l.reach(ctx, o, d)
	}
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, taken))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.agreed(taken, players)
	return Made{Draft: o.drafting()}, nil
}

// reach brings a draft to where it is now, and on to where no house bot is to do
// something: first in the store, then for others to see.
func (l *Lobby) reach(ctx context.Context, o *offer, d draft.Draft) (err error) {
	cards := l.config.Cards(o.terms.Game)
	for {
		step, open := d.Next()
		if !open || l.config.Bots == nil || !l.config.Bots.Has(o.players[step.Player-1].ID) {
			break
		}
		if d, err = d.Do(cards.Reply(d, rand.Uint64())); err != nil {
			return err
		}
	}
	next := &stage{d, l.now() + o.terms.limit()}
	text, err := o.text(next)
	if err == nil {
		l.saving.Lock()
		err = l.put(ctx, o, o.players[0].ID, text)
		l.saving.Unlock()
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	o.stage = next
	l.drafts.add(o)
	l.announce(o)
	return nil
}

// Act does something in a draft for a player in it, who need not say which one he
// is; number is which act of the draft it is, from 1. Sent twice it is one act, also
// to two nodes at once. With the last one it is a game, which has the draft's id.
func (l *Lobby) Act(ctx context.Context, who play.Player, id string, number int, act draft.Act) (Made, error) {
	ctx = context.WithoutCancel(ctx) // others wait for it too
	l.acting.Lock()
	defer l.acting.Unlock()
	made, err := l.act(ctx, who, id, number, act)
	if refused, ok := errors.AsType[*play.Refusal](err); ok && l.config.Bus != nil && (refused.Reason == Gone || refused.Reason == play.WrongPly) {
		// Something may have happened at another node.
		if err := l.refresh(ctx, id, true); err != nil {
			return Made{}, err
		}
		return l.act(ctx, who, id, number, act)
	}
	return made, err
}

// act is Act in the draft as it is known here. Acting is locked.
func (l *Lobby) act(ctx context.Context, who play.Player, id string, number int, act draft.Act) (Made, error) {
	o, now, err := l.stageOf(id)
	if err != nil {
		return Made{}, err
	}
	act.Player = o.index(who.ID) + 1
	acts := now.draft.Acts()
	switch {
	case act.Player == 0:
		return Made{}, Refuse(NotYours, "%q: it is not yours", id)
	case number >= 1 && number <= len(acts) && acts[number-1].Same(act):
	case number != len(acts)+1:
		return Made{}, Refuse(play.WrongPly, "act %d: want %d", number, len(acts)+1)
	default:
		next, err := now.draft.Do(act)
		if err != nil {
			return Made{}, Refuse(play.Illegal, "%v", err)
		}
		if err := l.reach(ctx, o, next); err != nil {
			return Made{}, err
		}
	}
	return l.played(ctx, o)
}

// played makes a draft that is over a game. If that fails it is tried again by
// and by, and by the next lobby on this store.
func (l *Lobby) played(ctx context.Context, o *offer) (Made, error) {
	l.mu.Lock()
	made := Made{Draft: o.drafting()}
	d := o.stage.draft
	l.mu.Unlock()
	if _, open := d.Next(); open {
		return made, nil
	}
	setup := o.terms.setup(nil)
	for _, player := range d.Order() {
		setup.Players = append(setup.Players, o.players[player-1])
	}
	setup.Powers = &play.Chosen{Way: draft.ByDrafted, Acts: d.Acts()}
	variant, err := l.config.Cards(setup.Game).Resolve(setup.Variant, o.seats, draft.Hand(d.Powers()), 0)
	if err == nil {
		setup.Variant = variant
		err = l.begin(ctx, o.id, setup, draft.AsNamed)
	}
	why := WhyAccepted
	switch left := (*AbsentError)(nil); {
	case errors.As(err, &left):
		why, err = WhyCanceled, gone(o.id)
	case errors.Is(err, play.ErrTaken): // it has been begun already
		err = nil
	case err != nil:
		return Made{}, err
	}
	return Made{Game: o.id}, errors.Join(err, l.end(ctx, o, why))
}

// settle looks after a draft that is over, or whose time is: nobody plays what
// somebody has not chosen.
func (l *Lobby) settle(ctx context.Context, id string) {
	l.acting.Lock()
	defer l.acting.Unlock()
	o, now, err := l.stageOf(id)
	if err != nil {
		return
	}
	if _, open := now.draft.Next(); !open {
		_, _ = l.played(ctx, o) // it is tried again in the next round
	} else if now.deadline <= l.now() {
		_ = l.end(ctx, o, WhyLate) // or it is late again when it is read again
	}
}

// Abandon ends a draft that a player is in.
func (l *Lobby) Abandon(ctx context.Context, who play.Player, id string) error {
	l.acting.Lock()
	defer l.acting.Unlock()
	o, err := l.find(ctx, &l.drafts, id)
	switch {
	case err != nil:
		return err
	case !o.has(who.ID):
		return Refuse(NotYours, "%q: it is not yours", id)
	}
	return l.end(ctx, o, WhyCanceled)
}

// end ends a draft.
func (l *Lobby) end(ctx context.Context, o *offer, why Why) error {
	l.mu.Lock()
	l.close(o, why)
	l.mu.Unlock()
	return l.save(ctx, o)
}

// stageOf returns the draft of an id as it is now.
func (l *Lobby) stageOf(id string) (*offer, *stage, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if o := l.drafts.all[id]; o != nil {
		return o, o.stage, nil
	}
	return nil, nil, gone(id)
}

// DraftByID returns a draft that goes on, one of a class to its members.
func (l *Lobby) DraftByID(ctx context.Context, who play.Player, id string) (Drafting, error) {
	o, err := l.find(ctx, &l.drafts, id)
	if err != nil {
		return Drafting{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.class() != who.Class {
		return Drafting{}, gone(id)
	}
	return *o.drafting(), nil
}

// Drafts returns the drafts that a player is in, the oldest first.
func (l *Lobby) Drafts(player string) []Drafting {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []Drafting{}
	for _, o := range list(l.drafts.of[player]) {
		all = append(all, *o.drafting())
	}
	return all
}
