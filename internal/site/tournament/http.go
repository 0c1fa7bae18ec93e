package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// APIConfig is what an [API] needs.
type APIConfig struct {
	Director *Director
	Limits   Limits
}

// Limits bounds what clients can ask for. All fields are required.
type Limits struct {
	Made   httpkit.Rate // tournaments created by one account
	Orders httpkit.Rate // all other changes by one account
}

// DefaultLimits returns limits that people do not reach.
func DefaultLimits() Limits {
	return Limits{
		Made:   httpkit.Rate{PerSecond: 1.0 / 60, Burst: 10},
		Orders: httpkit.Rate{PerSecond: 1, Burst: 30},
	}
}

// MaxGuestOrders is how often a guest can join and leave tournaments in a day, because
// each time adds to the log of one. Those of an address together can ten times as often.
const MaxGuestOrders = 60

// MaxAddressContests is how many tournaments the accounts of an address can make in a day.
const MaxAddressContests = 100

// API is the tournaments over HTTP.
type API struct {
	APIConfig
	guests    *httpkit.DailyGuests // who join and leave
	addresses *httpkit.Daily       // tournaments made from each address
}

// NewAPI returns an API.
func NewAPI(c APIConfig) *API {
	return &API{APIConfig: c, guests: httpkit.NewDailyGuests(MaxGuestOrders), addresses: httpkit.NewDaily(MaxAddressContests)}
}

// Path is the path to a tournament.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The tournament's ID"`
}

type listInput struct {
	Class string `query:"class" maxLength:"40" doc:"The ID of a class: list its tournaments"`
	Mine  bool   `query:"mine" doc:"List my own tournaments instead"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"60" doc:"At most this many"`
}

type createInput struct{ Body Conditions }

type viewInput struct {
	Path
	// After is of clients that expect to wait for a change, and would ask without end.
	After string `query:"after" hidden:"true"`
	Round int    `query:"round" minimum:"0" doc:"The round whose boards to return"`
}

type joinInput struct {
	Path
	Team int `query:"team" minimum:"0" maximum:"8" doc:"The number of a team of a team match, from 1"`
}

type playerInput struct {
	Path
	Body struct {
		Player string `json:"player" maxLength:"60" doc:"The ID of a player of the tournament"`
	}
}

type orderInput struct {
	Path
	Body struct {
		Team    int      `json:"team" minimum:"1" maximum:"8" doc:"The number of the team, from 1"`
		Players []string `json:"players" maxItems:"256" doc:"The IDs of players of the team, the first board first; the others follow in the order they have"`
	}
}

