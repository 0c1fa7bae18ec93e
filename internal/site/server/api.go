package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/httpkit"
	"thera/record"
)

// addAPI registers the operations of the API and its OpenAPI document, which is derived
// from the types that requests are decoded into.
func (s *Server) addAPI(mux *http.ServeMux) error {
	config := huma.DefaultConfig("thera", "1")
	config.Info.Description = "Games between people and programs; legal moves, best moves, proven results and records: of " + catalog.InWords(s.Games) + "."
	// The document is written once, below. The framework's own pages load scripts from
	// elsewhere, and its hooks add a link to every answer.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Transformers = []huma.Transformer{finishProblem}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	api := humago.New(mux, config)

	huma.Register(api, operation(http.MethodGet, "games", "List the games and their variants"), s.listGames)
	huma.Register(api, operation(http.MethodPost, "moves", "List the legal moves of a position"), s.listMoves)
	huma.Register(api, ofPosition(operation(http.MethodPost, "best", "Find the best move of a position")), s.findBest)
	huma.Register(api, ofPosition(operation(http.MethodPost, "solve", "Prove the result of a position")), s.solve)
	huma.Register(api, operation(http.MethodPost, "convert", "Convert games between record formats"), s.convert)

	for _, part := range s.Parts {
		part.Register(api)
	}

	describeProblems(api.OpenAPI())
	document, err := json.MarshalIndent(api.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	mux.HandleFunc("GET /api/v1/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(document) // the client may have left
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { serveNoOperation(mux, w, r) })
	return nil
}

// schemaName returns the name of a type in the document. The bot API has types of its
// own with the same names as the page's.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Name() == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if path.Base(t.PkgPath()) == "botapi" {
		return "Bot" + name
	}
	return name
}

func operation(method, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+name, name, summary, http.StatusTooManyRequests, http.StatusServiceUnavailable)
	if method == http.MethodPost {
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusRequestTimeout,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return op
}

// ofPosition adds the problem of a question about a rated game in progress.
func ofPosition(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusConflict)
	return op
}

func serveNoOperation(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); strings.HasPrefix(pattern, method) {
			allowed = append(allowed, method)
		}
	}
	if allow := strings.Join(allowed, ", "); allow != "" {
		w.Header().Set("Allow", allow)
		writeProblem(w, http.StatusMethodNotAllowed, "method", "method "+strconv.Quote(r.Method)+": want "+allow)
		return
	}
	writeProblem(w, http.StatusNotFound, "no-operation", strconv.Quote(r.URL.Path)+": want an operation of /api/v1/openapi.json")
}

// find returns the game and position of a question. The error is a problem.
func (s *Server) find(from answer.Start) (catalog.Entry, game.Position, error) {
	entry, pos, err := from.Find(s.Games)
	if field, ok := errors.AsType[*answer.FieldError](err); ok {
		err = wrongField(field.Field, field.Value, field)
	}
	return entry, pos, err
}

type gamesOutput struct {
	Body struct {
		Games []gameInfo `json:"games"`
	}
}

type gameInfo struct {
	Game     string   `json:"game" example:"amazons"`
	Variants []string `json:"variants" doc:"The variants it can start with, the default first"`
}

func (s *Server) listGames(context.Context, *struct{}) (*gamesOutput, error) {
	var out gamesOutput
	for _, entry := range s.Games {
		out.Body.Games = append(out.Body.Games, gameInfo{entry.Game.Name(), entry.Game.Variants()})
	}
	return &out, nil
}

type movesInput struct{ Body answer.Start }

type output[Body any] struct{ Body Body }

type position struct {
	answer.Position
	Moves []answer.Move `json:"moves" doc:"The legal moves in the order of the rules; none if the game is over"`
}

func (s *Server) listMoves(_ context.Context, in *movesInput) (*output[position], error) {
	entry, pos, err := s.find(in.Body)
	if err != nil {
		return nil, err
	}
	return &output[position]{position{answer.NewPosition(entry, pos), answer.Moves(pos)}}, nil
}

// writeProblem answers with a problem that is not about a field.
func writeProblem(w http.ResponseWriter, status int, reason, detail string) {
	httpkit.NewProblem(status, reason, "%s", detail).Write(w)
}

