package live

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/housebot"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

type liveInput struct {
	Game string `query:"game" maxLength:"40" doc:"The name of a game; all if missing"`
}

// Live has the games in progress.
type Live struct {
	Featured map[string]play.Summary `json:"featured" doc:"By game, the one to show"`
	Games    []play.Summary          `json:"games" doc:"Those of the strongest players first"`
}

type houseInput struct {
	Game  string     `query:"game" required:"true" maxLength:"40"`
	Speed play.Speed `query:"speed" enum:"fast,slow,correspondence,unlimited" default:"fast" doc:"The speed of the ratings"`
}

type houseOutput struct{ Body []housebot.Resident }

// lists adds the operations that list games, and house bots.
func (r registry) lists() {
	huma.Register(r.api, r.operation(http.MethodGet, "/live", "live", "List games in progress with a clock of minutes"), r.listLive)
	huma.Register(r.api, r.operation(http.MethodGet, "/account/games", "myGames", "List my games in progress, those first in which it is my turn"), r.myGames)
	huma.Register(r.api, r.operation(http.MethodGet, "/house", "house", "List the house bots of a game, which can be challenged by name"), r.listHouse)
}

func (r registry) myGames(ctx context.Context, _ *struct{}) (*httpkit.NoStore[[]play.Summary], error) {
	who, err := r.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	games, err := r.Store.Running(ctx, who.ID)
	return httpkit.Uncached(games), r.problem(err)
}

func (r registry) listHouse(ctx context.Context, in *houseInput) (*houseOutput, error) {
	if _, err := r.Rules(in.Game); err != nil {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
	}
	out := &houseOutput{[]housebot.Resident{}}
	if r.Bots == nil {
		return out, nil
	}
	residents, err := r.Bots.Residents(ctx, in.Game, in.Speed)
	if err != nil {
		return nil, r.problem(err)
	}
	out.Body = append(out.Body, residents...)
	return out, nil
}

func (r registry) listLive(ctx context.Context, in *liveInput) (*httpkit.NoStore[Live], error) {
	out := httpkit.Uncached(Live{map[string]play.Summary{}, []play.Summary{}})
	names := r.Games
	if in.Game != "" {
		if _, err := r.Rules(in.Game); err != nil {
			return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
		}
		names = []string{in.Game}
	}
	for _, name := range names {
		games, err := r.showcase.games(ctx, r.API, name)
		if err != nil {
			return nil, r.problem(err)
		}
		if len(games) > 0 {
			out.Body.Featured[name] = games[0]
		}
		out.Body.Games = append(out.Body.Games, games...)
	}
	return out, nil
}

// showcase caches which games to show for a few seconds, however many clients ask.
type showcase struct {
	mu    sync.Mutex
	shown map[string]shown // by game
}

type shown struct {
	games []play.Summary
	at    time.Time
}

const (
	showcaseTime  = 2 * time.Second
	showcaseGames = 30
)

func (c *showcase) games(ctx context.Context, s *API, game string) ([]play.Summary, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last, ok := c.shown[game]; ok && time.Since(last.at) < showcaseTime {
		return last.games, nil
	}
	games, err := s.Store.Strongest(ctx, game, showcaseGames)
	if err == nil {
		if c.shown == nil {
			c.shown = map[string]shown{}
		}
		c.shown[game] = shown{games, time.Now()}
	}
	return games, err
}