type seatInput struct {
	Path
	Body struct {
		Level int `json:"level" minimum:"1" maximum:"8" doc:"The level of the house bot"`
		Team  int `json:"team,omitempty" minimum:"0" maximum:"8" doc:"As for joinContest"`
	}
}

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "contests", Callers: httpkit.Anyone, Object: httpkit.OfViewers, Cost: httpkit.Read}
	httpkit.JSON(kit, read.At("GET /api/v1/contests", "contests", "List tournaments: first those that are open or running, then those that have ended").About(httpkit.OfEveryone), a.list)
	httpkit.JSON(kit, read.At("GET /api/v1/contests/{id}", "contest", "Return a tournament").Saying("Follow /api/v1/events?contest=ID to get its changes."), a.view)
	file := read.Answering(httpkit.Answer{ContentType: "text/csv", What: "The standings: comma-separated values in UTF-8, with a header line", JSON: Export{}})
	httpkit.Register(kit, file.At("GET /api/v1/contests/{id}/export", "exportContest", "Export a tournament: its standings as CSV, or everything as JSON"), a.export)

	change := httpkit.Operation{
		Tag: "contests", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfMaker, Cost: httpkit.Write, Problems: []int{http.StatusConflict},
		// There is no house bot of such a level.
		Reasons: map[string]int{string(lobby.NoBot): http.StatusUnprocessableEntity},
	}
	create := change.About(httpkit.OfNobody).Within(httpkit.ByAccount(httpkit.NewLimiter(a.Limits.Made)))
	create.Callers = httpkit.Accounts
	httpkit.JSON(kit, create.At("POST /api/v1/contests", "createContest", "Create a tournament").Taking(httpkit.SmallBody).Creating(), a.create)

	change = change.Within(httpkit.ByAccount(httpkit.NewLimiter(a.Limits.Orders)))
	enter := change.About(httpkit.OfViewers)
	httpkit.JSON(kit, enter.At("POST /api/v1/contests/{id}/join", "joinContest", "Join a tournament, also again after withdrawing; before its start also another team"), a.join)
	httpkit.JSON(kit, enter.At("POST /api/v1/contests/{id}/withdraw", "withdrawFromContest", "Withdraw; a game in progress continues"), a.command(func(who, _ string) Command { return Withdraw{ID: who} }))
	httpkit.JSON(kit, change.At("POST /api/v1/contests/{id}/start", "startContest", "Start a tournament of mine"), a.command(func(_, by string) Command { return Start{By: by} }))
	httpkit.JSON(kit, change.At("DELETE /api/v1/contests/{id}", "cancelContest", "End a tournament of mine; games in progress continue but don't count"), a.command(func(_, by string) Command { return Cancel{By: by} }))
	httpkit.JSON(kit, change.At("POST /api/v1/contests/{id}/remove", "removeFromContest", "Remove a player from a tournament of mine").Taking(httpkit.SmallBody), a.remove)
	httpkit.JSON(kit, change.At("POST /api/v1/contests/{id}/captain", "appointCaptain", "Make a player of a team match of mine the captain of their team").Taking(httpkit.SmallBody), a.appoint)
	httpkit.JSON(kit, change.At("POST /api/v1/contests/{id}/order", "orderBoards", "Say who plays on which board of a team, as its captain or the organizer").
		Saying("The first players of a team who have not withdrawn play, as many as the match has boards; the others are reserves. An order given during the match holds from the next round on.").Taking(httpkit.SmallBody), a.order)
	httpkit.JSON(kit, change.At("POST /api/v1/contests/{id}/house", "seatHouseBot", "Add a house bot to a tournament of mine").Taking(httpkit.SmallBody), a.seat)
}

func (a *API) list(ctx context.Context, who account.Who, in *listInput) ([]Brief, error) {
	var all []Brief
	var err error
	switch {
	case !in.Mine:
		all, err = a.Director.List(ctx, who, in.Class, in.Limit)
	case who.Known():
		all, err = a.Director.Of(ctx, who, in.Limit)
	}
	return append([]Brief{}, all...), found(err)
}

func (a *API) create(ctx context.Context, who account.Who, in *createInput) (Contest, error) {
	client := httpkit.Client(ctx)
	if wait := a.addresses.Check(client, time.Now()); wait > 0 {
		return Contest{}, &play.Refusal{Reason: TooMany, Wait: wait, Detail: fmt.Sprintf("%d tournaments from this address today: want at most %d", MaxAddressContests+1, MaxAddressContests)}
	}
	made, err := a.Director.Create(ctx, who, in.Body)
	if err == nil {
		a.addresses.Wait(client, time.Now())
	}
	return answer(made, err)
}

func (a *API) view(ctx context.Context, who account.Who, in *viewInput) (Contest, error) {
	if in.After != "" {
		return Contest{}, httpkit.NewProblem(http.StatusGone, "no-polling", "after=%.20q: requests no longer wait for changes; follow /api/v1/events?contest=%s instead", in.After, in.ID)
	}
	return answer(a.Director.View(ctx, who, in.ID, in.Round))
}

// Follow returns the feed of a tournament for the stream of an account's notices, as
// [Director.Follow] does. The error is a problem.
func (a *API) Follow(ctx context.Context, who account.Who, connection *account.Connection, id string, wake func()) (stream.Feed, error) {
	feed, err := a.Director.Follow(ctx, who, connection, id, wake)
	return feed, found(err)
}

func (a *API) join(ctx context.Context, who account.Who, in *joinInput) (Contest, error) {
	if err := a.admitGuest(ctx, who); err != nil {
		return Contest{}, err
	}
	return answer(a.Director.Join(ctx, who, in.ID, in.Team))
}

func (a *API) appoint(ctx context.Context, who account.Who, in *playerInput) (Contest, error) {
	return answer(a.Director.Do(ctx, who, in.ID, func(by string) Command { return Appoint{By: by, ID: in.Body.Player} }))
}

