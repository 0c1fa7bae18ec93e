package analysis

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
	"thera/internal/site/stream"
)

// Analysis is the progress and the results of a game's analysis.
type Analysis struct {
	State    State    `json:"state" enum:"none,begun,done,failed" doc:"Whether it has been requested, and what came of it"`
	Of       int      `json:"of" doc:"The number of positions to judge"`
	Nodes    uint64   `json:"nodes" doc:"The most nodes searched for each position"`
	Judged   []Judged `json:"judged" doc:"The judged positions, from the first"`
	Possible bool     `json:"possible" doc:"Whether a worker is available"`
	Yours    bool     `json:"yours" doc:"Whether it is running at your request, so that you can cancel it"`
}

// Path is the path to a game.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The game's id"`
}

type followInput struct {
	Path
	After int `query:"after" minimum:"0" doc:"The number of judged positions that the client has"`
}

// Register adds the operations to an API.
func (a *API) Register(api huma.API) {
	ask := a.operation(http.MethodPost, "", "analyze", "Have a finished game analyzed by a worker, once for everybody")
	ask.Description = "Repeating the request has no effect, unless the analysis has failed."
	ask.Errors = append(ask.Errors, http.StatusConflict)
	huma.Register(api, ask, a.told(a.player, a.ask))
	huma.Register(api, a.operation(http.MethodGet, "", "analysis", "Return a game's analysis"), a.told(a.Identity.Who, a.tell))
	cancel := a.operation(http.MethodDelete, "", "cancelAnalysis", "Cancel a running analysis that I have requested")
	cancel.Errors = append(cancel.Errors, http.StatusForbidden, http.StatusConflict)
	huma.Register(api, cancel, a.told(a.player, a.cancelMine))
	follow := a.operation(http.MethodGet, "/stream", "analysisStream", "Follow a game's analysis")
	follow.Description = "Lines of JSON: a frame analysis, then a frame judged for each position that the client does not have, now and as they arrive, and a final frame analysis, which ends the stream. A blank line is sent every few seconds. A position is sent again if it is corrected."
	follow.Responses = httpkit.Responses("Frames, one a line", "application/x-ndjson", huma.TypeObject)
	huma.Register(api, follow, a.follow)
}

func (a *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/game/{id}/analysis"+path, id, summary)
	op.Middlewares = huma.Middlewares{a.Identity.Attach}
	return op
}

func (a *API) analysis(r row, who account.Who) Analysis {
	found := Analysis{
		State: r.state, Of: r.of, Nodes: r.nodes, Judged: r.judged, Possible: a.Workers.Slots() > 0,
		Yours: r.state == Begun && r.asker == who.ID && who.ID != "",
	}
	if found.Judged == nil {
		found.Judged = []Judged{}
	}
	return found
}

// told is the handler of an operation for clients who may see the game. It answers with
// what do returns.
func (a *API) told(identify func(context.Context) (account.Who, error), do func(context.Context, account.Who, string) (row, error)) func(context.Context, *Path) (*httpkit.NoStore[Analysis], error) {
	return func(ctx context.Context, in *Path) (*httpkit.NoStore[Analysis], error) {
		who, err := identify(ctx)
		if err != nil {
			return nil, err
		}
		if err := a.maySee(ctx, in.ID); err != nil {
			return nil, err
		}
		found, err := do(ctx, who, in.ID)
		if err != nil {
			return nil, a.problem(in.ID, err)
		}
		return httpkit.Uncached(a.analysis(found, who)), nil
	}
}

func (a *API) player(ctx context.Context) (account.Who, error) {
	return a.Identity.Need(ctx, account.Play)
}

func (a *API) ask(ctx context.Context, who account.Who, id string) (row, error) {
	g, err := a.game(ctx, id)
	if err != nil {
		return row{}, err
	}
	found, err := a.known(ctx, id)
	if err == nil && (found.state == None || found.state == Failed || found.isSilent(time.Now(), a.HeartbeatInterval)) {
		if err = a.start(ctx, id, found, g, who); err == nil {
			return a.known(ctx, id)
		}
	}
	return found, err
}

