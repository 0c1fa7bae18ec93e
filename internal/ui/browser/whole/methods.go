package whole

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/lab/explorer"
	"thera/internal/lab/rating"
	"thera/internal/ui/browser"
	"thera/record"
)

// memory is what is kept from one request to the next.
type memory struct {
	solvers map[string]engine.Solver // by game
	turns   map[string]engine.Info   // of the text program, by seed and position
}

// NewService returns a service with all games and all methods, like [browser.NewService].
func NewService(post func(message []byte), pause func()) *browser.Service {
	return browser.NewService(catalog.Games(), methods(), post, pause)
}

// methods returns all methods. The page's types are generated from this list.
func methods() []browser.Method {
	m := &memory{map[string]engine.Solver{}, map[string]engine.Info{}}
	return append(browser.Methods(),
		browser.Quick("rate", rate),
		browser.Quick("session", classSession),
		browser.Quick("text", m.text),
		browser.Quick("locate", locate),
		browser.Quick("explore", explore),
		browser.Quick("gather", gather),
		browser.Quick("read", read),
		browser.Quick("write", write),
		browser.Long[answer.Proof]("solve", m.solve),
		browser.Long[Reasons]("why", m.why),
	)
}

// SolveParams ask for the proven result of a position.
type SolveParams struct {
	browser.PositionParams
	browser.Bounds
	One    bool `json:"one,omitempty" doc:"Find one winning move, not all: it takes much less work to prove"`
	Likely bool `json:"likely,omitempty" doc:"Give up at once unless a proof is likely"`
}

// solverMiB is the size of the table of a solver.
const solverMiB = 32

// likelyNodes is the number of nodes within which a proof must be likely if the request
// asks for a likely one only. Classifying all moves takes a hundred times as many: of 141
// positions of Amazons 136 were proven in 300,000, of those that seemed harder 11 of 127.
const likelyNodes = 1 << 11

func (m *memory) solve(ctx context.Context, p SolveParams, entry catalog.Entry, pos game.Position) (any, error) {
	if p.Likely && (entry.Solvable == nil || pos.Winners() == 0 && !entry.Solvable(pos, likelyNodes)) {
		return answer.NewProof(entry, pos, engine.Verdict{Grundy: -1}), nil
	}
	solver, err := m.solver(entry)
	if err != nil {
		return nil, err
	}
	var v engine.Verdict
	if problem := (engine.Problem{Position: pos, Limits: p.Limits(), All: !p.One}); p.Likely {
		v, err = engine.TrySolve(ctx, solver, problem)
	} else {
		v, err = solver.Solve(ctx, problem)
	}
	if err != nil {
		return nil, err
	}
	return answer.NewProof(entry, pos, v), nil
}

// solver returns the solver of a game. Only that of the last game is kept.
func (m *memory) solver(entry catalog.Entry) (engine.Solver, error) {
	name := entry.Game.Name()
	if m.solvers[name] != nil {
		return m.solvers[name], nil
	}
	if entry.NewSolver == nil {
		return nil, fmt.Errorf("game %q has no solver", name)
	}
	clear(m.solvers)
	m.solvers[name] = entry.NewSolver(catalog.SolverConfig{TableMiB: solverMiB, Threads: 1})
	return m.solvers[name], nil
}

// RateParams are an attempt at a puzzle.
type RateParams struct {
	// Solver is absent at the first puzzle.
	Solver *Strength `json:"solver,omitempty" doc:"What is known of the solver before; absent at the first puzzle"`
	Idle   float64   `json:"idle" doc:"Milliseconds since the attempt before"`
	Puzzle int       `json:"puzzle" doc:"The puzzle's grade"`
	Solved bool      `json:"solved" doc:"Whether the first try was right"`
}

// Strength is a rating by Glicko-2.
type Strength struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation" doc:"Half the width of the interval that holds it nineteen times in twenty"`
	Volatility float64 `json:"volatility" doc:"How erratic the results are"`
}

func rate(p RateParams) (Strength, error) {
	solver := rating.OfSolver()
	if p.Solver != nil {
		solver = rating.Rating(*p.Solver)
	}
	idle := time.Duration(p.Idle) * time.Millisecond
	after, _ := rating.AfterPuzzle(solver, rating.OfPuzzle(p.Puzzle), idle, p.Solved)
	return Strength(after), nil
}

