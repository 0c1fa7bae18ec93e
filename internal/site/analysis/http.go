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

// Analysis is how far the analysis of a game is, and what is known.
type Analysis struct {
	State    State    `json:"state" enum:"none,begun,done,failed" doc:"Whether somebody has asked for it, and what has come of it"`
	Of       int      `json:"of" doc:"So many positions are judged in the end"`
	Nodes    uint64   `json:"nodes" doc:"So many positions are searched for each of them, at most"`
	Judged   []Judged `json:"judged" doc:"The positions that are judged, from the first"`
	Possible bool     `json:"possible" doc:"Whether there is a worker who would do it"`
	Yours    bool     `json:"yours" doc:"Whether it is under way because whoever asks has asked for it, who can cancel it"`
}

// Path is the path to a game.
type Path struct {
	ID string `path:"id" maxLength:"40" doc:"The game's id"`
}

type followInput struct {
	Path
	After int `query:"after" minimum:"0" doc:"How many judged positions the client has"`
}

type output struct {
	CacheControl string `header:"Cache-Control"`
	Body         Analysis
}

// Register adds the operations to an API.
func (s *API) Register(api huma.API) {
	ask := s.operation(http.MethodPost, "", "analyze", "Have a finished game analyzed by a worker, once for all")
	ask.Description = "Asking again changes nothing, unless workers could not do it."
	ask.Errors = append(ask.Errors, http.StatusConflict)
	huma.Register(api, ask, s.ask)
	huma.Register(api, s.operation(http.MethodGet, "", "analysis", "Tell what is known of a game's analysis"), s.tell)
	cancel := s.operation(http.MethodDelete, "", "cancelAnalysis", "Cancel an analysis that is under way and that I have asked for")
	cancel.Errors = append(cancel.Errors, http.StatusForbidden, http.StatusConflict)
	huma.Register(api, cancel, s.cancelMine)
	follow := s.operation(http.MethodGet, "/stream", "analysisStream", "Follow a game's analysis")
	follow.Description = "Lines of JSON: a frame analysis, then each judged position after those that the client has as a frame judged, now and as they come; and a frame analysis when it ends, which is the end of the stream. A blank line comes every few seconds. A position may come again, if it turns out to be other than told."
	follow.Responses = map[string]*huma.Response{"200": {
		Description: "Frames, one a line",
		Content:     map[string]*huma.MediaType{"application/x-ndjson": {Schema: &huma.Schema{Type: huma.TypeObject}}},
	}}
	huma.Register(api, follow, s.follow)
}

// operation describes an operation.
func (s *API) operation(method, path, id, summary string) huma.Operation {
	op := httpkit.Found(method, "/game/{id}/analysis"+path, id, summary)
	op.Middlewares = huma.Middlewares{s.Identity.Attach}
	return op
}

// analysis returns a row as somebody sees it.
func (s *API) analysis(r row, who account.Who) Analysis {
	a := Analysis{
		State: r.state, Of: r.of, Nodes: r.nodes, Judged: r.judged, Possible: s.Others.Places() > 0,
		Yours: r.state == Begun && r.asker == who.ID && who.ID != "",
	}
	if a.Judged == nil {
		a.Judged = []Judged{}
	}
	return a
}

// ask begins an analysis, unless there is one.
func (s *API) ask(ctx context.Context, in *Path) (*output, error) {
	who, err := s.Identity.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	if err := s.maySee(ctx, in.ID); err != nil {
		return nil, err
	}
	g, err := s.game(ctx, in.ID)
	if err != nil {
		return nil, s.problem(in.ID, err)
	}
	found, err := s.known(ctx, in.ID)
	if err != nil {
		return nil, s.problem(in.ID, err)
	}
	if found.state == None || found.state == Failed || found.silent(time.Now(), s.Beat) {
		if err := s.admit(ctx, in.ID, found, g, who); err != nil {
			return nil, s.problem(in.ID, err)
		}
		if found, err = s.known(ctx, in.ID); err != nil {
			return nil, s.problem(in.ID, err)
		}
	}
	return &output{"no-store", s.analysis(found, who)}, nil
}