// wrongField returns the problem that the value of a field such as "position" or
// "moves[2]" is not valid.
func wrongField(field string, value any, err error) error {
	return huma.Error422UnprocessableEntity("validation failed", &huma.ErrorDetail{
		Message:  err.Error(),
		Location: "body." + field,
		Value:    value,
	})
}

// finishProblem gives problems of the framework a reason, and leaves out long values,
// so that no answer grows with the mistake.
func finishProblem(_ huma.Context, _ string, answer any) (any, error) {
	const enough = 200
	wrong, ok := answer.(*huma.ErrorModel)
	if !ok {
		return answer, nil
	}
	for _, e := range wrong.Errors {
		if text, err := json.Marshal(e.Value); err != nil || len(text) > enough {
			e.Value = nil
		}
	}
	return &httpkit.Problem{ErrorModel: *wrong, Reason: reasonsOf[wrong.Status]}, nil
}

var reasonsOf = map[int]string{
	http.StatusBadRequest:           "malformed",
	http.StatusUnprocessableEntity:  "invalid",
	http.StatusUnsupportedMediaType: "media-type",
	http.StatusServiceUnavailable:   "busy",
	http.StatusInternalServerError:  "inside",
}

func describeProblems(document *huma.OpenAPI) {
	schema := document.Components.Schemas.Map()["ErrorModel"]
	schema.Properties["reason"] = &huma.Schema{Type: huma.TypeString, Description: "A word for programs that says why and does not change."}
	schema.Properties["view"] = &huma.Schema{Type: huma.TypeObject, Description: "The current state of the game, if an order was refused."}
}

type bestInput struct {
	Body struct {
		answer.Start
		Bounds
		Depth int    `json:"depth,omitempty" minimum:"1" maximum:"200" doc:"Stop at this depth in plies"`
		Level int    `json:"level,omitempty" minimum:"1" maximum:"8" doc:"Play at this level; at full strength if missing"`
		Lines int    `json:"lines,omitempty" minimum:"1" maximum:"20" doc:"Report the best lines of this number of moves; 1 if missing"`
		Seed  uint64 `json:"seed,omitempty" doc:"Vary the choice among about equal moves by this number"`
	}
}

