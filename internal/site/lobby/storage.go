package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"thera/internal/catalog/setup"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

type storedOffer struct {
	Terms   Terms           `json:"terms"`
	Seats   int             `json:"seats"`
	Players []play.Player   `json:"players"`
	Wishes  []int           `json:"wishes"`
	To      *play.Player    `json:"to,omitempty"`
	Draft   *setup.Progress `json:"draft,omitempty"` // by the players' order
	Bots    play.Instant    `json:"bots,omitempty"`
	Node    string          `json:"node,omitempty"`
}

func (o *offer) outlivesPlayers() bool { return o.isChallenge || o.terms.isCorrespondence() }

// isStored reports whether an offer is kept in the store: it outlives its
// players, or other nodes need it.
func (l *Lobby) isStored(o *offer) bool { return o.outlivesPlayers() || l.config.Bus != nil }

func (l *Lobby) indexOf(o *offer) *index {
	switch {
	case o.draft != nil:
		return &l.drafts
	case o.isChallenge:
		return &l.challenges
	}
	return &l.seeks
}

// open opens a new offer. Call it with l.mu held; it unlocks.
func (l *Lobby) open(ctx context.Context, o *offer) (Made, error) {
	l.indexOf(o).add(o)
	l.announce(o)
	made := o.made()
	l.mu.Unlock()
	if err := l.save(ctx, o); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.close(o, WhyCanceled)
		return Made{}, err
	}
	return made, nil
}

// close removes an offer if it is open. l.mu must be held.
func (l *Lobby) close(o *offer, why Why) {
	b := l.indexOf(o)
	if b.byID[o.id] != o {
		return
	}
	b.remove(o)
	o.why = why
	switch {
	case o.draft != nil:
		l.hub.Tell(o.concerned(), Notice{Event: DraftGone, ID: o.id, Why: why})
	case o.isChallenge:
		l.hub.Tell(o.concerned(), Notice{Event: ChallengeGone, ID: o.id, Why: why})
	default:
		l.hub.Publish(Notice{Event: SeekGone, ID: o.id}.forAll())
	}
}

// announce tells listeners about a new or changed offer. l.mu must be held.
func (l *Lobby) announce(o *offer) {
	switch {
	case o.draft != nil:
		l.hub.Tell(o.concerned(), Notice{Event: Drafted, Draft: o.drafting()})
	case o.isChallenge:
		l.hub.Tell(o.concerned(), Notice{Event: Challenged, Challenge: o.challenge()})
	default:
		l.hub.Publish(Notice{Event: Sought, Seek: o.seek()}.forAll())
	}
}

// removePlayer closes the offer if the player made it. l.mu must be held.
func (l *Lobby) removePlayer(o *offer, player string) {
	switch b := l.indexOf(o); {
	case b.byID[o.id] != o || !o.includes(player):
	case o.players[0].ID == player:
		l.close(o, WhyCanceled)
	default:
		o.remove(player)
		b.removeFor(o, player)
		b.add(o) // keeps it for a player who is still invited
		if o.isChallenge {
			l.hub.Tell([]string{player}, Notice{Event: ChallengeGone, ID: o.id, Why: WhyCanceled})
		}
		l.announce(o)
	}
}

// release reopens an offer whose game could not be started, without house bots.
func (l *Lobby) release(ctx context.Context, o *offer) error {
	l.mu.Lock()
	o.isTaken, o.botsAt = false, 0
	l.mu.Unlock()
	return l.save(ctx, o)
}

// save writes the current state of an offer to the store. Concurrent calls may
// come in any order; the last state wins. If another node was first, the offer
// becomes what that node stored, and the error is the refusal Gone.
func (l *Lobby) save(ctx context.Context, o *offer) error {
	if !l.isStored(o) {
		return nil
	}
	defer l.saving.lock(o.id)()
	l.mu.Lock()
	open := l.indexOf(o).byID[o.id] == o && !o.isTaken
	text, err := o.text(o.draft)
	row := o.row(text)
	l.mu.Unlock()
	switch {
	case err != nil:
		return err
	case open:
		return l.put(ctx, o, row)
	case o.isGone:
		return goneError(o.id) // it was changed here before this node heard of the other
	case o.version == 0:
		return nil // not stored, or removed
	}
	if err = l.config.Store.DeleteOffer(ctx, o.id, o.isChallenge, o.version); err == nil {
		o.version = 0
	}
	return l.afterStore(ctx, o, err)
}

// saveClosed is save for an offer that is closed. If that can't be stored it is open again, as
// it would be for the next program on this store.
func (l *Lobby) saveClosed(ctx context.Context, o *offer) error {
	err := l.save(ctx, o)
	if err == nil || isGone(err) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.openOffer(o.id) == nil {
		l.indexOf(o).add(o)
		l.announce(o)
	}
	return err
}

