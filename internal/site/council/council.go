package council

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/tournament"
)

// Config is what a [Council] needs.
type Config struct {
	Store *store.Store
	House *room.House
	Lobby *lobby.Lobby
	Sides Sides
	// MaySee returns why somebody may not see a game, or nil.
	MaySee func(ctx context.Context, who account.Who, game string) error
	Log    *slog.Logger
}

// Sides says who is on which side; a tournament.Director does.
type Sides interface {
	Side(ctx context.Context, tournament, player string) (tournament.Side, error)
	// Members returns the players of a side who have not left, by its ID.
	Members(ctx context.Context, team string) ([]string, error)
	// FollowLeavers registers a function that is called when players have left a side of a
	// tournament. It must not ask the director.
	FollowLeavers(left func(ctx context.Context, tournament string))
}

// Council lets players vote. It is safe for concurrent use.
type Council struct {
	config  Config
	storage storage
}

// New returns a council, which plays turns while Run does.
func New(config Config) *Council {
	c := &Council{config, storage{config.Store.DB()}}
	config.Sides.FollowLeavers(func(ctx context.Context, tournament string) {
		c.logFailure(ctx, "", c.storage.hasten(ctx, tournament)) // otherwise the vote ends when its time is over
	})
	return c
}

// Votes is a vote as the players of a side see it.
type Votes struct {
	Seat      int          `json:"seat" doc:"My side's seat"`
	Ply       int          `json:"ply" doc:"The number of the next turn of the game"`
	Open      bool         `json:"open" doc:"My side is to move, and can vote"`
	Members   int          `json:"members" doc:"The number of players of my side"`
	Now       play.Instant `json:"now" doc:"The server's time in ms"`
	Closes    play.Instant `json:"closes,omitempty" doc:"When the turn with most votes is played, or else the first vote that arrives; only while my side is to move"`
	Proposals []Proposal   `json:"proposals" doc:"The earliest first"`
}

// Proposal is a turn that somebody has voted for.
type Proposal struct {
	Turn  string `json:"turn" doc:"A turn, or resign"`
	Votes int    `json:"votes" doc:"How many players of the side want it"`
	Yours bool   `json:"yours,omitempty" doc:"You have voted for it"`
}

// voter is a player of a side in a game.
type voter struct {
	id    string
	seat  int // from 1
	side  tournament.Side
	room  *room.Room
	state *play.State
}

// enter returns a player's place in a game, or a refusal. Call leave when done.
func (c *Council) enter(ctx context.Context, who account.Who, game string) (v voter, leave func(), err error) {
	r, leave, err := c.config.House.Enter(ctx, game)
	if err != nil {
		return voter{}, nil, err
	}
	v = voter{id: who.ID, room: r, state: r.State()}
	if v.seat, v.side, err = c.find(ctx, who, v.state.Setup()); err != nil {
		leave()
		err = cmp.Or(c.config.MaySee(ctx, who, game), err) // a refusal would tell that there is the game
	}
	return v, leave, err
}

// find returns a player's seat, from 1, and side in a game, or a refusal.
func (c *Council) find(ctx context.Context, who account.Who, setup *play.Setup) (seat int, side tournament.Side, err error) {
	if setup.Players[0].Kind != play.Team {
		return 0, side, cmp.Or(
			play.RefuseIf(play.IndexOf(setup.Players, who.ID) >= 0, play.NotHere, "votes are for consultation games"),
			play.Refuse(play.NoPlayer, "you are on no side of this game"),
		)
	}
	side, err = c.config.Sides.Side(ctx, setup.Tournament, who.ID)
	if err != nil && !errors.Is(err, tournament.ErrNotFound) {
		return 0, side, err
	}
	at := slices.IndexFunc(setup.Players, func(p play.Player) bool {
		_, number, _, ok := play.ParseTeam(p.ID)
		return ok && number == side.Team
	})
	return at + 1, side, play.RefuseIf(at < 0, play.NoPlayer, "you are on no side of this game")
}

