package live

import (
	"context"
	"math"
	"net/http"
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
	Game  string     `query:"game" required:"true" maxLength:"40" doc:"The game's name"`
	Speed play.Speed `query:"speed" enum:"fast,slow,correspondence,unlimited" default:"fast" doc:"The speed of the ratings"`
}

// public declares an operation whose answer everybody gets alike.
var public = httpkit.Operation{Tag: "players", Callers: httpkit.Unidentified, Object: httpkit.OfEveryone, Cost: httpkit.Read}

// sharing is for lists that many clients ask for again and again.
func (s *API) sharing() httpkit.Sharing {
	return httpkit.Sharing{For: listTime, Version: s.Store.NameChanges}
}

const (
	listTime  = 2 * time.Second
	listGames = 30
)

func (s *API) registerLists(kit *account.Kit) {
	games := public
	games.Tag = "games"
	httpkit.Shared(kit, games.At("GET /api/v1/live", "live", "List games in progress with a clock of minutes or, if there are none, the showcase game of house bots"), s.sharing(), s.listLive)
	httpkit.Shared(kit, public.At("GET /api/v1/house", "house", "List the house bots of a game, which can be challenged by name"), s.sharing(), s.listHouse)
	mine := httpkit.Operation{Tag: "games", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Read}
	httpkit.JSON(kit, mine.At("GET /api/v1/account/games", "myGames", "List my games in progress, those first in which it is my turn"), s.myGames)
}

func (s *API) myGames(ctx context.Context, who account.Who, _ *struct{}) ([]play.Summary, error) {
	return s.Lobby.Games(ctx, who.ID)
}

func (s *API) listHouse(ctx context.Context, in *houseInput) ([]housebot.Resident, error) {
	if err := s.checkGame(in.Game); err != nil {
		return nil, err
	}
	if s.Bots == nil {
		return []housebot.Resident{}, nil
	}
	residents, err := s.Bots.Residents(ctx, in.Game, in.Speed)
	return append([]housebot.Resident{}, residents...), err
}

// checkGame returns the problem of a name that no game has.
func (s *API) checkGame(name string) error {
	if _, err := s.Rules(name); err != nil {
		return httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
	}
	return nil
}

func (s *API) listLive(ctx context.Context, in *liveInput) (Live, error) {
	out := Live{map[string]play.Summary{}, []play.Summary{}}
	names := s.Games
	if in.Game != "" {
		if err := s.checkGame(in.Game); err != nil {
			return out, err
		}
		names = []string{in.Game}
	}
	for _, name := range names {
		games, err := s.Store.Strongest(ctx, name, listGames)
		if err != nil {
			return out, err
		}
		if len(games) > 0 {
			out.Featured[name] = games[0]
		}
		out.Games = append(out.Games, games...)
	}
	if in.Game != "" || len(out.Games) > 0 || s.Showcase == nil {
		return out, nil
	}
	game, err := s.Showcase.Game(ctx)
	if err != nil {
		s.Log.Warn("showcase game not begun", "cause", err)
		return out, nil // the next attempt is as late as if it had begun
	}
	return Live{map[string]play.Summary{game.Game: game}, []play.Summary{game}}, nil
}

// PlayerPath is the path to a player with an account.
type PlayerPath struct {
	Name string `path:"name" maxLength:"40" doc:"The player's name, in any case"`
}

// Profile is what everybody may know about a player.
type Profile struct {
	Player  play.Player      `json:"player" doc:"Who it is"`
	Online  bool             `json:"online,omitempty" doc:"Whether they are connected"`
	Ratings []account.Rating `json:"ratings" doc:"By game and speed"`
	Counts  []store.Count    `json:"counts" doc:"The number of games, by game"`
}

