package ladder

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/record"
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Ladder *Ladder
	Store  *store.Store
	account.Identity
	// Find returns the player with a name, or store.ErrNotFound.
	Find func(ctx context.Context, name string) (play.Player, error)
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
	Log   *slog.Logger
}

// API is the ladder over HTTP. Create it with [NewAPI].
type API struct{ APIConfig }

// NewAPI returns an API.
func NewAPI(c APIConfig) *API { return &API{c} }

// Register adds the operations to an API.
func (a *API) Register(api huma.API) {
	huma.Register(api, a.operation(http.MethodGet, "", "ladder", "Return the standings of a game's ladder"), a.getStanding)
	huma.Register(api, a.operation(http.MethodGet, "/table.csv", "ladderTable", "Export the cross table as CSV"), a.getTable)
	huma.Register(api, a.operation(http.MethodGet, "/games", "ladderGames", "List games of the ladder, the newest first"), a.listGames)
	huma.Register(api, a.operation(http.MethodGet, "/games.csv", "ladderGamesTable", "Export games of the ladder as CSV, the newest first"), a.getGamesTable)
	huma.Register(api, a.operation(http.MethodGet, "/records", "ladderRecords", "Export games of the ladder as records, the newest first"), a.getRecords)
	ready := httpkit.Changing(a.operation(http.MethodPut, "", "ladderReady", "Be paired with other programs from now on"))
	ready.Description = "For bots that follow /api/v1/events, where their games are announced. It lasts until the bot leaves or has followed nothing for a minute. Repeating it changes the number of games."
	huma.Register(api, ready, a.enter)
	huma.Register(api, httpkit.Changing(a.operation(http.MethodDelete, "", "ladderLeave", "Stop being paired; games in progress continue")), a.leave)
}

func (a *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/ladder/{game}"+path, id, summary)
	op.Tags, op.Middlewares = []string{"ladder"}, huma.Middlewares{a.Attach}
	return op
}

// GamePath is the path to the ladder of a game.
type GamePath struct {
	Game string `path:"game" maxLength:"40"`
}

type readyInput struct {
	GamePath
	Body struct {
		Games int `json:"games" minimum:"1" maximum:"8" doc:"How many games to play at a time, at most"`
	}
}

func (a *API) enter(ctx context.Context, in *readyInput) (*struct{}, error) {
	who, err := a.Need(ctx, account.Bot)
	if err != nil {
		return nil, err
	}
	return nil, a.problem(a.Ladder.Ready(ctx, who.Player, in.Game, in.Body.Games))
}

func (a *API) leave(ctx context.Context, in *GamePath) (*struct{}, error) {
	who, err := a.Need(ctx, account.Bot)
	if err != nil {
		return nil, err
	}
	return nil, a.problem(a.Ladder.Leave(ctx, who.ID, in.Game))
}

func (a *API) getStanding(ctx context.Context, in *GamePath) (*httpkit.NoStore[Rungs], error) {
	standing, err := a.Ladder.Standing(ctx, in.Game)
	return httpkit.Uncached(standing), a.problem(err)
}

type gamesInput struct {
	GamePath
	Player   string `query:"player" maxLength:"40" doc:"The name of a program"`
	Opponent string `query:"opponent" maxLength:"40" doc:"The name of an opponent; needs player"`
	store.Page
	Limit int `query:"limit" minimum:"1" maximum:"10000" default:"100"`
}

func (a *API) listGames(ctx context.Context, in *gamesInput) (*httpkit.NoStore[[]play.Summary], error) {
	games, err := a.games(ctx, in)
	return httpkit.Uncached(append([]play.Summary{}, games...)), err
}

