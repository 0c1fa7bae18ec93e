package lobby

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"math/rand/v2"
	"strings"

	"thera/internal/catalog/setup"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// draftState is the state of a draft. It is replaced, never changed.
type draftState struct {
	draft    setup.Draft
	deadline play.Instant // of the next act
}

func (o *offer) drafting() *Drafting {
	return &Drafting{ID: o.id, Terms: o.terms, Players: o.players, Draft: o.draft.draft.Progress(), Deadline: o.draft.deadline, At: o.at}
}

// draftID returns the ID of the draft that an offer becomes. It is always the same, so that a
// draft that was stored although that seemed to fail does not become a second one.
func draftID(offer string) string {
	sum := sha256.Sum256([]byte(offer))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10]) // as newID
}

// beginDraft starts the draft of a taken offer; the players are in seat order.
func (l *Lobby) beginDraft(ctx context.Context, taken *offer, players []play.Player) (Made, error) {
	id := draftID(taken.id)
	defer l.drafting.lock(id)()
	o := &offer{id: id, terms: taken.terms, seats: taken.seats, at: l.now(), isChallenge: true}
	for _, p := range players {
		o.add(p, 0, o.at)
	}
	if _, err := l.config.Store.Summary(ctx, o.id); !errors.Is(err, store.ErrNotFound) {
		return l.startedBefore(ctx, taken, o.id, players) // the draft had begun, and is over
	}
	d, err := setup.NewDraft(l.config.Cards(o.terms.Game).Names, o.seats)
	if err == nil {
		err = l.advanceDraft(ctx, o, d)
	}
	if errors.Is(err, database.ErrExists) {
		return l.draftedBefore(ctx, taken, o.id, players)
	}
	if err != nil {
		l.mu.Lock()
		l.missingDrafts[id] = taken.id // it may be that only the answer is lost
		l.mu.Unlock()
		return Made{}, errors.Join(err, l.release(ctx, taken))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closeAgreed(taken, players)
	return Made{Draft: o.drafting()}, nil
}

// findDrafts looks in the store for drafts that may be there although that seemed to fail, and
// closes the offers that became them. After an error it looks again the next time.
func (l *Lobby) findDrafts(ctx context.Context) {
	l.mu.Lock()
	missing := l.missingDrafts
	l.missingDrafts = map[string]string{}
	l.mu.Unlock()
	for id, taken := range missing {
		unlock := l.saving.lock(id)
		err := l.reread(ctx, id, true, WhyCanceled)
		unlock()
		l.mu.Lock()
		if o := l.drafts.byID[id]; err != nil {
			l.missingDrafts[id] = taken
		} else if o != nil {
			l.closeStarted(taken, o.players)
		}
		l.mu.Unlock()
	}
}

// draftedBefore ends an offer whose draft has begun although that seemed to fail.
func (l *Lobby) draftedBefore(ctx context.Context, taken *offer, id string, players []play.Player) (Made, error) {
	unlock := l.saving.lock(id)
	err := l.reread(ctx, id, true, WhyCanceled)
	unlock()
	o := l.known(&l.drafts, id)
	if err != nil || o == nil {
		return Made{}, errors.Join(cmp.Or(err, goneError(taken.id)), l.release(ctx, taken))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.closeBegun(taken, o.players, players); err != nil {
		return Made{}, err
	}
	return Made{Draft: o.drafting()}, nil
}

// advanceDraft first plays the acts of house bots that are due.
func (l *Lobby) advanceDraft(ctx context.Context, o *offer, d setup.Draft) (err error) {
	cards := l.config.Cards(o.terms.Game)
	l.mu.Lock()
	players := o.players
	l.mu.Unlock()
	for {
		step, open := d.Next()
		if !open || !l.isHouseBot(players[step.Player-1].ID) {
			break
		}
		if d, err = d.Do(cards.Reply(d, rand.Uint64())); err != nil {
			return err
		}
	}
	next := &draftState{d, l.now() + o.terms.limit()}
	l.mu.Lock()
	text, err := o.text(next)
	row := o.row(text)
	l.mu.Unlock()
	if err == nil {
		unlock := l.saving.lock(o.id)
		err = l.put(ctx, o, row)
		unlock()
	}
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	o.draft = next
	l.drafts.add(o)
	l.announce(o)
	return nil
}

// Act carries out act number, from 1, of a draft for a player in it. Repeating
// an act, also on another node, has no further effect. The last act starts the
// game, with the draft's ID.
func (l *Lobby) Act(ctx context.Context, who play.Player, id string, number int, act setup.Act) (Made, error) {
	ctx = context.WithoutCancel(ctx) // others wait for the result as well
	defer l.drafting.lock(id)()
	made, err := l.act(ctx, who, id, number, act)
	if refused, ok := errors.AsType[*play.Refusal](err); ok && l.config.Bus != nil && (refused.Reason == Gone || refused.Reason == play.WrongPly) {
		// Another node may have changed the draft.
		if err := l.refresh(ctx, id, true); err != nil {
			return Made{}, err
		}
		return l.act(ctx, who, id, number, act)
	}
	return made, err
}

// act is Act without reading the store. l.drafting must be locked.
func (l *Lobby) act(ctx context.Context, who play.Player, id string, number int, act setup.Act) (Made, error) {
	o, now, err := l.draftOf(id)
	if err != nil {
		return Made{}, err
	}
	act.Player = l.indexIn(o, who.ID) + 1
	acts := now.draft.Acts()
	switch {
	case act.Player == 0:
		return Made{}, play.Refuse(NotYours, "%q: this offer is not yours", id)
	case number >= 1 && number <= len(acts) && acts[number-1].Same(act):
	case number != len(acts)+1:
		return Made{}, play.Refuse(play.WrongPly, "act %d: want %d", number, len(acts)+1)
	default:
		next, err := now.draft.Do(act)
		if err != nil {
			return Made{}, play.Refuse(play.Illegal, "%v", err)
		}
		if err := l.advanceDraft(ctx, o, next); err != nil {
			return Made{}, err
		}
	}
	return l.finishDraft(ctx, o)
}

// finishDraft starts the game of a complete draft. After a failure it is
// retried, if need be by the next lobby on this store. A game that can't be started ends
// the draft.
func (l *Lobby) finishDraft(ctx context.Context, o *offer) (Made, error) {
	l.mu.Lock()
	made := Made{Draft: o.drafting()}
	d, players := o.draft.draft, o.players
	l.mu.Unlock()
	if _, open := d.Next(); open {
		return made, nil
	}
	gameSetup := o.terms.setup(nil)
	for _, player := range d.Order() {
		gameSetup.Players = append(gameSetup.Players, players[player-1])
	}
	gameSetup.Powers = &play.Chosen{Way: setup.ByDrafted, Acts: d.Acts()}
	variant, impossible := l.drafted(o, d)
	err := impossible
	if err == nil {
		gameSetup.Variant = variant
		err = l.begin(ctx, o.id, gameSetup, setup.AsNamed)
	}
	why := WhyAccepted
	switch left := (*AbsentError)(nil); {
	case impossible != nil, errors.As(err, &left):
		why, err = WhyCanceled, goneError(o.id)
	case errors.Is(err, play.ErrTaken): // started before
		err = nil
	case err != nil:
		return Made{}, err
	}
	if ended := l.end(ctx, o, why); !isGone(ended) { // if it is, another node has finished the draft
		err = errors.Join(err, ended)
	}
	return Made{Game: o.id}, err
}

// drafted returns the variant of a complete draft's game. It fails if this program, which
// may be newer than the draft, does not have the powers or the variant.
func (l *Lobby) drafted(o *offer, d setup.Draft) (string, error) {
	variant, err := l.config.Cards(o.terms.Game).Resolve(o.terms.Variant, o.seats, setup.ByHand(d.Powers()), 0)
	if err != nil {
		return "", err
	}
	rules, err := l.config.Rules(o.terms.Game)
	if err == nil {
		_, err = rules.Start(variant)
	}
	return variant, err
}

func (l *Lobby) settleDraft(ctx context.Context, due *offer) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		due.isSettling = false
	}()
	defer l.drafting.lock(due.id)()
	o, now, err := l.draftOf(due.id)
	if err != nil {
		return
	}
	if _, open := now.draft.Next(); !open {
		_, _ = l.finishDraft(ctx, o) // the next sweep tries again
	} else if now.deadline <= l.now() {
		_ = l.end(ctx, o, WhyLate) // after a failure it is late again when it is reread
	}
}

