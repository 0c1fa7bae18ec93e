package live

import (
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/housebot"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
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

func (s *API) registerLists(kit *account.Kit) {
	httpkit.Register(kit, reading.At("GET /api/v1/live", "live", "List games in progress with a clock of minutes or, if there are none, the showcase game of house bots"), s.listLive)
	httpkit.Register(kit, reading.At("GET /api/v1/house", "house", "List the house bots of a game, which can be challenged by name"), s.listHouse)
	mine := httpkit.Operation{Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.Register(kit, mine.At("GET /api/v1/account/games", "myGames", "List my games in progress, those first in which it is my turn"), s.myGames)
}

func (s *API) myGames(ctx context.Context, who account.Who, _ *struct{}) (*httpkit.NoStore[[]play.Summary], error) {
	games, err := s.Store.Running(ctx, who.ID)
	return httpkit.Uncached(games), err
}

func (s *API) listHouse(ctx context.Context, _ account.Who, in *houseInput) (*houseOutput, error) {
	if _, err := s.Rules(in.Game); err != nil {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
	}
	out := &houseOutput{[]housebot.Resident{}}
	if s.Bots == nil {
		return out, nil
	}
	residents, err := s.Bots.Residents(ctx, in.Game, in.Speed)
	if err != nil {
		return nil, err
	}
	out.Body = append(out.Body, residents...)
	return out, nil
}

func (s *API) listLive(ctx context.Context, _ account.Who, in *liveInput) (*httpkit.NoStore[Live], error) {
	out := httpkit.Uncached(Live{map[string]play.Summary{}, []play.Summary{}})
	names := s.Games
	if in.Game != "" {
		if _, err := s.Rules(in.Game); err != nil {
			return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
		}
		names = []string{in.Game}
	}
	for _, name := range names {
		games, err := s.lists.strongest(ctx, s, name)
		if err != nil {
			return nil, err
		}
		if len(games) > 0 {
			out.Body.Featured[name] = games[0]
		}
		out.Body.Games = append(out.Body.Games, games...)
	}
	if in.Game != "" || len(out.Body.Games) > 0 || s.Showcase == nil {
		return out, nil
	}
	shown, err := s.lists.showcase(ctx, s)
	for _, game := range shown {
		out.Body.Featured[game.Game] = game
		out.Body.Games = append(out.Body.Games, game)
	}
	return out, err
}

// lists caches which games to show for a few seconds, however many clients ask.
type lists struct {
	mu    sync.Mutex
	shown map[string]shown // by game; that of the showcase is ""
}

type shown struct {
	games []play.Summary
	at    time.Time
	names int // of the store's changes of names
}

const (
	listTime  = 2 * time.Second
	listGames = 30
)

// strongest returns the games in progress of the strongest players.
func (l *lists) strongest(ctx context.Context, s *API, game string) ([]play.Summary, error) {
	return l.cached(s, game, func() ([]play.Summary, error) { return s.Store.Strongest(ctx, game, listGames) })
}

// showcase returns the game that house bots play for those who look, if there is one.
func (l *lists) showcase(ctx context.Context, s *API) ([]play.Summary, error) {
	return l.cached(s, "", func() ([]play.Summary, error) {
		game, err := s.Showcase.Game(ctx)
		if err != nil {
			s.Log.Warn("showcase", "cause", err)
			return nil, nil // the next attempt is as late as if it had begun
		}
		return []play.Summary{game}, nil
	})
}

func (l *lists) cached(s *API, game string, read func() ([]play.Summary, error)) ([]play.Summary, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := s.Store.NameChanges()
	if last, ok := l.shown[game]; ok && time.Since(last.at) < listTime && last.names == names {
		return last.games, nil
	}
	games, err := read()
	if err == nil {
		if l.shown == nil {
			l.shown = map[string]shown{}
		}
		l.shown[game] = shown{games, time.Now(), names}
	}
	return games, err
}

// PlayerPath is the path to a player with an account.
type PlayerPath struct {
	Name string `path:"name" maxLength:"40" doc:"The player's name, in any case"`
}

// Profile is what everybody may know about a player.
type Profile struct {
	Player  play.Player      `json:"player"`
	Online  bool             `json:"online,omitempty"`
	Ratings []account.Rating `json:"ratings"`
	Counts  []store.Count    `json:"counts" doc:"The number of games, by game"`
}

type searchInput struct {
	PlayerPath
	Game     string       `query:"game" maxLength:"40"`
	Speed    play.Speed   `query:"speed" enum:"fast,slow,correspondence,unlimited"`
	Opponent string       `query:"opponent" maxLength:"40" doc:"The name of the opponent in games for two"`
	Result   store.Result `query:"result" enum:"won,lost,aborted,going-on"`
	Rated    string       `query:"rated" enum:"true,false"`
	store.Page
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"30"`
}

type curveInput struct {
	PlayerPath
	Game  string     `query:"game" required:"true" maxLength:"40"`
	Speed play.Speed `query:"speed" required:"true" enum:"fast,slow,correspondence"`
}

// Point is a rating after a game.
type Point struct {
	Game      string       `json:"game" doc:"The game's ID"`
	At        play.Instant `json:"at"`
	Rating    int          `json:"rating"`
	Deviation int          `json:"deviation"`
}

type recordInput struct {
	PlayerPath
	Game string `query:"game" maxLength:"40" doc:"The name of a game; all if missing"`
}

// Scores has a player's results.
type Scores struct {
	Opponents []store.Against `json:"opponents" doc:"In games for two, most frequent first"`
	Sides     []store.Side    `json:"sides" doc:"By seat: the player who starts has seat 1"`
}

type leaderInput struct {
	Game  string     `path:"game" maxLength:"40"`
	Speed play.Speed `path:"speed" enum:"fast,slow,correspondence"`
}

// Leader is one of the best players.
type Leader struct {
	Player    play.Player `json:"player"`
	Rating    int         `json:"rating"`
	Deviation int         `json:"deviation"`
	Games     int         `json:"games"`
}

const (
	leaders   = 100 // length of a leaderboard
	opponents = 100 // listed in a record
	sides     = 100
	points    = 500 // of a curve
)

func (s *API) registerPlayers(kit *account.Kit) {
	read := reading.Costing(httpkit.Read)
	httpkit.Register(kit, read.At("GET /api/v1/player/{name}", "player", "Get a player"), s.getPlayer)
	httpkit.Register(kit, read.At("GET /api/v1/player/{name}/games", "playerGames", "List a player's games, newest first"), s.searchGames)
	httpkit.Register(kit, read.At("GET /api/v1/player/{name}/curve", "playerCurve", "Get the history of a player's rating, at most 500 points"), s.getCurve)
	httpkit.Register(kit, read.At("GET /api/v1/player/{name}/record", "playerRecord", "Get a player's results, by opponent and by side"), s.getRecord)
	httpkit.Register(kit, read.At("GET /api/v1/leaderboard/{game}/{speed}", "leaderboard", "List the best players, people and bots"), s.listLeaders)
}

// find returns the player with a name.
func (s *API) find(ctx context.Context, name string) (play.Player, error) {
	p, err := s.Find(ctx, "", name) // members of classes can't be found here
	if errors.Is(err, store.ErrNotFound) {
		err = httpkit.NewProblem(http.StatusNotFound, "no-player", "player %q: there is no player with this name", name)
	}
	return p, err
}

func (s *API) getPlayer(ctx context.Context, _ account.Who, in *PlayerPath) (*httpkit.NoStore[Profile], error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	out := httpkit.Uncached(Profile{Player: p, Online: s.Lobby.Listens(p.ID), Ratings: []account.Rating{}, Counts: []store.Count{}})
	all, err := s.Store.RatingsOf(ctx, p.ID, s.Now())
	for _, one := range all {
		out.Body.Ratings = append(out.Body.Ratings, account.NewRating(one))
	}
	if err == nil {
		var counts []store.Count
		counts, err = s.Store.Counts(ctx, p.ID)
		out.Body.Counts = append(out.Body.Counts, counts...)
	}
	return out, err
}

func (s *API) searchGames(ctx context.Context, _ account.Who, in *searchInput) (*httpkit.NoStore[[]play.Summary], error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	search := store.Search{Player: p.ID, Game: in.Game, Speed: in.Speed, Result: in.Result, Page: in.Page, Limit: in.Limit}
	if in.Rated != "" {
		rated := in.Rated == "true"
		search.Rated = &rated
	}
	if in.Opponent != "" {
		other, err := s.find(ctx, in.Opponent)
		if err != nil {
			return nil, err
		}
		search.Opponent = other.ID
	}
	games, err := s.Store.Games(ctx, search)
	return httpkit.Uncached(games), err
}

func (s *API) getCurve(ctx context.Context, _ account.Who, in *curveInput) (*httpkit.NoStore[[]Point], error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	changes, err := s.Store.Curve(ctx, p.ID, in.Game, in.Speed, points)
	if err != nil {
		return nil, err
	}
	out := httpkit.Uncached([]Point{})
	for _, c := range changes {
		out.Body = append(out.Body, Point{c.Game, c.At, round(c.Rating.Rating), round(c.Deviation)})
	}
	return out, nil
}

func (s *API) getRecord(ctx context.Context, _ account.Who, in *recordInput) (*httpkit.NoStore[Scores], error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	others, err := s.Store.ByOpponent(ctx, p.ID, in.Game, opponents)
	if err != nil {
		return nil, err
	}
	sides, err := s.Store.BySide(ctx, p.ID, sides)
	return httpkit.Uncached(Scores{append([]store.Against{}, others...), append([]store.Side{}, sides...)}), err
}

func (s *API) listLeaders(ctx context.Context, _ account.Who, in *leaderInput) (*httpkit.NoStore[[]Leader], error) {
	if _, err := s.Rules(in.Game); err != nil {
		return nil, httpkit.NewProblem(http.StatusNotFound, "unknown-game", "%v", err)
	}
	best, err := s.Store.Best(ctx, in.Game, in.Speed, leaders)
	if err != nil {
		return nil, err
	}
	out := httpkit.Uncached([]Leader{})
	for _, l := range best {
		player := play.Player{ID: l.Player, Name: l.Name, Kind: l.Kind}
		out.Body = append(out.Body, Leader{player, round(l.Rating.Rating.Rating), round(l.Deviation), l.Games})
	}
	return out, nil
}

func round(x float64) int { return int(math.Round(x)) }