// games returns the games of a request. The error is a problem.
func (a *API) games(ctx context.Context, in *gamesInput) ([]play.Summary, error) {
	var ids [2]string
	for i, name := range []string{in.Player, in.Opponent} {
		if name == "" {
			continue
		}
		p, err := a.Find(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			return nil, httpkit.NewProblem(http.StatusNotFound, "no-player", "player %q: there is no player with this name", name)
		}
		if err != nil {
			return nil, a.problem(err)
		}
		ids[i] = p.ID
	}
	if in.Opponent != "" && in.Player == "" {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "player", "opponent %q: player is required as well", in.Opponent)
	}
	games, err := a.Ladder.Games(ctx, in.Game, ids[0], ids[1], in.Page, in.Limit)
	return games, a.problem(err)
}

func (a *API) problem(err error) error {
	if refused, ok := errors.AsType[*play.Refusal](err); ok {
		switch refused.Reason {
		case UnknownGame:
			return httpkit.ProblemOf(err).WithStatus(http.StatusNotFound)
		case TooMany: // games at a time
			return httpkit.ProblemOf(err).WithStatus(http.StatusUnprocessableEntity)
		}
	}
	return httpkit.Internal(a.Log, "ladder", err)
}

func csvFile(name string, rows [][]string) (*httpkit.File, error) {
	var text bytes.Buffer
	if err := csv.NewWriter(&text).WriteAll(rows); err != nil {
		return nil, err
	}
	return httpkit.NewFile("text/csv; charset=utf-8", name, text.Bytes()), nil
}

// getTable returns the cross table: a row for each program with its score
// against each other one, as 3/4.
func (a *API) getTable(ctx context.Context, in *GamePath) (*httpkit.File, error) {
	standing, err := a.Ladder.Standing(ctx, in.Game)
	if err != nil {
		return nil, a.problem(err)
	}
	return csvFile("ladder-"+standing.Game+".csv", table(standing))
}

func table(s Rungs) [][]string {
	head := []string{"rank", "player", "house", "elo", "error", "rating", "deviation", "games", "won"}
	for _, r := range s.Rows {
		head = append(head, r.Player.Name)
	}
	rows := [][]string{head}
	for i, r := range s.Rows {
		row := []string{
			strconv.Itoa(i + 1), r.Player.Name, strconv.FormatBool(r.House), fmt.Sprint(r.Elo), fmt.Sprint(r.Error),
			strconv.Itoa(r.Player.Rating), strconv.Itoa(r.Deviation), strconv.Itoa(r.Games), strconv.Itoa(r.Won),
		}
		for _, a := range r.Against {
			cell := ""
			if a.Games() > 0 {
				cell = fmt.Sprintf("%d/%d", a.Won(), a.Games())
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

func (a *API) getGamesTable(ctx context.Context, in *gamesInput) (*httpkit.File, error) {
	games, err := a.games(ctx, in)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"id", "began", "first", "second", "winner", "reason", "turns"}}
	for _, g := range games {
		winner := ""
		if len(g.Winners) == 1 {
			winner = g.Players[g.Winners[0]-1].Name
		}
		rows = append(rows, []string{
			g.ID, time.UnixMilli(int64(g.At)).UTC().Format(time.RFC3339), g.Players[0].Name, g.Players[1].Name, winner, g.Reason, strconv.Itoa(g.Ply),
		})
	}
	return csvFile("ladder-"+in.Game+"-games.csv", rows)
}

const maxRecords = 200 // each is read from its log

func (a *API) getRecords(ctx context.Context, in *gamesInput) (*httpkit.File, error) {
	in.Limit = min(cmp.Or(in.Limit, maxRecords), maxRecords)
	games, err := a.games(ctx, in)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, g := range games {
		if err := a.write(ctx, &text, g); err != nil {
			return nil, a.problem(err)
		}
	}
	return httpkit.NewFile("text/plain; charset=utf-8", "ladder-"+in.Game+".txt", text.Bytes()), nil
}

func (a *API) write(ctx context.Context, text *bytes.Buffer, g play.Summary) error {
	log, err := a.Store.Events(ctx, g.ID, 0)
	if err != nil {
		return err
	}
	rules, err := a.Rules(g.Game)
	if err != nil {
		return err
	}
	sheet, err := play.Record(g.ID, log, rules)
	if err != nil {
		return err
	}
	return record.Write(record.Thera, text, sheet)
}
