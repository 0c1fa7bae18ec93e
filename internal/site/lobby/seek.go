package lobby

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Seek offers terms to anybody. If somebody else's seek matches, the player
// joins that instead. A player who repeats a seek keeps the first one.
func (l *Lobby) Seek(ctx context.Context, who play.Player, terms Terms) (Made, error) {
	return l.seek(ctx, who, terms, false)
}

// PlayNow is Seek, but house bots take the remaining seats after
// Config.BotDelay, or immediately if the player asks again.
func (l *Lobby) PlayNow(ctx context.Context, who play.Player, terms Terms) (Made, error) {
	return l.seek(ctx, who, terms, l.config.Bots != nil)
}

func (l *Lobby) seek(ctx context.Context, who play.Player, terms Terms, now bool) (Made, error) {
	who, terms, seats, err := l.Check(ctx, who, terms)
	if err == nil {
		err = l.Admit(ctx, who)
	}
	if err != nil {
		return Made{}, err
	}
	l.mu.Lock()
	for range maxJoinTries {
		fit := l.oldestFit(who, terms)
		if fit == nil {
			break
		}
		made, err := l.join(ctx, fit, who, terms.Seat)
		if !isGone(err) {
			return made, err
		}
		l.mu.Lock()
	}
	for _, o := range openOffers(l.seeks.byPlayer[who.ID]) {
		if o.players[0].ID == who.ID && o.terms == terms {
			return l.repeatSeek(ctx, o, now)
		}
	}
	o := &offer{id: newID(), terms: terms, seats: seats, at: l.now(), node: l.nodes.id}
	o.add(who, terms.Seat, o.at)
	client := httpkit.Client(ctx)
	err = l.checkRoom(&seekLimits, who, client, maps.Values(l.seeks.byID))
	if err == nil && o.isDrafted() {
		err = l.checkRoom(&challengeLimits, who, client, l.asChallenges(""))
	}
	if err != nil {
		l.mu.Unlock()
		return Made{}, err
	}
	if now {
		o.botsAt = o.at + play.Instant(l.config.BotDelay.Milliseconds())
	}
	return l.open(ctx, o)
}

// maxJoinTries is how often a player who seeks tries to join a seek that fits. A try fails
// if another node has just taken the seek, or one of its players has gone.
const maxJoinTries = 3

// oldestFit returns the oldest seek that a player who seeks can join, nil for none. l.mu must
// be held.
func (l *Lobby) oldestFit(who play.Player, terms Terms) (fit *offer) {
	for _, o := range l.seeks.byID {
		if o.matches(who, terms) && (fit == nil || o.isOlder(fit)) {
			fit = o
		}
	}
	return fit
}

// repeatSeek answers a player who repeats a seek. Call it with l.mu held; it unlocks.
func (l *Lobby) repeatSeek(ctx context.Context, o *offer, now bool) (Made, error) {
	if now {
		o.isTaken = true
		l.mu.Unlock()
		return l.fill(ctx, o)
	}
	defer l.mu.Unlock()
	return o.made(), nil
}

// fill adds house bots to a taken offer. If that fails, the offer waits for people.
func (l *Lobby) fill(ctx context.Context, o *offer) (Made, error) {
	defer l.filling.lock(o.players[0].ID)()
	named := ""
	if o.to != nil {
		named = o.to.ID
	}
	bots, err := l.config.Bots.Choose(ctx, o.players[0], o.terms, o.seats-len(o.players), named)
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, o))
	}
	players, wishes := o.players, o.wishes
	for _, b := range bots {
		players, wishes = append(players[:len(players):len(players)], b), append(wishes[:len(wishes):len(wishes)], 0)
	}
	return l.complete(ctx, o, players, wishes)
}