type searchInput struct {
	PlayerPath
	Game     string       `query:"game" maxLength:"40" doc:"The game's name"`
	Speed    play.Speed   `query:"speed" enum:"fast,slow,correspondence,unlimited" doc:"By the clock of the games"`
	Opponent string       `query:"opponent" maxLength:"40" doc:"The name of the opponent in games for two"`
	Result   store.Result `query:"result" enum:"won,lost,aborted,going-on" doc:"For the player of the path"`
	Rated    string       `query:"rated" enum:"true,false" doc:"Only rated games, or only casual ones"`
	store.Page
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"30" doc:"At most this many"`
}

type curveInput struct {
	PlayerPath
	Game  string     `query:"game" required:"true" maxLength:"40" doc:"The game's name"`
	Speed play.Speed `query:"speed" required:"true" enum:"fast,slow,correspondence" doc:"By the clock of the games"`
}

// Point is a rating after a game.
type Point struct {
	Game      string       `json:"game" doc:"The game's ID"`
	At        play.Instant `json:"at" doc:"When the game ended"`
	Rating    int          `json:"rating" doc:"After the game"`
	Deviation int          `json:"deviation" doc:"Of that rating"`
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
	Game  string     `path:"game" maxLength:"40" doc:"The game's name"`
	Speed play.Speed `path:"speed" enum:"fast,slow,correspondence" doc:"The speed of the ratings"`
}

// Leader is one of the best players.
type Leader struct {
	Player    play.Player `json:"player" doc:"Who it is"`
	Rating    int         `json:"rating" doc:"Glicko-2, rounded"`
	Deviation int         `json:"deviation" doc:"Of that rating"`
	Games     int         `json:"games" doc:"The number of rated games"`
}

const (
	leaders   = 100 // length of a leaderboard
	opponents = 100 // listed in a record
	sides     = 100
	points    = 500 // of a curve
)

func (s *API) registerPlayers(kit *account.Kit) {
	read := reading("players").Costing(httpkit.Read)
	httpkit.JSON(kit, read.At("GET /api/v1/player/{name}", "player", "Get a player"), s.getPlayer)
	httpkit.JSON(kit, read.At("GET /api/v1/player/{name}/games", "playerGames", "List a player's games, newest first"), s.searchGames)
	httpkit.JSON(kit, read.At("GET /api/v1/player/{name}/curve", "playerCurve", "Get the history of a player's rating, at most 500 points"), s.getCurve)
	httpkit.JSON(kit, read.At("GET /api/v1/player/{name}/record", "playerRecord", "Get a player's results, by opponent and by side"), s.getRecord)
	httpkit.Shared(kit, public.At("GET /api/v1/leaderboard/{game}/{speed}", "leaderboard", "List the best players, people and bots"), s.sharing(), s.listLeaders)
}

// find returns the player with a name, who is in no class.
func (s *API) find(ctx context.Context, name string) (play.Player, error) {
	return s.Find(ctx, "", name)
}

func (s *API) getPlayer(ctx context.Context, _ account.Who, in *PlayerPath) (Profile, error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return Profile{}, err
	}
	out := Profile{Player: p, Online: s.Lobby.Listens(p.ID), Ratings: []account.Rating{}, Counts: []store.Count{}}
	all, err := s.Store.RatingsOf(ctx, p.ID, s.House.Now())
	for _, one := range all {
		out.Ratings = append(out.Ratings, account.NewRating(one))
	}
	if err == nil {
		var counts []store.Count
		counts, err = s.Store.Counts(ctx, p.ID)
		out.Counts = append(out.Counts, counts...)
	}
	return out, err
}

func (s *API) searchGames(ctx context.Context, _ account.Who, in *searchInput) ([]play.Summary, error) {
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
	return s.Store.Games(ctx, search)
}

func (s *API) getCurve(ctx context.Context, _ account.Who, in *curveInput) ([]Point, error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	changes, err := s.Store.Curve(ctx, p.ID, in.Game, in.Speed, points)
	if err != nil {
		return nil, err
	}
	out := []Point{}
	for _, c := range changes {
		out = append(out, Point{c.Game, c.At, round(c.Rating.Rating), round(c.Deviation)})
	}
	return out, nil
}

func (s *API) getRecord(ctx context.Context, _ account.Who, in *recordInput) (Scores, error) {
	p, err := s.find(ctx, in.Name)
	if err != nil {
		return Scores{}, err
	}
	others, err := s.Store.ByOpponent(ctx, p.ID, in.Game, opponents)
	if err != nil {
		return Scores{}, err
	}
	sides, err := s.Store.BySide(ctx, p.ID, in.Game, sides)
	return Scores{append([]store.Against{}, others...), append([]store.Side{}, sides...)}, err
}

func (s *API) listLeaders(ctx context.Context, in *leaderInput) ([]Leader, error) {
	if _, err := s.Rules(in.Game); err != nil {
		return nil, httpkit.NewProblem(http.StatusNotFound, "unknown-game", "%v", err)
	}
	best, err := s.Store.Best(ctx, in.Game, in.Speed, leaders)
	out := []Leader{}
	for _, l := range best {
		player := play.Player{ID: l.Player, Name: l.Name, Kind: l.Kind}
		out = append(out, Leader{player, round(l.Rating.Rating.Rating), round(l.Deviation), l.Games})
	}
	return out, err
}

func round(x float64) int { return int(math.Round(x)) }