func (a *API) order(ctx context.Context, who account.Who, in *orderInput) (Contest, error) {
	return answer(a.Director.Do(ctx, who, in.ID, func(by string) Command { return Order{By: by, Team: in.Body.Team, Players: in.Body.Players} }))
}

func (a *API) remove(ctx context.Context, who account.Who, in *playerInput) (Contest, error) {
	return answer(a.Director.Do(ctx, who, in.ID, func(by string) Command { return Remove{By: by, ID: in.Body.Player} }))
}

func (a *API) seat(ctx context.Context, who account.Who, in *seatInput) (Contest, error) {
	return answer(a.Director.Seat(ctx, who, in.ID, in.Body.Level, in.Body.Team))
}

// command is the handler of an operation without a form. who is the client, and by is the
// ID that [Director.Do] passes on.
func (a *API) command(of func(who, by string) Command) func(context.Context, account.Who, *Path) (Contest, error) {
	return func(ctx context.Context, who account.Who, in *Path) (Contest, error) {
		if err := a.admitGuest(ctx, who); err != nil {
			return Contest{}, err
		}
		return answer(a.Director.Do(ctx, who, in.ID, func(by string) Command { return of(who.ID, by) }))
	}
}

// admitGuest refuses guests who join and leave too often.
func (a *API) admitGuest(ctx context.Context, who account.Who) error {
	if !who.IsGuest() {
		return nil
	}
	if wait := a.guests.Wait(who.ID, httpkit.Client(ctx), time.Now()); wait > 0 {
		return httpkit.TooMany(wait, "a guest can join and leave tournaments %d times a day: sign up for an account", MaxGuestOrders)
	}
	return nil
}

func answer(view Contest, err error) (Contest, error) {
	return view, found(err)
}

// found says what is missing, if something is.
func found(err error) error {
	if errors.Is(err, ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-contest", "there is no such tournament")
	}
	return err
}

type exportInput struct {
	Path
	Format string `query:"format" enum:"csv,json" default:"csv" doc:"The standings as CSV, or everything as JSON"`
}

// Export is everything about a tournament.
type Export struct {
	Contest Contest `json:"contest" doc:"Its present state"`
	Events  []Event `json:"events" doc:"All that has happened, in order"`
}

func (a *API) export(ctx context.Context, who account.Who, in *exportInput) (*httpkit.Attachment, error) {
	view, err := a.Director.View(ctx, who, in.ID, 0)
	if err != nil {
		return nil, found(err)
	}
	name := "contest-" + view.ID
	if in.Format == "csv" {
		return httpkit.CSV(name, standingsTable(view)), nil
	}
	events, err := a.Director.Log(ctx, who, in.ID)
	if err != nil {
		return nil, found(err)
	}
	all, err := json.Marshal(Export{view, events})
	return httpkit.NewAttachment("application/json", name+".json", all), err
}

// standingsTable returns the standings: a header, and a row for each player.
func standingsTable(v Contest) [][]string {
	rounds := 0
	for _, s := range v.Standings {
		rounds = max(rounds, len(s.Rounds))
	}
	row := []string{"rank", "name", "kind", "seed", "rating", "points", "buchholz", "sonneborn-berger", "games", "left"}
	isTeams := v.Terms.hasTeams()
	if isTeams {
		row = append(row, "team")
	}
	for n := range rounds {
		row = append(row, "round "+strconv.Itoa(n+1))
	}
	rows := [][]string{row}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, s := range v.Standings {
		row := []string{
			strconv.Itoa(s.Rank), s.Player.Name, string(s.Player.Kind), strconv.Itoa(s.Seed), strconv.Itoa(s.Player.Rating),
			number(s.Points), number(s.Buchholz), number(s.Berger), strconv.Itoa(s.Games), strconv.FormatBool(s.Gone),
		}
		if isTeams {
			row = append(row, v.Terms.Teams[s.Player.Team-1])
		}
		for n := range rounds {
			cell := ""
			if n < len(s.Rounds) && s.Rounds[n] != "" {
				cell = " " + s.Rounds[n] // so that spreadsheets do not read +12 as a number
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