// row returns what the store keeps of an offer with a text, except the version. The
// lobby's mu must be held.
func (o *offer) row(text string) store.Offer {
	row := store.Offer{ID: o.id, Maker: o.players[0].ID, IsChallenge: o.isChallenge, Text: text, Created: o.at}
	if o.to != nil {
		row.Receiver = o.to.ID
	}
	return row
}

// put stores the row of an offer. l.saving must be locked.
func (l *Lobby) put(ctx context.Context, o *offer, row store.Offer) (err error) {
	if o.isGone {
		return goneError(o.id) // without a version it would be stored again
	}
	row.Version = o.version
	if err = l.config.Store.PutOffer(ctx, row); err == nil {
		o.version++
	}
	return l.afterStore(ctx, o, err)
}

// afterStore reads what another node stored first, if one did.
func (l *Lobby) afterStore(ctx context.Context, o *offer, err error) error {
	switch {
	case err == nil:
		l.announceStored(o)
	case errors.Is(err, store.ErrNotFound):
		return errors.Join(goneError(o.id), l.reread(ctx, o.id, o.isChallenge, WhyCanceled))
	}
	return err
}

// text returns the JSON of an offer with a state of its draft, nil for none.
func (o *offer) text(at *draftState) (string, error) {
	s := storedOffer{Terms: o.terms, Seats: o.seats, Players: play.Nameless(o.players), Wishes: o.wishes, Bots: o.botsAt, Node: o.node}
	if o.to != nil {
		s.To = &play.Nameless([]play.Player{*o.to})[0]
	}
	if at != nil {
		view := at.draft.Progress()
		s.Draft = &view
	}
	text, err := json.Marshal(s)
	return string(text), err
}

func (l *Lobby) load(ctx context.Context) error {
	all, err := l.config.Store.Offers(ctx)
	for _, s := range all {
		var o *offer
		if err == nil {
			o, err = l.restored(ctx, s)
		}
		if err == nil {
			l.indexOf(o).add(o)
		}
	}
	return err
}

// restored returns a stored offer with the present names of its players. Call it without
// l.mu: it may read the store.
func (l *Lobby) restored(ctx context.Context, from store.Offer) (*offer, error) {
	var s storedOffer
	if err := json.Unmarshal([]byte(from.Text), &s); err != nil {
		return nil, fmt.Errorf("offer %q: %q: %w", from.ID, from.Text, err)
	}
	if len(s.Players) == 0 || len(s.Wishes) != len(s.Players) {
		return nil, fmt.Errorf("offer %q: %q: want players and a wish for each", from.ID, from.Text)
	}
	var to []play.Player
	if s.To != nil {
		to = []play.Player{*s.To}
	}
	if err := l.config.Store.Name(ctx, s.Players, to); err != nil {
		return nil, err
	}
	o := &offer{
		id: from.ID, at: from.Created, isChallenge: from.IsChallenge, version: from.Version,
		terms: s.Terms, seats: s.Seats, botsAt: s.Bots, node: s.Node,
	}
	if s.To != nil {
		o.to = &to[0]
	}
	for i, p := range s.Players {
		o.add(p, s.Wishes[i], o.at)
	}
	if s.Draft != nil {
		d, err := s.Draft.Draft()
		if err != nil {
			return nil, fmt.Errorf("draft %q: %q: %w", o.id, from.Text, err)
		}
		o.draft = &draftState{d, l.now() + o.terms.limit()} // players could not act while no lobby ran
	}
	return o, nil
}

// rename shows a player's present name in the offers that are open.
func (l *Lobby) rename(p play.Player) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range []*index{&l.seeks, &l.challenges, &l.drafts} {
		for _, o := range openOffers(b.byPlayer[p.ID]) {
			if i := o.index(p.ID); i >= 0 {
				o.players = slices.Clone(o.players)
				o.players[i].Name, o.players[i].Kind = p.Name, p.Kind
			}
			if o.to != nil && o.to.ID == p.ID {
				to := *o.to
				to.Name, to.Kind = p.Name, p.Kind
				o.to = &to
			}
			l.announce(o)
		}
	}
}

// Lifetimes of offers, in milliseconds.
const (
	absenceLimit = 15_000                   // how long a player with a live seek may be offline
	maxAge       = 14 * 24 * 60 * 60 * 1000 // of challenges and correspondence seeks
	maxLiveAge   = 24 * 60 * 60 * 1000      // of challenges with a live clock

	maxGuestAge     = 60 * 60 * 1000      // of guests' correspondence seeks
	maxGuestLiveAge = 10 * 60 * 1000      // of guests' seeks with a live clock
	maxGuestLinkAge = 24 * 60 * 60 * 1000 // of guests' challenges
)