// Located says where an explorer file has a position.
type Located struct {
	Key string `json:"key" doc:"16 hexadecimal digits, of which the first bits say in which block it is"`
}

// LocateParams ask where an explorer file has a position.
type LocateParams struct {
	browser.PositionParams
	Band explorer.Band `json:"band,omitempty" doc:"Which games, by the file's bands from 1; 0 for all"`
}

func locate(p LocateParams) (Located, error) {
	entry, pos, err := p.Find(catalog.Games())
	if err != nil {
		return Located{}, err
	}
	return Located{explorer.KeyOf(entry, pos, p.Band).String()}, nil
}

// ExploreParams ask what a block of an explorer file says about a position.
type ExploreParams struct {
	browser.PositionParams
	Block string `json:"block" doc:"The bytes in base 64"`
	Sum   int    `json:"sum" doc:"Checksum of the block, from the file's index"`

	Band explorer.Band `json:"band,omitempty" doc:"As when the position was located"`
}

func explore(p ExploreParams) (explorer.Choices, error) {
	entry, pos, err := p.Find(catalog.Games())
	if err != nil {
		return explorer.Choices{}, err
	}
	block, err := base64.StdEncoding.DecodeString(p.Block)
	if err != nil {
		return explorer.Choices{}, fmt.Errorf("block: %w", err)
	}
	return explorer.FindIn(block, uint32(p.Sum), entry, pos, p.Band)
}

// GatherParams ask for the explorer file of a few games.
type GatherParams struct {
	Game  string       `json:"game"`
	Games []PlayedGame `json:"games" doc:"At most 1,000"`
	Plies int          `json:"plies,omitempty" doc:"How many moves of each count, at most 100; 12 if missing"`
	File  string       `json:"file,omitempty" doc:"An explorer file in base 64 whose games count too"`
}

// PlayedGame is a finished game.
type PlayedGame struct {
	Start   string      `json:"start"`
	Moves   []game.Move `json:"moves"`
	Winners []int       `json:"winners" doc:"Seats from 1"`
}

// Gathered is an explorer file.
type Gathered struct {
	File string `json:"file" doc:"Its bytes in base 64"`
}

// What bounds the memory of a file in the making.
const (
	maxGathered      = 1000
	maxGatheredPlies = 100
)

// gather leaves out games without winners, and those that break the rules.
func gather(p GatherParams) (Gathered, error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return Gathered{}, err
	}
	if len(p.Games) > maxGathered {
		return Gathered{}, fmt.Errorf("%d games: want at most %d", len(p.Games), maxGathered)
	}
	plies := min(cmp.Or(p.Plies, explorer.PersonalPlies), maxGatheredPlies)
	b := explorer.NewBuilder(entry, explorer.Options{Plies: plies, InMemory: true})
	for _, played := range p.Games {
		g := record.Game{Game: p.Game, Start: played.Start}
		for _, m := range played.Moves {
			g.Turns = append(g.Turns, record.Turn{Move: m})
		}
		for _, number := range played.Winners {
			g.Winners |= game.Only(game.Seat(number - 1))
		}
		_ = b.Add(g) // one game of many
	}
	var out bytes.Buffer
	if _, err := b.Write(context.Background(), &out); err != nil {
		return Gathered{}, err
	}
	if p.File != "" {
		if out, err = mergeExplorers(out.Bytes(), p.File); err != nil {
			return Gathered{}, fmt.Errorf("file: %w", err)
		}
	}
	return Gathered{base64.StdEncoding.EncodeToString(out.Bytes())}, nil
}

func mergeExplorers(mine []byte, other string) (out bytes.Buffer, err error) {
	data, err := base64.StdEncoding.DecodeString(other)
	if err != nil {
		return out, err
	}
	var files []*explorer.File
	for _, data := range [][]byte{mine, data} {
		f, err := explorer.Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return out, err
		}
		files = append(files, f)
	}
	_, err = explorer.Merge(context.Background(), &out, explorer.Options{InMemory: true}, files...)
	return out, err
}
