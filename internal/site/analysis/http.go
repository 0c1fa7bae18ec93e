package analysis

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

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

// Register adds the operations to a kit.
func (a *API) Register(kit *account.Kit) {
	read := httpkit.Operation{Tag: "analyses", Callers: httpkit.Anyone, Object: httpkit.OfViewers, Cost: httpkit.Read}
	httpkit.JSON(kit, read.At("GET /api/v1/game/{id}/analysis", "analysis", "Return a game's analysis"), a.told(a.tell))
	lines := read.Answering(httpkit.Answer{ContentType: "application/x-ndjson", What: "Frames, one a line", Line: httpkit.OneOf{Frame{}, JudgedFrame{}, stream.Disconnected{}}})
	httpkit.Stream(kit, lines.At("GET /api/v1/game/{id}/analysis/stream", "analysisStream", "Follow a game's analysis").
		Saying("Lines of JSON: a frame analysis, then a frame judged for each position that the client does not have, now and as they arrive, and a final frame analysis, which ends the stream. A blank line is sent every few seconds. A position is sent again if it is corrected."), a.follow)
	public := httpkit.Operation{Tag: "analyses", Callers: httpkit.Unidentified, Object: httpkit.OfEveryone, Cost: httpkit.Read}
	httpkit.Shared(kit, public.At("GET /api/v1/endings", "endings", "List the last analyzed games that were open until late").
		Saying("In each, the loser gave away a chance of at least 25% with one turn, by the engine's estimate, and a win of the other player was proven, who kept it."),
		httpkit.Sharing{For: endingsTime}, a.lastEndings)
	change := httpkit.Operation{Tag: "analyses", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfViewers, Cost: httpkit.Write, Problems: []int{http.StatusConflict}}
	httpkit.JSON(kit, change.At("POST /api/v1/game/{id}/analysis", "analyze", "Have a finished game analyzed by a worker, once for everybody").
		Saying("Repeating the request has no effect, unless the analysis has failed."), a.told(a.ask))
	httpkit.JSON(kit, change.At("DELETE /api/v1/game/{id}/analysis", "cancelAnalysis", "Cancel a running analysis that I have requested").About(httpkit.OfMaker), a.told(a.cancelMine))
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
func (a *API) told(do func(context.Context, account.Who, string) (row, error)) func(context.Context, account.Who, *Path) (Analysis, error) {
	return func(ctx context.Context, who account.Who, in *Path) (Analysis, error) {
		if err := a.MaySee(ctx, who, in.ID); err != nil {
			return Analysis{}, err
		}
		found, err := do(ctx, who, in.ID)
		return a.analysis(found, who), err
	}
}

func (a *API) ask(ctx context.Context, who account.Who, id string) (row, error) {
	g, err := a.game(ctx, id)
	if err != nil {
		return row{}, err
	}
	found, err := a.known(ctx, id)
	if err == nil && found.state == Begun {
		found, err = a.recheckBegun(ctx, id, found)
	}
	if err == nil && (found.state == None || found.state == Failed || found.isSilent(a.Now(), a.HeartbeatInterval)) {
		if err = a.start(ctx, id, found, g, who); err == nil {
			return a.known(ctx, id)
		}
	}
	return found, err
}

// recheckBegun ends an analysis of this node that another node has canceled, and returns
// what is known then.
func (a *API) recheckBegun(ctx context.Context, id string, known row) (row, error) {
	stored, err := a.find(ctx, id)
	if err != nil || stored.state != None {
		return known, err
	}
	_, err = a.endLocal(ctx, id)
	return stored, err
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

func (a *API) start(ctx context.Context, id string, found row, g Game, who account.Who) error {
	if a.Workers.Slots() == 0 {
		return httpkit.NewProblem(http.StatusServiceUnavailable, "no-worker", "no worker is available: use the engine on the page instead")
	}
	client, holder := httpkit.Client(ctx), who.ID
	if client == httpkit.Local {
		holder = httpkit.Local
	}
	now := time.Now()
	if who.IsGuest() {
		if wait := a.guests.Check(who.ID, client, now); wait > 0 {
			return httpkit.TooMany(wait, "a guest can request %d analyses a day: sign up for an account", MaxGuestAnalyses)
		}
	}
	const soon = 30 * time.Second
	if !a.places.Take(holder) {
		return httpkit.TooMany(soon, "too many analyses at a time: wait until one ends")
	}
	if !a.clients.Take(client) {
		a.places.Give(holder)
		return httpkit.TooMany(soon, "too many analyses at a time from %s: wait until one ends", client)
	}
	give := func() {
		a.places.Give(holder)
		a.clients.Give(client)
	}
	wait := a.asked.Wait(holder, now)
	if wait == 0 {
		wait = a.addresses.Wait(client, now)
	}
	if wait > 0 {
		give()
		return httpkit.TooMany(wait, "too many analyses: wait before requesting another")
	}
	begun, err := a.claimAndRun(ctx, id, found, g, who.ID, give)
	switch {
	case !begun:
		give()
	case who.IsGuest():
		a.guests.Wait(who.ID, client, now)
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

func (a *API) follow(ctx context.Context, who account.Who, in *followInput) (httpkit.Direct, error) {
	if who.Ban != "" {
		who = account.Who{} // sees what a visitor sees
	}
	t := stream.NewStream()
	var err error
	t.Feed, err = a.Connections.Guard(who, t.Wake, func(k *account.Connection) (stream.Feed, error) {
		if err := a.MaySee(ctx, who, in.ID, k.SeenFromOutside); err != nil {
			return nil, err
		}
		found, err := a.known(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return a.watch(in.ID, found, in.After, t.Wake), nil
	})
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) { t.Run(r.Context(), a.ctx, w) }, nil
}

// game returns a finished game for analysis.
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
