package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/record"
)

// addAPI registers the operations of the server itself, of its parts, and the document
// of all of them.
func (s *Server) addAPI() error {
	kit := s.kit
	ask := httpkit.Operation{Tag: "engine", Callers: httpkit.Unidentified, Object: httpkit.OfNobody, Cost: httpkit.Light}
	httpkit.Shared(kit, ask.At("GET /api/v1/games", "games", "List the games and their variants"), httpkit.Sharing{}, s.listGames)
	httpkit.JSON(kit, ask.At("POST /api/v1/moves", "moves", "List the legal moves of a position").Taking(maxText), s.listMoves)
	search := ask.Costing(httpkit.Search)
	httpkit.JSON(kit, search.At("POST /api/v1/best", "best", "Find the best move of a position").Taking(maxText).Failing(http.StatusConflict), s.findBest)
	httpkit.JSON(kit, search.At("POST /api/v1/solve", "solve", "Prove the result of a position").Taking(maxText).Failing(http.StatusConflict), s.solve)
	convert := ask.Costing(httpkit.Picture) // as short as a picture, so it doesn't wait for searches
	httpkit.JSON(kit, convert.At("POST /api/v1/convert", "convert", "Convert games between record formats").Taking(maxText), s.convert)
	for _, part := range s.Parts {
		part.Register(kit)
	}
	text, err := kit.Document()
	if err != nil {
		return err
	}
	document, err := httpkit.NewContent("application/openapi+json", text)
	if err != nil {
		return err
	}
	httpkit.Handle(kit, ask.Costing(httpkit.File).At("GET /api/v1/openapi.json", "openapi", "Describe the API"), document)
	httpkit.Handle(kit, ask.At(" /api/", "none", "Refuse what is not in the API"), http.HandlerFunc(s.serveNoOperation))
	return nil
}

// maxText bounds the body of a question about a game, which may be a file of games.
const maxText = 256 << 10

func (s *Server) serveNoOperation(w http.ResponseWriter, r *http.Request) {
	if allow := strings.Join(s.kit.Methods(r), ", "); allow != "" {
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

type gameList struct {
	Games []gameInfo `json:"games" doc:"In the order in which to list them"`
}

type gameInfo struct {
	Game     string   `json:"game" example:"amazons" doc:"The name by which requests ask for it"`
	Variants []string `json:"variants" doc:"The variants it can start with, the default first"`
}

func (s *Server) listGames(context.Context, *struct{}) (gameList, error) {
	var out gameList
	for _, entry := range s.Games {
		out.Games = append(out.Games, gameInfo{entry.Game.Name(), entry.Game.Variants()})
	}
	return out, nil
}

type movesInput struct{ Body answer.Start }

type position struct {
	answer.Position
	Moves []answer.Move `json:"moves" doc:"The legal moves in the order of the rules; none if the game is over"`
}

func (s *Server) listMoves(_ context.Context, _ account.Who, in *movesInput) (position, error) {
	entry, pos, err := s.find(in.Body)
	if err != nil {
		return position{}, err
	}
	return position{answer.NewPosition(entry, pos), answer.Moves(pos)}, nil
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

func (s *Server) findBest(ctx context.Context, _ account.Who, in *bestInput) (answer.Search, error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return answer.Search{}, err
	}
	if pos.Winners() != 0 {
		return answer.NewSearch(entry, pos, nil), nil
	}
	if err := s.MayAsk.check(ctx, entry, pos); err != nil {
		return answer.Search{}, err
	}
	var info engine.Info
	var lines engine.Lines
	err = s.search(func() error {
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
		return answer.Search{}, err
	}
	s.metrics.searched("best", entry.Game.Name(), info.Nodes)
	return answer.NewSearch(entry, pos, lines.With(info, in.Body.Lines)), nil
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

func (s *Server) solve(ctx context.Context, _ account.Who, in *solveInput) (answer.Proof, error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return answer.Proof{}, err
	}
	if err := s.MayAsk.check(ctx, entry, pos); err != nil {
		return answer.Proof{}, err
	}
	var verdict engine.Verdict
	err = s.search(func() error {
		verdict, err = entry.NewSolver(catalog.SolverConfig{TableMiB: solverMiB}).Solve(ctx, engine.Problem{
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
		return answer.Proof{}, err
	}
	s.metrics.searched("solve", entry.Game.Name(), verdict.Nodes)
	return answer.NewProof(entry, pos, verdict), nil
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

// limits returns the limits of a search to a depth, 0 for any. The time is limited whatever
// the bounds are, as a search holds a slot until it ends.
func (b Bounds) limits(depth int) engine.Limits {
	seconds := min(max(0, b.Seconds), maxTime.Seconds())
	limits := engine.Limits{Time: time.Duration(seconds * float64(time.Second)), Nodes: b.Nodes, Depth: depth}
	if limits == (engine.Limits{}) {
		limits.Time = defaultTime
	} else if limits.Time == 0 {
		limits.Time = maxTime
	}
	return limits
}

// search counts a search while it is being done.
func (s *Server) search(work func() error) error {
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
	From  record.Format `json:"from" doc:"The format of the text that was sent"`
	To    record.Format `json:"to" doc:"The format of this text"`
	Games int           `json:"games" doc:"The number of games"`
	Text  string        `json:"text" doc:"The converted games, as in a file"`
}

func (s *Server) convert(ctx context.Context, _ account.Who, in *convertInput) (converted, error) {
	out := converted{From: in.Body.From, To: in.Body.To}
	if out.From == "" {
		var err error
		if out.From, err = record.Detect([]byte(in.Body.Text)); err != nil {
			return converted{}, wrongField("text", nil, err)
		}
	}
	var err error
	out.Text, out.Games, err = s.convertText(ctx, out.From, out.To, in.Body.Text)
	return out, err
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