// Seeks returns the open seeks of a class, or for "" of players in no class,
// the oldest first.
func (l *Lobby) Seeks(class string) []Seek {
	l.mu.Lock()
	defer l.mu.Unlock()
	seeks := []Seek{}
	for _, o := range openOffers(l.seeks.byID) {
		if o.class() == class {
			seeks = append(seeks, *o.seek())
		}
	}
	return seeks
}

// Accept takes a seat in a seek. Taking the last one starts the game.
func (l *Lobby) Accept(ctx context.Context, who play.Player, id string) (Made, error) {
	return l.accept(ctx, &l.seeks, who, id)
}

func (l *Lobby) accept(ctx context.Context, b *index, who play.Player, id string) (Made, error) {
	o, err := l.find(ctx, b, id)
	if err != nil {
		return Made{}, err
	}
	if err := l.Admit(ctx, who); err != nil {
		return Made{}, err
	}
	if who, err = l.rating(ctx, who, o.terms); err != nil {
		return Made{}, err
	}
	l.mu.Lock()
	err = goneError(id)
	if b.byID[id] == o && !o.isTaken {
		err = o.checkJoin(who)
	}
	if err != nil {
		l.mu.Unlock()
		return Made{}, err
	}
	return l.join(ctx, o, who, 0)
}

// Withdraw withdraws a player's seek, or the player from another's seek.
func (l *Lobby) Withdraw(ctx context.Context, who play.Player, id string) error {
	return l.withdraw(ctx, &l.seeks, who, id)
}

func (l *Lobby) withdraw(ctx context.Context, b *index, who play.Player, id string) error {
	o, err := l.find(ctx, b, id)
	if err != nil {
		return err
	}
	wish := 0
	l.mu.Lock()
	switch {
	case b.byID[id] != o || o.isTaken:
		err = goneError(id)
	case !o.includes(who.ID):
		err = play.Refuse(NotYours, "%q: this offer is not yours", id)
	default:
		i := o.index(who.ID)
		who, wish = o.players[i], o.wishes[i]
		l.removePlayer(o, who.ID)
	}
	l.mu.Unlock()
	if err != nil {
		return err
	}
	err = l.saveClosed(ctx, o)
	if err == nil || isGone(err) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if b.byID[id] == o && !o.isTaken && o.checkJoin(who) == nil { // left what is still open
		o.add(who, wish, l.now())
		b.add(o)
		l.announce(o)
	}
	return err
}

// find reads the store for an offer that another node has just stored.
func (l *Lobby) find(ctx context.Context, b *index, id string) (*offer, error) {
	if o := l.known(b, id); o != nil {
		return o, nil
	}
	err := l.refresh(ctx, id, b != &l.seeks)
	o := l.known(b, id)
	if err == nil && o == nil {
		err = goneError(id)
	}
	return o, err
}

func (l *Lobby) known(b *index, id string) *offer {
	l.mu.Lock()
	defer l.mu.Unlock()
	return b.byID[id]
}

func goneError(id string) error {
	return play.Refuse(Gone, "%q: this offer has been withdrawn or accepted by somebody else", id)
}

// offer is an open seek, challenge or draft. Lobby.mu guards it.
type offer struct {
	id          string
	terms       Terms
	seats       int
	players     []play.Player // the first made it
	wishes      []int         // the seats they want, from 1; 0 for a random one
	to          *play.Player  // of a challenge to one player
	isChallenge bool          // or a draft; otherwise a seek
	at          play.Instant
	botsAt      play.Instant   // when house bots take the remaining seats, 0 for never
	node        string         // of a seek: the node that made it, "" for the only one
	lastSeen    []play.Instant // when each player was last online, by index in players
	draft       *draftState
	isTaken     bool // set while its game is being started
	isSettling  bool // set while a draft that is complete or late is being ended
	isGone      bool // another node has removed it from the store; Lobby.saving guards it
	why         Why
	version     int // in the store, 0 if it is not stored; Lobby.saving guards it
}

func newID() string { return strings.ToLower(rand.Text()[:10]) }

