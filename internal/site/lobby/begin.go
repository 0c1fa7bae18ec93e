package lobby

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"thera/internal/catalog/setup"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// join adds a player to an offer. Call it with l.mu held; it unlocks.
func (l *Lobby) join(ctx context.Context, o *offer, who play.Player, wish int) (Made, error) {
	together := append(slices.Clone(o.players), who) // one of them may have become a program
	if err := cmp.Or(l.checkDraft(o.terms, together...), l.checkSeat(o, who)); err != nil {
		l.mu.Unlock()
		return Made{}, err
	}
	if len(o.players)+1 == o.seats {
		o.isTaken = true
		players, wishes := together, append(o.wishes[:len(o.wishes):len(o.wishes)], wish)
		l.mu.Unlock()
		return l.complete(ctx, o, players, wishes)
	}
	o.add(who, wish, l.now())
	l.indexOf(o).add(o)
	l.announce(o)
	l.mu.Unlock()
	if err := l.save(ctx, o); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.removePlayer(o, who.ID)
		return Made{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return o.made(), nil
}

// complete starts the game of a taken offer, with the offer's ID. If that fails the offer
// is open again. It does not become a second game if the first one has started all the same.
func (l *Lobby) complete(ctx context.Context, o *offer, players []play.Player, wishes []int) (Made, error) {
	ctx = context.WithoutCancel(ctx) // others wait for the result as well
	// Remove it first: a crash from here on loses the offer instead of opening it again.
	err := l.save(ctx, o)
	if err == nil && o.isDrafted() {
		return l.beginDraft(ctx, o, assignSeats(players, wishes))
	}
	if err == nil {
		var gameSetup play.Setup
		if gameSetup, err = l.setup(o, assignSeats(players, wishes)); err == nil {
			err = l.begin(ctx, o.id, gameSetup, o.terms.Powers)
		}
	}
	if errors.Is(err, play.ErrTaken) {
		return l.startedBefore(ctx, o, o.id, players)
	}
	if left := (*AbsentError)(nil); errors.As(err, &left) {
		return Made{}, errors.Join(goneError(o.id), l.release(ctx, o), l.Forget(ctx, left.Player))
	}
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, o))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closeAgreed(o, players)
	return Made{Game: o.id}, nil
}