// cancelMine cancels an analysis for who has asked for it.
func (s *API) cancelMine(ctx context.Context, in *Path) (*output, error) {
	who, err := s.Identity.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	if err := s.maySee(ctx, in.ID); err != nil {
		return nil, err
	}
	err = s.callOff(ctx, in.ID, who.ID)
	found, failed := s.known(ctx, in.ID)
	switch {
	case failed != nil:
		return nil, s.problem(in.ID, failed)
	case errors.Is(err, database.ErrNotFound) && found.state == Begun:
		return nil, httpkit.NewProblem(http.StatusForbidden, "not-yours", "the analysis of game %q: somebody else has asked for it", in.ID)
	case errors.Is(err, database.ErrNotFound):
		return nil, httpkit.NewProblem(http.StatusConflict, "not-begun", "the analysis of game %q: none is under way", in.ID)
	case err != nil:
		return nil, s.problem(in.ID, err)
	}
	return &output{"no-store", s.analysis(found, who)}, nil
}

func (s *API) maySee(ctx context.Context, game string) error {
	if s.MaySee == nil {
		return nil
	}
	return s.MaySee(ctx, game)
}

// admit begins an analysis for somebody who has not asked for too many.
func (s *API) admit(ctx context.Context, id string, found row, g Game, who account.Who) error {
	if s.Others.Places() == 0 {
		return httpkit.NewProblem(http.StatusServiceUnavailable, "no-worker", "there is no worker to analyze the game: the page's own engine can")
	}
	client, holder := httpkit.Client(ctx), who.ID
	if client == httpkit.Local {
		holder = httpkit.Local
	}
	now := time.Now()
	if wait := max(s.asked.Wait(holder, now), s.addresses.Wait(client, now)); wait > 0 {
		return httpkit.TooMany(wait, "too many analyses: want a pause")
	}
	if !s.places.Take(holder) {
		const soon = 30 * time.Second
		return httpkit.TooMany(soon, "too many analyses at a time: want one to end first")
	}
	give := func() { s.places.Give(holder) }
	begun, err := s.begin(ctx, id, found, g, who.ID, give)
	if !begun {
		give()
	}
	return err
}

func (s *API) tell(ctx context.Context, in *Path) (*output, error) {
	if err := s.maySee(ctx, in.ID); err != nil {
		return nil, err
	}
	found, err := s.known(ctx, in.ID)
	if err == nil && found.state == None {
		_, err = s.game(ctx, in.ID)
	}
	if err != nil {
		return nil, s.problem(in.ID, err)
	}
	who, err := s.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	return &output{"no-store", s.analysis(found, who)}, nil
}

func (s *API) follow(ctx context.Context, in *followInput) (*huma.StreamResponse, error) {
	if err := s.maySee(ctx, in.ID); err != nil {
		return nil, err
	}
	found, err := s.known(ctx, in.ID)
	if err != nil {
		return nil, s.problem(in.ID, err)
	}
	client := httpkit.Client(ctx)
	if !s.streams.Take(client) {
		const soon = 10 * time.Second
		return nil, httpkit.TooMany(soon, "too many streams at a time from %s", client)
	}
	t := stream.NewStream()
	f := s.watch(in.ID, found, in.After, t.Wake)
	t.Feed = f
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.streams.Give(client)
		_, w := humago.Unwrap(ctx)
		t.Run(ctx.Context(), s.ctx, w)
	}}, nil
}

// game returns a game that is over, as it is to be analyzed. The error is a
// problem, or one inside.
func (s *API) game(ctx context.Context, id string) (Game, error) {
	events, err := s.Log.Events(ctx, id, 0)
	if err != nil {
		return Game{}, err
	}
	if len(events) == 0 || events[0].Setup == nil {
		return Game{}, httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
	}
	if !slices.ContainsFunc(events, func(e play.Event) bool { return e.Kind == play.Ended }) {
		return Game{}, httpkit.NewProblem(http.StatusConflict, "not-over", "game %q goes on: want one that is over", id)
	}
	rules, err := s.Rules(events[0].Setup.Game)
	if err != nil {
		return Game{}, err
	}
	sheet, err := play.Record(id, events, rules)
	if err != nil {
		return Game{}, err
	}
	if len(sheet.Turns) == 0 {
		return Game{}, httpkit.NewProblem(http.StatusConflict, "no-turns", "game %q: no turn was played in it", id)
	}
	g := Game{Game: sheet.Game, Start: sheet.Start, Nodes: s.Nodes}
	for _, turn := range sheet.Turns {
		g.Moves = append(g.Moves, turn.Move)
	}
	return g, nil
}

// problem returns what a client is told of an error, and logs what went wrong
// inside.
func (s *API) problem(id string, err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return httpkit.ProblemOf(err)
	}
	return httpkit.Internal(s.Logger, "analysis", err, "game", id)
}