func (o *offer) includes(player string) bool { return o.index(player) >= 0 }

func (o *offer) index(player string) int { return play.IndexOf(o.players, player) }

// indexIn is [offer.index] for callers that don't hold l.mu.
func (l *Lobby) indexIn(o *offer, player string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return o.index(player)
}

// add adds a player who wants a seat, 0 for any.
func (o *offer) add(p play.Player, wish int, now play.Instant) {
	o.players, o.wishes, o.lastSeen = append(slices.Clip(o.players), p), append(slices.Clip(o.wishes), wish), append(o.lastSeen, now)
}

func (o *offer) remove(player string) {
	i := o.index(player)
	o.players = slices.Concat(o.players[:i], o.players[i+1:])
	o.wishes = slices.Concat(o.wishes[:i], o.wishes[i+1:])
	o.lastSeen = slices.Delete(o.lastSeen, i, i+1)
}

// compare orders offers by age, the oldest first.
func (o *offer) compare(other *offer) int {
	return cmp.Or(cmp.Compare(o.at, other.at), cmp.Compare(o.id, other.id))
}

func (o *offer) isOlder(other *offer) bool { return o.compare(other) < 0 }

// openSeats returns how many seats are free for anybody.
func (o *offer) openSeats() int {
	n := o.seats - len(o.players)
	if o.to != nil && !o.includes(o.to.ID) {
		n--
	}
	return n
}

// matches reports whether both sides' terms agree and admit each other.
func (o *offer) matches(who play.Player, terms Terms) bool {
	if o.isTaken || o.class() != who.Class || o.includes(who.ID) || !o.terms.sameGame(terms) || !o.terms.admits(who) {
		return false
	}
	return (terms.Seat == 0 || !slices.Contains(o.wishes, terms.Seat)) && !slices.ContainsFunc(o.players, func(p play.Player) bool { return !terms.admits(p) })
}

// class returns the class of the players, "" for none. Offers of a class are
// visible to its members only.
func (o *offer) class() string { return play.ClassOf(o.players) }

func (o *offer) seek() *Seek {
	return &Seek{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, At: o.at}
}

func (o *offer) challenge() *Challenge {
	return &Challenge{ID: o.id, Terms: o.terms, Seats: o.seats, Players: o.players, To: o.to, At: o.at}
}

func (o *offer) made() Made {
	if o.isChallenge {
		return Made{Challenge: o.challenge()}
	}
	return Made{Seek: o.seek()}
}

func (o *offer) concerned() (ids []string) {
	for _, p := range o.players {
		ids = append(ids, p.ID)
	}
	if o.to != nil && !o.includes(o.to.ID) {
		ids = append(ids, o.to.ID)
	}
	return ids
}

type index struct {
	byID     map[string]*offer
	byPlayer map[string]map[string]*offer
}

// add adds an offer; adding it again picks up new players.
func (b *index) add(o *offer) {
	if b.byID == nil {
		b.byID, b.byPlayer = map[string]*offer{}, map[string]map[string]*offer{}
	}
	b.byID[o.id] = o
	for _, id := range o.concerned() {
		if b.byPlayer[id] == nil {
			b.byPlayer[id] = map[string]*offer{}
		}
		b.byPlayer[id][o.id] = o
	}
}

func (b *index) removeFor(o *offer, player string) {
	delete(b.byPlayer[player], o.id)
	if len(b.byPlayer[player]) == 0 {
		delete(b.byPlayer, player)
	}
}

func (b *index) remove(o *offer) {
	delete(b.byID, o.id)
	for _, id := range o.concerned() {
		b.removeFor(o, id)
	}
}

// openOffers returns the offers that are not taken, the oldest first.
func openOffers(offers map[string]*offer) []*offer {
	open := slices.DeleteFunc(slices.Collect(maps.Values(offers)), func(o *offer) bool { return o.isTaken })
	slices.SortFunc(open, (*offer).compare)
	return open
}
