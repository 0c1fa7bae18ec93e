package class

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// APIConfig is what the routes need.
type APIConfig struct {
	Classes *Classes
	Gate    *account.API
	// Online reports whether a player is connected; nil where nobody knows.
	Online func(player string) bool
	// Log gets what goes wrong inside.
	Log *slog.Logger
	// Joins is how often somebody may join a class or come back to one, from an
	// address: those of a school have one.
	Joins httpkit.Rate
}

// DefaultJoins returns a rate that a school does not meet.
func DefaultJoins() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 200} }

// API has the routes. It is made by [New].
type API struct {
	APIConfig
	joins *httpkit.Limiter
}

// NewAPI returns the routes of classes.
func NewAPI(c APIConfig) *API { return &API{c, httpkit.NewLimiter(c.Joins)} }

// Register adds the routes to an API.
func (s *API) Register(api huma.API) {
	huma.Register(api, s.operation(http.MethodGet, "classes", "classes", "List the classes that I teach, or the one I am in"), s.list)
	huma.Register(api, httpkit.Created(s.operation(http.MethodPost, "classes", "makeClass", "Make a class, as its teacher")), s.make)
	huma.Register(api, s.operation(http.MethodGet, "class/{id}", "class", "Tell of a class: its members with their games and programs"), s.get)
	huma.Register(api, s.operation(http.MethodPut, "class/{id}", "changeClass", "Rename a class, open or shut it, make it public or not"), s.change)
	huma.Register(api, s.operation(http.MethodDelete, "class/{id}", "closeClass", "Close a class, and delete all its members with their names"), s.close)
	huma.Register(api, s.operation(http.MethodPost, "class/{id}/invitation", "reinvite", "Replace the invitation; the link of before leads nowhere"), s.reinvite)
	huma.Register(api, s.operation(http.MethodGet, "class/{id}/games", "classGames", "List the games of a class, the newest first"), s.games)
	huma.Register(api, s.sheet(s.operation(http.MethodGet, "class/{id}/table.csv", "classTable", "Write a class's table as CSV")), s.table)
	huma.Register(api, s.sheet(s.operation(http.MethodGet, "class/{id}/games.csv", "classGamesTable", "Write a class's games as CSV")), s.gamesTable)
	huma.Register(api, httpkit.Created(s.operation(http.MethodPost, "class/{id}/member/{member}/code", "memberCode", "Replace the code that lets a member in again")), s.newCode)
	huma.Register(api, s.operation(http.MethodDelete, "class/{id}/member/{member}", "removeMember", "Take a member out, and delete what is known of him"), s.remove)
	huma.Register(api, httpkit.Created(s.operation(http.MethodPost, "class/program", "handIn", "Get a token for my program, as a member of a class; that of before is worthless")), s.handIn)
	huma.Register(api, s.operation(http.MethodGet, "invitation/{code}", "invitation", "Tell which class an invitation is to"), s.invited)
	huma.Register(api, httpkit.Created(s.operation(http.MethodPost, "invitation/{code}", "join", "Join a class with a name, without an account")), s.join)
	huma.Register(api, s.operation(http.MethodPost, "class/entry", "enterClass", "Come back to a class with one's code"), s.enter)
}

// operation describes an operation.
func (s *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"class"}, huma.Middlewares{s.Gate.Attach}
	return op
}

// sheet describes an operation that answers with a table.
func (s *API) sheet(op huma.Operation) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Comma-separated values in UTF-8, with a line of headings",
		Content:     map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	return op
}

// admit refuses who joins too often.
func (s *API) admit(ctx context.Context) error {
	if d := s.joins.Wait(httpkit.Client(ctx), time.Now()); d > 0 {
		return httpkit.TooMany(d, "too often from this address: want a pause")
	}
	return nil
}

// statuses are those of the refusals that package class has beside the account's.
var statuses = map[account.Reason]int{
	Shut:       http.StatusForbidden,
	NotTeacher: http.StatusForbidden,
	NoMember:   http.StatusForbidden,
}

// problem returns the problem that an error is to who has asked, and logs what went
// wrong inside; nil for nil.
func (s *API) problem(err error) error {
	if err == nil {
		return nil
	}
	refusal, ok := errors.AsType[*account.Refusal](err)
	if !ok {
		return httpkit.Internal(s.Log, "classes", err)
	}
	if status, own := statuses[refusal.Reason]; own {
		return httpkit.NewProblem(status, string(refusal.Reason), "%s", refusal.Detail)
	}
	return account.ProblemOf(refusal)
}
