package class

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// APIConfig configures the operations.
type APIConfig struct {
	Classes  *Classes
	Identity *account.API
	// Online reports whether a player is connected; nil if that is not known.
	Online func(player string) bool
	// Log gets internal errors.
	Log *slog.Logger
	// Joins is how often people may join or come back to a class from one address,
	// which a whole school may share.
	Joins httpkit.Rate
}

// DefaultJoins returns a rate that a school does not reach.
func DefaultJoins() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 200} }

// API has the operations on classes.
type API struct {
	APIConfig
	joins *httpkit.Limiter
}

// NewAPI returns the operations on classes.
func NewAPI(c APIConfig) *API { return &API{c, httpkit.NewLimiter(c.Joins)} }

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, a.operation(http.MethodGet, "classes", "classes", "List the classes that I teach, or the one I am in"), as(a, a.list))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "classes", "makeClass", "Make a class, as its teacher")), as(a, a.make))
	huma.Register(to, a.operation(http.MethodGet, "class/{id}", "class", "Get a class: its members with their games and programs"), as(a, a.get))
	huma.Register(to, a.operation(http.MethodPut, "class/{id}", "changeClass", "Rename a class, open or shut it, make it public or not"), as(a, a.change))
	huma.Register(to, a.operation(http.MethodDelete, "class/{id}", "closeClass", "Close a class, and delete all its members with their names"), as(a, a.close))
	huma.Register(to, a.operation(http.MethodPost, "class/{id}/invitation", "reinvite", "Replace the invitation; the earlier link no longer works"), as(a, a.reinvite))
	huma.Register(to, a.operation(http.MethodGet, "class/{id}/games", "classGames", "List the games of a class, newest first"), as(a, a.games))
	huma.Register(to, csvAnswer(a.operation(http.MethodGet, "class/{id}/table.csv", "classTable", "Get a class's table as CSV")), as(a, a.table))
	huma.Register(to, csvAnswer(a.operation(http.MethodGet, "class/{id}/games.csv", "classGamesTable", "Get a class's games as CSV")), as(a, a.gamesTable))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "class/{id}/member/{member}/code", "memberCode", "Replace the code that lets a member in again")), as(a, a.newCode))
	huma.Register(to, a.operation(http.MethodDelete, "class/{id}/member/{member}", "removeMember", "Remove a member, and delete what is stored about them"), as(a, a.remove))
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "class/program", "handIn", "Get a token for my program, as a member of a class; the earlier token no longer works")), as(a, a.handIn))
	huma.Register(to, a.operation(http.MethodGet, "invitation/{code}", "invitation", "Get the class that an invitation is for"), a.invited)
	huma.Register(to, httpkit.Created(a.operation(http.MethodPost, "invitation/{code}", "join", "Join a class with a name, without an account")), as(a, a.join))
	huma.Register(to, a.operation(http.MethodPost, "class/entry", "enterClass", "Come back to a class with a member's code"), a.enter)
}

func as[In, Out any](a *API, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return account.As(a.Identity, a.problem, do)
}

func (a *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"class"}, huma.Middlewares{a.Identity.Attach}
	return op
}

// csvAnswer describes an operation that answers with a table.
func csvAnswer(op huma.Operation) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Comma-separated values in UTF-8, with a header line",
		Content:     map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	return op
}

// admit refuses addresses that join too often.
func (a *API) admit(ctx context.Context) error {
	if d := a.joins.Wait(httpkit.Client(ctx), time.Now()); d > 0 {
		return httpkit.TooMany(d, "too often from this address: want a pause")
	}
	return nil
}

func (a *API) problem(err error) error { return httpkit.Internal(a.Log, "classes", err) }