func (a *API) cancelMine(ctx context.Context, who account.Who, id string) (row, error) {
	err := a.cancelRunning(ctx, id, who.ID)
	found, failed := a.known(ctx, id)
	switch {
	case failed != nil:
		return row{}, failed
	case errors.Is(err, database.ErrNotFound) && found.state == Begun:
		return row{}, httpkit.NewProblem(http.StatusForbidden, "not-yours", "the analysis of game %q was requested by somebody else", id)
	case errors.Is(err, database.ErrNotFound):
		return row{}, httpkit.NewProblem(http.StatusConflict, "not-begun", "game %q has no running analysis", id)
	}
	return found, err
}

func (a *API) maySee(ctx context.Context, game string) error {
	if a.MaySee == nil {
		return nil
	}
	return a.MaySee(ctx, game)
}

func (a *API) start(ctx context.Context, id string, found row, g Game, who account.Who) error {
	if a.Workers.Slots() == 0 {
		return httpkit.NewProblem(http.StatusServiceUnavailable, "no-worker", "no worker is available: use the engine on the page instead")
	}
	client, holder := httpkit.Client(ctx), who.ID
	if client == httpkit.Local {
		holder = httpkit.Local
	}
	now := time.Now()
	if wait := max(a.asked.Wait(holder, now), a.addresses.Wait(client, now)); wait > 0 {
		return httpkit.TooMany(wait, "too many analyses: wait before requesting another")
	}
	if who.Kind == play.Guest && who.Class == "" && client != httpkit.Local {
		if wait := max(a.guests.Wait(who.ID, now), a.guestAddresses.Wait(client, now)); wait > 0 {
			return httpkit.TooMany(wait, "a guest can request %d analyses a day: sign up for an account", MaxGuestAnalyses)
		}
	}
	if !a.places.Take(holder) {
		const soon = 30 * time.Second
		return httpkit.TooMany(soon, "too many analyses at a time: wait until one ends")
	}
	give := func() { a.places.Give(holder) }
	begun, err := a.claimAndRun(ctx, id, found, g, who.ID, give)
	if !begun {
		give()
	}
	return err
}

func (a *API) tell(ctx context.Context, _ account.Who, id string) (row, error) {
	found, err := a.known(ctx, id)
	if err == nil && found.state == None {
		_, err = a.game(ctx, id)
	}
	return found, err
}

func (a *API) follow(ctx context.Context, in *followInput) (*huma.StreamResponse, error) {
	if err := a.maySee(ctx, in.ID); err != nil {
		return nil, err
	}
	found, err := a.known(ctx, in.ID)
	if err != nil {
		return nil, a.problem(in.ID, err)
	}
	client := httpkit.Client(ctx)
	if !a.streams.Take(client) {
		const soon = 10 * time.Second
		return nil, httpkit.TooMany(soon, "too many streams at a time from %s", client)
	}
	t := stream.NewStream()
	f := a.watch(in.ID, found, in.After, t.Wake)
	t.Feed = f
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer a.streams.Give(client)
		_, w := humago.Unwrap(ctx)
		t.Run(ctx.Context(), a.ctx, w)
	}}, nil
}

// game returns a finished game for analysis. The error is a problem or an
// internal one.
func (a *API) game(ctx context.Context, id string) (Game, error) {
	events, err := a.Log.Events(ctx, id, 0)
	if err != nil {
		return Game{}, err
	}
	if len(events) == 0 || events[0].Setup == nil {
		return Game{}, httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
	}
	if !slices.ContainsFunc(events, func(e play.Event) bool { return e.Kind == play.Ended }) {
		return Game{}, httpkit.NewProblem(http.StatusConflict, "not-over", "game %q is in progress: only finished games are analyzed", id)
	}
	rules, err := a.Rules(events[0].Setup.Game)
	if err != nil {
		return Game{}, err
	}
	sheet, err := play.Record(id, events, rules)
	if err != nil {
		return Game{}, err
	}
	if len(sheet.Turns) == 0 {
		return Game{}, httpkit.NewProblem(http.StatusConflict, "no-turns", "game %q: no turn was played", id)
	}
	g := Game{Game: sheet.Game, Start: sheet.Start, Nodes: a.Nodes}
	for _, turn := range sheet.Turns {
		g.Moves = append(g.Moves, turn.Move)
	}
	return g, nil
}

func (a *API) problem(id string, err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return httpkit.ProblemOf(err)
	}
	return httpkit.Internal(a.Logger, "analysis", err, "game", id)
}
