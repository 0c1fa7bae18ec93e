package botapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

func (d *API) playing(ctx context.Context, _ *nothing) (*httpkit.NoStore[Playing], error) {
	who, err := d.Live.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	games, err := d.Live.Store.Running(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	out := httpkit.Uncached(Playing{NowPlaying: []Game{}})
	for _, g := range games {
		out.Body.NowPlaying = append(out.Body.NowPlaying, *GameOf(g, who.ID))
	}
	return out, nil
}

type linesOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

type onlineInput struct {
	N int `query:"nb" minimum:"1" maximum:"500" default:"100" doc:"At most this number"`
}

func (d *API) online(ctx context.Context, in *onlineInput) (*linesOutput, error) {
	who, err := d.Live.Who(ctx)
	if err != nil {
		return nil, err
	}
	var bots []play.Player
	for _, id := range d.Live.Lobby.LocalListeners() {
		a, err := d.Live.Store.Account(ctx, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err // guests have no account
		}
		if err == nil && a.Kind == play.Bot && a.Closed == 0 && a.Class == who.Class {
			bots = append(bots, play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind, Class: a.Class})
		}
	}
	slices.SortFunc(bots, func(a, b play.Player) int { return cmp.Compare(a.Name, b.Name) })
	if d.Live.Bots != nil {
		for _, game := range d.Live.Games {
			residents, err := d.Live.Bots.Residents(ctx, game, play.Fast)
			if err != nil {
				return nil, err
			}
			for _, r := range residents {
				bots = append(bots, r.Player)
			}
		}
	}
	out := &linesOutput{"application/x-ndjson", "no-store", nil}
	for _, b := range bots[:min(len(bots), in.N)] {
		out.Body = append(append(out.Body, encode(UserOf(b))...), '\n')
	}
	return out, nil
}

func (d *API) challenges(ctx context.Context, _ *nothing) (*httpkit.NoStore[Challenges], error) {
	who, err := d.Live.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	in, out := d.Live.Lobby.Challenges(who.ID)
	return httpkit.Uncached(Challenges{In: challengesOf(in), Out: challengesOf(out)}), nil
}

func challengesOf(all []lobby.Challenge) []Challenge {
	out := []Challenge{}
	for _, c := range all {
		out = append(out, *ChallengeOf(c))
	}
	return out
}

type challengeInput struct {
	Username string `path:"username" maxLength:"40"`
	Body     lobby.Terms
}

type challengeOutput struct{ Body Made }

func (d *API) challenge(ctx context.Context, in *challengeInput) (*challengeOutput, error) {
	made, err := d.Live.Arrange(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
		return d.Live.Lobby.Challenge(ctx, who, in.Username, in.Body)
	})
	switch {
	case err != nil:
		return nil, err
	case made.Draft != nil:
		return nil, httpkit.NewProblem(http.StatusConflict, "draft", "the powers are chosen in draft %q: programs need powers that are not drafted", made.Draft.ID)
	}
	out := &challengeOutput{Made{Game: made.Game}}
	if made.Challenge != nil {
		out.Body.Challenge = ChallengeOf(*made.Challenge)
	}
	return out, nil
}

type challengePath struct {
	ID string `path:"id" maxLength:"40"`
}

// addAnswer adds an operation that answers a challenge.
func addAnswer(api huma.API, d *API, verb, summary string, answer func(context.Context, play.Player, string) error) {
	op := httpkit.Changing(d.operation(http.MethodPost, "/challenge/{id}/"+verb, "botChallenge-"+verb, summary))
	huma.Register(api, op, func(ctx context.Context, in *challengePath) (*okOutput, error) {
		_, err := d.Live.Arrange(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return lobby.Made{}, answer(ctx, who, in.ID)
		})
		if err != nil {
			return nil, err
		}
		return done, nil
	})
}