// isToMove reports whether the voter's side has the next turn.
func (v voter) isToMove() bool {
	return !v.state.Over() && v.state.Position().Turn().Number() == v.seat
}

// View returns the vote as a player of the game sees it. It refuses everybody else.
func (c *Council) View(ctx context.Context, who account.Who, game string) (Votes, error) {
	v, leave, err := c.enter(ctx, who, game)
	if err != nil {
		return Votes{}, err
	}
	defer leave()
	b, err := c.storage.ballot(ctx, game)
	if err == nil {
		v.state, err = stateBefore(ctx, v.room, b.Ply)
	}
	if err != nil {
		return Votes{}, err
	}
	return c.view(v, b), nil
}

// stateBefore returns the state of a game, with all turns before a ply even if this node
// has not heard of them yet.
func stateBefore(ctx context.Context, r *room.Room, ply int) (*play.State, error) {
	if state := r.State(); state.Ply()+1 >= ply {
		return state, nil
	}
	err := r.Reload(ctx)
	return r.State(), err
}

func (c *Council) view(v voter, b ballot) Votes {
	view := Votes{Seat: v.seat, Ply: v.state.Ply() + 1, Members: len(v.side.Members), Now: c.config.House.Now(), Proposals: []Proposal{}}
	if !v.isToMove() {
		return view
	}
	view.Closes, view.Open = closes(v.state, v.side.Voting), b.Ply < view.Ply || b.Decided == ""
	if b.Ply != view.Ply {
		return view
	}
	b.only(v.side.Members)
	for _, p := range b.Proposals {
		view.Proposals = append(view.Proposals, Proposal{p.Turn, len(p.Votes), slices.Contains(p.Votes, v.id)})
	}
	return view
}

// Vote gives a player's vote to a turn of their side, in place of their earlier one. If
// that decides, the turn is played.
func (c *Council) Vote(ctx context.Context, who account.Who, game string, ply int, turn string) (Votes, error) {
	v, leave, err := c.enter(ctx, who, game)
	if err != nil {
		return Votes{}, err
	}
	defer leave()
	if v.state, err = stateBefore(ctx, v.room, ply); err != nil {
		return Votes{}, err
	}
	if turn, err = v.check(ply, turn); err != nil {
		return Votes{}, err
	}
	for {
		b, err := c.vote(ctx, game, v, turn)
		switch {
		case errors.Is(err, errConflict): // somebody has voted, or left
			if _, v.side, err = c.find(ctx, who, v.state.Setup()); err != nil {
				return Votes{}, err
			}
			continue
		case err != nil:
			return Votes{}, err
		case b.Decided != "":
			c.logFailure(ctx, game, c.play(ctx, v.room, b)) // tried again soon
			v.state = v.room.State()
		}
		return c.view(v, b), nil
	}
}

// check returns a proposal in canonical form, or a refusal.
func (v voter) check(ply int, turn string) (string, error) {
	state := v.state
	switch {
	case state.Over():
		return "", play.Refuse(play.IsOver, "the game is over: %s", state.Reason())
	case ply != state.Ply()+1:
		return "", play.Refuse(play.WrongPly, "ply %d: want %d", ply, state.Ply()+1)
	case !v.isToMove():
		return "", play.Refuse(play.NotYourTurn, "the other side is to move")
	case turn != Resign:
		move, err := state.Position().Read(turn)
		if err != nil {
			return "", play.Refuse(play.Illegal, "%v", err)
		}
		return string(move), nil
	case state.Ply() < len(state.Setup().Players):
		return "", play.Refuse(play.TooEarly, "a side can resign when each has had a turn")
	}
	return turn, nil
}

