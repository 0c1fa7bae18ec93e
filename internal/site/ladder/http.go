package ladder

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"thera/game"
	"thera/internal/lab/rating"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/record"
)

// API is the ladder over HTTP.
type API struct {
	Ladder *Ladder
	Store  *store.Store
	// Find returns the player with a name, who is in no class.
	Find func(ctx context.Context, name string) (play.Player, error)
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
}

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	op := httpkit.Operation{
		Tag: "ladder", Callers: httpkit.Anyone, Object: httpkit.OfEveryone, Cost: httpkit.Read,
		Reasons: map[string]int{string(UnknownGame): http.StatusNotFound, string(TooMany): http.StatusUnprocessableEntity},
	}
	table := op.Answering(httpkit.Answer{ContentType: "text/csv", What: "Comma-separated values in UTF-8, with a header line"})
	records := op.Answering(httpkit.Answer{ContentType: "text/plain", What: "Records in thera's own format"})
	public := op
	public.Callers = httpkit.Unidentified
	httpkit.Shared(kit, public.At("GET /api/v1/ladder/{game}", "ladder", "Return the standings of a game's ladder"),
		httpkit.Sharing{For: 3 * time.Second, Version: a.Store.NameChanges}, a.getStanding)
	computed := table.Costing(httpkit.Picture) // for each who asks, which takes a processor for a moment
	httpkit.Register(kit, computed.At("GET /api/v1/ladder/{game}/table.csv", "ladderTable", "Export the cross table as CSV"), a.getTable)
	httpkit.JSON(kit, op.At("GET /api/v1/ladder/{game}/games", "ladderGames", "List games of the ladder, the newest first"), a.listGames)
	httpkit.Register(kit, table.At("GET /api/v1/ladder/{game}/games.csv", "ladderGamesTable", "Export games of the ladder as CSV, the newest first"), a.getGamesTable)
	httpkit.Register(kit, records.At("GET /api/v1/ladder/{game}/records", "ladderRecords", "Export games of the ladder as records, the newest first"), a.getRecords)
	op.Callers, op.Scope, op.Cost = httpkit.Players, account.Bot, httpkit.Write
	op = op.About(httpkit.OfCaller).Failing(http.StatusConflict)
	httpkit.Do(kit, op.At("PUT /api/v1/ladder/{game}", "ladderReady", "Be paired with other programs from now on").
		Saying("For bots that follow /api/v1/events, where their games are announced. It lasts until the bot leaves or has followed nothing for a minute. Repeating it changes the number of games.").
		Taking(httpkit.SmallBody), a.enter)
	httpkit.Do(kit, op.At("DELETE /api/v1/ladder/{game}", "ladderLeave", "Stop being paired; games in progress continue"), a.leave)
}

// GamePath is the path to the ladder of a game.
type GamePath struct {
	Game string `path:"game" maxLength:"40" doc:"The game's name"`
}

type readyInput struct {
	GamePath
	Body struct {
		Games int `json:"games" minimum:"1" maximum:"8" doc:"How many games to play at a time, at most"`
	}
}

func (a *API) enter(ctx context.Context, who account.Who, in *readyInput) error {
	return a.Ladder.Ready(ctx, who.Player, in.Game, in.Body.Games)
}

func (a *API) leave(ctx context.Context, who account.Who, in *GamePath) error {
	return a.Ladder.Leave(ctx, who.ID, in.Game)
}

func (a *API) getStanding(ctx context.Context, in *GamePath) (Rungs, error) {
	return a.Ladder.Standing(ctx, in.Game)
}

type gamesInput struct {
	GamePath
	Player   string `query:"player" maxLength:"40" doc:"The name of a program"`
	Opponent string `query:"opponent" maxLength:"40" doc:"The name of an opponent; needs player"`
	store.Page
	Limit int `query:"limit" minimum:"1" maximum:"10000" default:"100" doc:"At most this many, the latest"`
}

func (a *API) listGames(ctx context.Context, _ account.Who, in *gamesInput) ([]play.Summary, error) {
	games, err := a.games(ctx, in)
	return append([]play.Summary{}, games...), err
}

// games returns the games of a request.
func (a *API) games(ctx context.Context, in *gamesInput) ([]play.Summary, error) {
	var ids [2]string
	for i, name := range []string{in.Player, in.Opponent} {
		if name == "" {
			continue
		}
		p, err := a.Find(ctx, name)
		if err != nil {
			return nil, err
		}
		ids[i] = p.ID
	}
	if in.Opponent != "" && in.Player == "" {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "player", "opponent %q: player is required as well", in.Opponent)
	}
	games, err := a.Ladder.Games(ctx, in.Game, ids[0], ids[1], in.Page, in.Limit)
	return games, err
}

// getTable returns the cross table: a row for each program with its score
// against each other one, as 3/4.
func (a *API) getTable(ctx context.Context, _ account.Who, in *GamePath) (*httpkit.Attachment, error) {
	standing, err := a.Ladder.Standing(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	return httpkit.CSV("ladder-"+standing.Game, table(standing)), nil
}

func table(s Rungs) [][]string {
	head := []string{"rank", "player", "house", "elo", "error", "rating", "deviation", "games", "won"}
	for _, r := range s.Rows {
		head = append(head, r.Player.Name)
	}
	rows := [][]string{head}
	places := rating.Places(s.Rows, func(a, b Rung) bool { return math.Round(a.Elo) == math.Round(b.Elo) })
	for i, r := range s.Rows {
		row := []string{
			strconv.Itoa(places[i]), r.Player.Name, strconv.FormatBool(r.House), fmt.Sprint(r.Elo), fmt.Sprint(r.Error),
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

func (a *API) getGamesTable(ctx context.Context, _ account.Who, in *gamesInput) (*httpkit.Attachment, error) {
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
	return httpkit.CSV("ladder-"+in.Game+"-games", rows), nil
}

const maxRecords = 200 // each is read from its log

func (a *API) getRecords(ctx context.Context, _ account.Who, in *gamesInput) (*httpkit.Attachment, error) {
	in.Limit = min(cmp.Or(in.Limit, maxRecords), maxRecords)
	games, err := a.games(ctx, in)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, g := range games {
		if err := a.write(ctx, &text, g); err != nil {
			return nil, err
		}
	}
	return httpkit.NewAttachment("text/plain; charset=utf-8", "ladder-"+in.Game+".txt", text.Bytes()), nil
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