// Abandon ends a draft that the player is in, unless it is complete: then its game starts.
func (l *Lobby) Abandon(ctx context.Context, who play.Player, id string) error {
	defer l.drafting.lock(id)()
	o, err := l.find(ctx, &l.drafts, id)
	switch {
	case err != nil:
		return err
	case l.indexIn(o, who.ID) < 0:
		return play.Refuse(NotYours, "%q: this offer is not yours", id)
	case l.isComplete(o):
		return goneError(id)
	}
	l.mu.Lock()
	l.close(o, WhyCanceled)
	l.mu.Unlock()
	return l.saveClosed(ctx, o)
}

// isComplete reports whether all acts of a draft have been done.
func (l *Lobby) isComplete(o *offer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, open := o.draft.draft.Next()
	return !open
}

func (l *Lobby) end(ctx context.Context, o *offer, why Why) error {
	l.mu.Lock()
	l.close(o, why)
	l.mu.Unlock()
	return l.save(ctx, o)
}

func (l *Lobby) draftOf(id string) (*offer, *draftState, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if o := l.drafts.byID[id]; o != nil {
		return o, o.draft, nil
	}
	return nil, nil, goneError(id)
}

// DraftByID returns a draft in progress. Drafts in a class are visible to its
// members only.
func (l *Lobby) DraftByID(ctx context.Context, who play.Player, id string) (Drafting, error) {
	o, err := l.find(ctx, &l.drafts, id)
	if err != nil {
		return Drafting{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.class() != who.Class {
		return Drafting{}, goneError(id)
	}
	return *o.drafting(), nil
}

// Drafts returns the drafts that a player is in, the oldest first.
func (l *Lobby) Drafts(player string) []Drafting {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []Drafting{}
	for _, o := range openOffers(l.drafts.byPlayer[player]) {
		all = append(all, *o.drafting())
	}
	return all
}