// vote stores a vote, and what it decides.
func (c *Council) vote(ctx context.Context, game string, v voter, turn string) (ballot, error) {
	b, err := c.storage.ballot(ctx, game)
	if err != nil {
		return b, err
	}
	ply := v.state.Ply() + 1
	switch {
	case b.Ply > ply:
		return b, play.Refuse(play.WrongPly, "ply %d has been played", ply)
	case b.Ply == ply && b.Decided != "":
		return b, play.Refuse(play.TooLate, "the vote on ply %d has ended", ply)
	case b.Ply < ply:
		b = ballot{Ply: ply, version: b.version, left: b.left}
	}
	b.Voting = v.side.Voting
	b.only(v.side.Members)
	b.vote(v.id, turn)
	now, due := c.config.House.Now(), closes(v.state, b.Voting)
	if now >= due || b.isComplete(v.side.Members) {
		b.Decided, due = b.winner(), now // for the node that plays it if this one is killed first
	}
	if err = c.storage.put(ctx, game, b, due); err == nil {
		c.config.Lobby.TellVoted(v.side.Members, game)
	}
	return b, err
}

// play carries out a decision, unless that has been done.
func (c *Council) play(ctx context.Context, r *room.Room, b ballot) error {
	state := r.State()
	if state.Over() || state.Ply()+1 != b.Ply {
		return nil
	}
	seat := state.Position().Turn()
	var command play.Command = play.Turn{Seat: seat, Ply: b.Ply, Text: b.Decided}
	if b.Decided == Resign {
		command = play.Resign{Seat: seat}
	}
	_, err := r.Do(ctx, command)
	if _, refused := errors.AsType[*play.Refusal](err); refused {
		return nil // another node was first, or the flag has fallen
	}
	return err
}

const (
	interval = 500 * time.Millisecond // at which votes that end are looked for
	recheck  = 3_600_000              // ms after a turn until its game may be found to be over
)

// Run ends votes when their time is over, or all who are still on the side have voted, until
// ctx is done.
func (c *Council) Run(ctx context.Context) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		due, err := c.storage.due(ctx, c.config.House.Now())
		c.logFailure(ctx, "", err)
		for _, game := range due {
			c.logFailure(ctx, game, c.close(ctx, game))
		}
	}
}

func (c *Council) logFailure(ctx context.Context, game string, err error) {
	if err != nil && !errors.Is(err, errConflict) && ctx.Err() == nil {
		c.config.Log.WarnContext(ctx, "vote delayed", "game", cmp.Or(game, "all"), "cause", err)
	}
}

// close ends the vote of a game if its time is over or all have voted; otherwise it is due
// later. After an error it is called again.
func (c *Council) close(ctx context.Context, game string) error {
	r, leave, err := c.config.House.Enter(ctx, game)
	if errors.Is(err, room.ErrNoGame) {
		return c.storage.remove(ctx, game)
	}
	if err != nil {
		return err
	}
	defer leave()
	b, err := c.storage.ballot(ctx, game)
	if err != nil || b.version == 0 {
		return err
	}
	state, err := stateBefore(ctx, r, b.Ply)
	if err != nil {
		return err
	}
	isCurrent := b.Ply == state.Ply()+1
	switch {
	case state.Over():
		return c.storage.remove(ctx, game)
	case isCurrent && b.Decided != "":
		return c.play(ctx, r, b)
	}
	var sides [][]string
	for _, side := range state.Setup().Players {
		members, err := c.config.Sides.Members(ctx, side.ID)
		if err != nil && !errors.Is(err, tournament.ErrNotFound) {
			return err
		}
		sides = append(sides, members)
	}
	members := sides[state.Position().Turn()]
	b.only(members)
	now, end := c.config.House.Now(), closes(state, b.Voting)
	due := now + recheck // it waits for the next vote
	var told []string
	if b.left {
		told = slices.Concat(sides...) // both are shown how many they are
	}
	b.left = false
	switch {
	case isCurrent && len(b.Proposals) > 0 && (now >= end || b.isComplete(members)):
		b.Decided, due = b.winner(), now
	case isCurrent && now < end: // a player has left, or an outage was given back
		due = end
		if told == nil {
			told = members
		}
	}
	if err = c.storage.put(ctx, game, b, due); err != nil {
		return err
	}
	c.config.Lobby.TellVoted(told, game)
	if isCurrent && b.Decided != "" {
		return c.play(ctx, r, b)
	}
	return nil
}