func (s *Server) findBest(ctx context.Context, in *bestInput) (*output[answer.Search], error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return nil, err
	}
	if pos.Winners() != 0 {
		return &output[answer.Search]{answer.NewSearch(entry, pos, nil)}, nil
	}
	if err := s.MayAsk.check(ctx, s.Log, entry, pos); err != nil {
		return nil, err
	}
	var info engine.Info
	var lines engine.Lines
	err = s.withProcessor(ctx, func() error {
		e := entry.NewEngine(engine.Config{Level: in.Body.Level})
		info, err = e.Search(ctx, engine.Request{
			Position: pos,
			Limits:   in.Body.limits(in.Body.Depth),
			Seed:     in.Body.Seed,
			Lines:    in.Body.Lines,
			Report:   lines.Report,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	s.metrics.searched("best", entry.Game.Name(), info.Nodes)
	return &output[answer.Search]{answer.NewSearch(entry, pos, lines.With(info, in.Body.Lines))}, nil
}

type solveInput struct {
	Body struct {
		answer.Start
		Bounds
		All bool `json:"all,omitempty" doc:"Find all winning moves instead of one"`
	}
}

// solverMiB is the memory of a solver; each request has its own.
const solverMiB = 64

func (s *Server) solve(ctx context.Context, in *solveInput) (*output[answer.Proof], error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return nil, err
	}
	if err := s.MayAsk.check(ctx, s.Log, entry, pos); err != nil {
		return nil, err
	}
	var verdict engine.Verdict
	err = s.withProcessor(ctx, func() error {
		verdict, err = entry.NewSolver(catalog.SolverConfig{MemoryMiB: solverMiB}).Solve(ctx, engine.Problem{
			Position: pos,
			Limits:   in.Body.limits(0),
			All:      in.Body.All,
		})
		if err != nil {
			err = wrongField("position", pos.String(), err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.metrics.searched("solve", entry.Game.Name(), verdict.Nodes)
	return &output[answer.Proof]{answer.NewProof(entry, pos, verdict)}, nil
}

// Bounds limits a search. What requests may ask for is part of the API's contract; it
// does not depend on the server's [Limits].
type Bounds struct {
	Seconds float64 `json:"seconds,omitempty" exclusiveMinimum:"0" maximum:"10" doc:"Stop after this time; defaults to 1, or to 10 with another limit"`
	Nodes   uint64  `json:"nodes,omitempty" minimum:"1" maximum:"10000000" doc:"Stop after this number of positions"`
}

const (
	// defaultTime limits searches that have no other limit.
	defaultTime = time.Second
	// maxTime limits searches that have another limit. The result of a search that its
	// own limit ends is the same on every machine.
	maxTime = 10 * time.Second
)

// limits returns the limits of a search to a depth, 0 for any.
func (b Bounds) limits(depth int) engine.Limits {
	limits := engine.Limits{Time: time.Duration(b.Seconds * float64(time.Second)), Nodes: b.Nodes, Depth: depth}
	if limits == (engine.Limits{}) {
		limits.Time = defaultTime
	} else if limits.Time == 0 {
		limits.Time = maxTime
	}
	return limits
}

// withProcessor runs work that occupies a processor when its turn comes. The error is a
// problem, or that of work.
func (s *Server) withProcessor(ctx context.Context, work func() error) error {
	client := httpkit.Client(ctx)
	if !s.searches.take(ctx, client, s.Limits.SearchWait) {
		if ctx.Err() != nil {
			return huma.Error503ServiceUnavailable("the server is shutting down")
		}
		s.metrics.refuse("busy")
		header := http.Header{"Retry-After": {httpkit.RetryAfter(time.Second)}}
		return huma.ErrorWithHeaders(huma.Error503ServiceUnavailable("too many searches at a time"), header)
	}
	defer s.searches.give(client)
	s.metrics.searching.Inc()
	defer s.metrics.searching.Dec()
	return work()
}

type convertInput struct {
	Body struct {
		From record.Format `json:"from,omitempty" enum:"thera,sgf,ggf,botzone" doc:"The format of the text; detected if missing"`
		To   record.Format `json:"to" enum:"thera,sgf,ggf,botzone" doc:"The format wanted"`
		Text string        `json:"text" minLength:"1" doc:"The games, as in a file"`
	}
}

type converted struct {
	From  record.Format `json:"from"`
	To    record.Format `json:"to"`
	Games int           `json:"games" doc:"The number of games"`
	Text  string        `json:"text"`
}

func (s *Server) convert(ctx context.Context, in *convertInput) (*output[converted], error) {
	out := converted{From: in.Body.From, To: in.Body.To}
	if out.From == "" {
		var err error
		if out.From, err = record.Detect([]byte(in.Body.Text)); err != nil {
			return nil, wrongField("text", nil, err)
		}
	}
	err := s.withProcessor(ctx, func() (err error) {
		out.Text, out.Games, err = s.convertText(ctx, out.From, out.To, in.Body.Text)
		return err
	})
	return &output[converted]{out}, err
}

// convertText replays each game by its rules, which takes time.
func (s *Server) convertText(ctx context.Context, from, to record.Format, text string) (converted string, n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	var games []game.Game
	for _, entry := range s.Games {
		games = append(games, entry.Game)
	}
	var out strings.Builder
	for g, err := range record.Read(from, bufio.NewReader(strings.NewReader(text)), games...) {
		if err == nil {
			err = record.Write(to, &out, g)
		}
		if place, ok := errors.AsType[*record.Error](err); ok {
			return "", n, wrongField("text", place.Text, err)
		}
		if err != nil {
			return "", n, wrongField("text", nil, err)
		}
		if ctx.Err() != nil {
			return "", n, huma.Error503ServiceUnavailable(fmt.Sprintf("only %d games could be converted in time", n))
		}
		n++
	}
	if n == 0 {
		return "", 0, wrongField("text", nil, fmt.Errorf("no game in it: want at least one in the format %s", from))
	}
	return out.String(), n, nil
}
