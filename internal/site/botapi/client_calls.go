package botapi

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// Account returns the account that the token belongs to.
func (c *Client) Account(ctx context.Context) (play.Player, error) {
	var answer struct {
		Player *play.Player `json:"player"`
	}
	err := c.call(ctx, http.MethodGet, nil, nil, &answer, "account")
	if err != nil || answer.Player == nil {
		return play.Player{}, err
	}
	return *answer.Player, nil
}

// Playing returns the games of the account that are in progress.
func (c *Client) Playing(ctx context.Context) ([]Game, error) {
	var answer Playing
	err := c.call(ctx, http.MethodGet, nil, nil, &answer, "account", "playing")
	return answer.NowPlaying, err
}

// Move plays a turn. ply is the number of the turn in the game, from 1: sent twice, it
// is played once.
func (c *Client) Move(ctx context.Context, game, turn string, ply int) error {
	query := url.Values{"ply": {strconv.Itoa(ply)}, "lag": {strconv.FormatInt(c.Lag().Milliseconds(), 10)}}
	return c.call(ctx, http.MethodPost, query, nil, nil, "bot", "game", game, "move", turn)
}

// Resign resigns a game.
func (c *Client) Resign(ctx context.Context, game string) error { return c.order(ctx, game, "resign") }

// Abort ends a game in which not all players have had a turn.
func (c *Client) Abort(ctx context.Context, game string) error { return c.order(ctx, game, "abort") }

// Claim claims that the opponent has left.
func (c *Client) Claim(ctx context.Context, game string) error {
	return c.order(ctx, game, "claim-victory")
}

func (c *Client) order(ctx context.Context, game, order string) error {
	return c.call(ctx, http.MethodPost, nil, nil, nil, "bot", "game", game, order)
}

// Say sends a phrase to all who follow a game.
func (c *Client) Say(ctx context.Context, game, phrase string) error {
	return c.call(ctx, http.MethodPost, nil, map[string]string{"text": phrase}, nil, "bot", "game", game, "chat")
}

// Accept accepts a challenge.
func (c *Client) Accept(ctx context.Context, challenge string) error {
	return c.call(ctx, http.MethodPost, nil, nil, nil, "challenge", challenge, "accept")
}

// Decline declines a challenge to the account.
func (c *Client) Decline(ctx context.Context, challenge string) error {
	return c.call(ctx, http.MethodPost, nil, nil, nil, "challenge", challenge, "decline")
}

// Cancel withdraws one of the account's challenges.
func (c *Client) Cancel(ctx context.Context, challenge string) error {
	return c.call(ctx, http.MethodPost, nil, nil, nil, "challenge", challenge, "cancel")
}

// Challenge challenges a player by name.
func (c *Client) Challenge(ctx context.Context, name string, terms lobby.Terms) (made Made, err error) {
	err = c.call(ctx, http.MethodPost, nil, terms, &made, "challenge", name)
	return made, err
}

// Seek offers a game to anybody while the account follows its events. The same offer
// sent twice is one.
func (c *Client) Seek(ctx context.Context, terms lobby.Terms) (made lobby.Made, err error) {
	err = c.call(ctx, http.MethodPost, nil, terms, &made, "seeks")
	return made, err
}

// Withdraw withdraws a seek.
func (c *Client) Withdraw(ctx context.Context, seek string) error {
	return c.call(ctx, http.MethodDelete, nil, nil, nil, "seeks", seek)
}

// Climb says that the account is ready for a number of games at a time on the ladder of
// a game; 0 ends that. It holds while the account follows its events.
func (c *Client) Climb(ctx context.Context, game string, games int) error {
	if games == 0 {
		return c.call(ctx, http.MethodDelete, nil, nil, nil, "ladder", game)
	}
	return c.call(ctx, http.MethodPut, nil, map[string]int{"games": games}, nil, "ladder", game)
}

// Backoff returns how long to wait after a number of consecutive failures, from 0,
// before trying again.
func Backoff(failures int) time.Duration {
	const first, most = 200 * time.Millisecond, 10 * time.Second
	return min(first<<min(failures, 8), most)
}