func (l *Lobby) sweep(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, o := range l.drafts.byID {
		if _, open := o.draft.draft.Next(); !o.isSettling && (!open || o.draft.deadline <= now) {
			o.isSettling = true
			l.start(func() { l.settleDraft(ctx, o) })
		}
	}
	for _, o := range l.seeks.byID {
		switch {
		case o.isTaken:
		case o.players[0].IsGuest() && o.isExpired(now):
			l.removeAndSave(ctx, o, o.players[0].ID)
		case l.checkDraft(o.terms, o.players...) != nil: // a player has become a program
			l.removeAndSave(ctx, o, o.players[0].ID)
		case !o.outlivesPlayers() && l.removeAbsent(ctx, o, now):
		case o.botsAt != 0 && l.fillsAt(o) <= now:
			o.isTaken = true
			l.start(func() { _, _ = l.fill(ctx, o) }) // after a failure it waits for people
		}
	}
}

// fillsAt returns when this node has house bots take the remaining seats of an offer. The
// node that made it is first: it may know the address for which the game counts.
func (l *Lobby) fillsAt(o *offer) play.Instant {
	const later = 5000
	if o.node != l.nodes.id {
		return o.botsAt + later
	}
	return o.botsAt
}

func (l *Lobby) clear(ctx context.Context) {
	l.mu.Lock()
	l.forgetAdmissions()
	now := l.now()
	var removed []*offer
	for _, b := range []index{l.seeks, l.challenges} {
		for _, o := range b.byID {
			if !o.isTaken && o.isExpired(now) {
				l.close(o, WhyCanceled)
				removed = append(removed, o)
			}
		}
	}
	l.mu.Unlock()
	for _, o := range removed {
		_ = l.save(ctx, o) // cleared again when it is reread
	}
	_ = l.config.Store.DeleteDeclines(ctx, now-play.Instant(declineLimit.Milliseconds())) // or the next time
}

func (o *offer) isExpired(now play.Instant) bool { return now-o.at > o.lifetime() }

func (o *offer) lifetime() play.Instant {
	switch guest := o.players[0].IsGuest(); {
	case guest && o.isChallenge:
		return maxGuestLinkAge
	case guest && o.terms.isCorrespondence():
		return maxGuestAge
	case guest:
		return maxGuestLiveAge
	case o.terms.isCorrespondence():
		return maxAge
	}
	return maxLiveAge
}

// removeAbsent reports whether that closed the seek.
func (l *Lobby) removeAbsent(ctx context.Context, o *offer, now play.Instant) bool {
	for i, p := range o.players {
		if l.hub.Listens(p.ID) || l.hub.Elsewhere(p.ID) {
			o.lastSeen[i] = now
		}
	}
	for i := len(o.players) - 1; i >= 0; i-- {
		if now-o.lastSeen[i] > absenceLimit {
			l.removeAndSave(ctx, o, o.players[i].ID)
		}
	}
	return l.seeks.byID[o.id] != o
}

// leaveLiveSeeks is for a player whose live game starts. l.mu must be held.
func (l *Lobby) leaveLiveSeeks(player string) {
	for _, o := range openOffers(l.seeks.byPlayer[player]) {
		if !o.outlivesPlayers() {
			l.removeAndSave(context.Background(), o, player)
		}
	}
}

// removeAndSave changes the store in the background. l.mu must be held.
func (l *Lobby) removeAndSave(ctx context.Context, o *offer, player string) {
	l.removePlayer(o, player)
	if l.isStored(o) {
		l.start(func() { _ = l.save(ctx, o) }) // removed again when it is reread
	}
}

// Forget removes everything that a player offers or is offered, because the
// account is closed.
func (l *Lobby) Forget(ctx context.Context, player string) (failed error) {
	l.mu.Lock()
	offers := slices.Concat(openOffers(l.seeks.byPlayer[player]), openOffers(l.challenges.byPlayer[player]))
	l.mu.Unlock()
	for _, o := range offers { // first, because they can become drafts
		failed = errors.Join(failed, l.forgetIn(ctx, o.id, draftID(o.id), player))
	}
	l.mu.Lock()
	drafts := openOffers(l.drafts.byPlayer[player])
	l.mu.Unlock()
	for _, o := range drafts {
		failed = errors.Join(failed, l.forgetIn(ctx, o.id, o.id, player))
	}
	return failed
}

// forgetIn removes a player from an offer, if it is still open, while nobody acts on the
// draft that it is or can become.
func (l *Lobby) forgetIn(ctx context.Context, id, draft, player string) error {
	defer l.drafting.lock(draft)()
	l.mu.Lock()
	o := l.openOffer(id)
	switch {
	case o == nil:
	case o.draft != nil:
		l.close(o, WhyCanceled)
	case o.includes(player):
		l.removePlayer(o, player)
	case o.to != nil && o.to.ID == player:
		l.close(o, WhyDeclined)
	}
	l.mu.Unlock()
	if o == nil {
		return nil
	}
	err := l.save(ctx, o)
	if isGone(err) {
		l.announceStored(o) // it was deleted with the account, which other nodes don't know
		return nil
	}
	return err
}

func isGone(err error) bool {
	refused, ok := errors.AsType[*play.Refusal](err)
	return ok && refused.Reason == Gone
}