// startedBefore ends an offer whose game, with that ID, has started although that seemed to
// fail. The house tells its players.
func (l *Lobby) startedBefore(ctx context.Context, o *offer, id string, players []play.Player) (Made, error) {
	game, err := l.config.Store.Summary(ctx, id)
	if err != nil {
		return Made{}, errors.Join(err, l.release(ctx, o))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.closeBegun(o, game.Players, players); err != nil {
		return Made{}, err
	}
	return Made{Game: id}, nil
}

// closeBegun closes an offer that was agreed upon by those who have begun what it offers.
// Others who would begin it now get the refusal Gone. l.mu must be held.
func (l *Lobby) closeBegun(o *offer, begun, players []play.Player) error {
	l.closeAgreed(o, begun)
	for _, p := range players {
		if !l.isHouseBot(p.ID) && play.IndexOf(begun, p.ID) < 0 { // other house bots may have been chosen now
			return goneError(o.id)
		}
	}
	return nil
}

// setup returns the setup of an offer's game with players in seat order.
func (l *Lobby) setup(o *offer, players []play.Player) (play.Setup, error) {
	gameSetup := o.terms.setup(players)
	if o.terms.Handicap == "" {
		return gameSetup, nil
	}
	maker := o.players[0].ID
	giver := slices.IndexFunc(players, func(p play.Player) bool { return (p.ID == maker) == o.terms.Gives })
	return l.withHandicap(gameSetup, o.terms.Handicap, giver+1)
}

// closeAgreed closes an offer that became a game or a draft. l.mu must be held.
func (l *Lobby) closeAgreed(o *offer, players []play.Player) {
	l.close(o, WhyAccepted)
	if !o.terms.isCorrespondence() {
		for _, p := range players {
			l.leaveLiveSeeks(p.ID)
		}
	}
}

// closeStarted closes an offer that is open again because what it became, a game or a draft,
// seemed not to have begun. l.mu must be held.
func (l *Lobby) closeStarted(offer string, players []play.Player) {
	o := l.openOffer(offer)
	if o == nil || o.isTaken || o.draft != nil { // a draft looks for its game itself
		return
	}
	l.closeAgreed(o, players)
	l.start(func() { _ = l.save(context.Background(), o) }) // or when somebody accepts it
}

// assignSeats gives the players the seats they asked for, the others at random.
func assignSeats(players []play.Player, wishes []int) []play.Player {
	seats := make([]play.Player, len(players))
	var others []play.Player
	for i, p := range players {
		if w := wishes[i]; w > 0 && seats[w-1].ID == "" {
			seats[w-1] = p
		} else {
			others = append(others, p)
		}
	}
	rand.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	for i := range seats {
		if seats[i].ID == "" {
			seats[i], others = others[0], others[1:]
		}
	}
	return seats
}

// current returns a player as the account is now. Guests have none.
func (l *Lobby) current(ctx context.Context, p play.Player) (play.Player, error) {
	a, err := l.config.Store.Account(ctx, p.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		p.Name = cmp.Or(p.Name, play.WithoutAccount(p.ID).Name)
		return p, nil
	case err == nil && (a.Closed > 0 || a.Banned > 0):
		err = &AbsentError{p.ID}
	}
	p.Name, p.Kind, p.Class = a.Name, a.Kind, a.Class
	return p, err
}

func (l *Lobby) begin(ctx context.Context, id string, gameSetup play.Setup, way setup.Method) error {
	if way.IsRandom() {
		gameSetup.Powers = &play.Chosen{Way: way, Seed: uint64(rand.Uint32())}
		variant, err := l.config.Cards(gameSetup.Game).Resolve(gameSetup.Variant, len(gameSetup.Players), way, gameSetup.Powers.Seed)
		if err != nil {
			return err
		}
		gameSetup.Variant = variant
	}
	for i, p := range gameSetup.Players {
		p, err := l.current(ctx, p)
		if err == nil && gameSetup.Tournament != "" { // other games' players were admitted when they asked for it
			err = l.checkPaired(ctx, p)
		}
		if err == nil {
			gameSetup.Players[i], err = l.rating(ctx, p, Terms{Game: gameSetup.Game, Control: gameSetup.Control})
		}
		if err != nil {
			return err
		}
	}
	return l.config.House.Begin(ctx, id, gameSetup)
}

// AbsentError is the error of starting a game with a player who may not play it.
type AbsentError struct{ Player string } // the player's ID

func (e *AbsentError) Error() string {
	return "player " + e.Player + " is closed or banned, or a guest who has played enough today"
}

// Pair starts a game between given players, in seat order, without asking them: a
// game of a tournament, with an ID from [play.TournamentGameID]. Names and ratings
// are updated, the players' live seeks are withdrawn if a live clock runs, and powers
// are drawn if way says so. If the game exists, started by this node or another, Pair
// does nothing. Players whose account is closed or banned, and guests who have begun as
// many games as they may in a day, give an [AbsentError].
//
//	id := play.TournamentGameID(tournament, round, board)
//	err := lobby.Pair(ctx, id, play.Setup{Tournament: tournament, Game: …, Control: …, Players: …}, setup.AsNamed)
func (l *Lobby) Pair(ctx context.Context, id string, gameSetup play.Setup, way setup.Method) error {
	gameSetup.Players = slices.Clone(gameSetup.Players)
	err := l.begin(ctx, id, gameSetup, way)
	if errors.Is(err, play.ErrTaken) {
		return nil
	}
	if absent, ok := errors.AsType[*AbsentError](err); ok {
		// Perhaps only now: a game that has begun is itself one of a guest's games.
		if _, err := l.config.Store.Summary(ctx, id); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return absent
	}
	if err == nil && gameSetup.Control.Turn == 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, p := range gameSetup.Players {
			l.leaveLiveSeeks(p.ID)
		}
	}
	return err
}

// checkPaired gives an [AbsentError] for a guest who has begun as many games as guests may
// in a day.
func (l *Lobby) checkPaired(ctx context.Context, p play.Player) error {
	err := l.checkGuestGames(ctx, p)
	if _, refused := errors.AsType[*play.Refusal](err); refused {
		return &AbsentError{p.ID}
	}
	return err
}

// onGameChange is called by the house for every change of every game.
func (l *Lobby) onGameChange(c room.Change) {
	if !c.IsOwner {
		return // the game's owner tells them
	}
	gameSetup := c.State.Setup()
	turn := false
	for _, e := range c.Events {
		switch e.Kind {
		case play.Created:
			l.notifyPlayers(GameStart, c, gameSetup.Players)
			if gameSetup.Tournament == "" { // tournaments have limits of their own
				l.countGame(gameSetup.Players)
			}
			l.mu.Lock()
			l.closeStarted(c.Game, gameSetup.Players)
			l.mu.Unlock()
		case play.Ended:
			l.notifyPlayers(GameEnd, c, gameSetup.Players)
		case play.Turned, play.TookBack, play.Resigned, play.Left, play.Flagged:
			turn = true
		case play.Accepted:
			if c.State.Rematch() && e.Offer == play.Rematch {
				l.start(func() { _, _ = l.Rematch(context.Background(), c.Game) }) // or when a player asks again
			}
		}
	}
	if turn && !c.State.Over() {
		l.notifyPlayers(GameTurn, c, gameSetup.Players[c.State.Position().Turn():][:1])
	}
}

func (l *Lobby) notifyPlayers(event Event, c room.Change, players []play.Player) {
	var ids []string
	for _, p := range players {
		ids = append(ids, p.ID)
	}
	l.hub.Send(ids, func() Notice {
		game := c.State.Summary(c.Game)
		return Notice{Event: event, Game: &game}
	})
}
