package dataset

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/lab/puzzle"
	"thera/solve/certificate"
)

// random returns the source of all choices about a game, which are the same for all
// kinds of datasets.
func (r Recipe) random(number int) *rand.Rand {
	return rand.New(rand.NewPCG(r.Seed, uint64(number)))
}

// play plays the game with a number, from 0.
func (r Recipe) play(ctx context.Context, number int, rng *rand.Rand) (Game, error) {
	variant := r.variant(number)
	start, err := r.start(variant)
	if err != nil {
		return Game{}, err
	}
	opening, err := match.RandomOpenings(start, r.Plies, r.Seed, r.Entry.Openings).Opening(number)
	if err != nil {
		return Game{}, err
	}
	order := match.Order{
		Game: r.Entry.Game.Name(), Variant: variant, Number: number + 1, Start: start.String(), Opening: opening.Moves, Seed: rng.Uint64() | 1,
	}
	g := Game{Game: order.Game, Variant: variant, Start: order.Start, Opening: int32(len(opening.Moves)), Nodes: new(int64(r.Nodes)), Reason: ByRules}
	name := r.Entry.EngineNames()[0]
	for seat := range start.Board().Seats {
		level := r.Levels[rng.IntN(len(r.Levels))]
		order.Players = append(order.Players, fmt.Sprintf("%s:level=%d,hash=%d", name, level, r.tableMiB()))
		order.Names = append(order.Names, name)
		order.Sides = append(order.Sides, seat)
		order.Controls = append(order.Controls, match.Control{Nodes: r.Nodes})
		g.Players = append(g.Players, Player{Kind: "engine", Name: &name, Level: new(int32(level))})
	}
	result, err := order.Play(ctx)
	if err != nil {
		return Game{}, err
	}
	for _, m := range result.Moves {
		g.Moves = append(g.Moves, string(m.Move))
	}
	for _, seat := range start.Board().Allies(game.Seat(result.Winner - 1)).Numbers() {
		g.Winners = append(g.Winners, int32(seat))
	}
	g.ID = GameID(g.Game, g.Start, g.Moves)
	g.Split = SplitOf(g.ID)
	return g, nil
}

// tableMiB returns the size of a player's table, which is new in each game. To clear a
// larger one than the nodes need would take longer than the game.
func (r Recipe) tableMiB() int {
	if r.Nodes <= 50_000 {
		return 2
	}
	return 16
}

func (r Recipe) games(ctx context.Context, number int) ([]Game, error) {
	g, err := r.play(ctx, number, r.random(number))
	return []Game{g}, err
}

// candidate is a position of a game that may become a row.
type candidate struct {
	Origin
	pos game.Position
}

// candidates plays the game with a number and returns its positions after the opening
// that its split admits, in random order.
func (r Recipe) candidates(ctx context.Context, number int) ([]candidate, error) {
	rng := r.random(number)
	g, err := r.play(ctx, number, rng)
	if err != nil {
		return nil, err
	}
	positions, err := g.record().Replay(r.Entry.Game)
	if err != nil {
		return nil, err
	}
	var all []candidate
	for ply := int(g.Opening); ply < len(positions)-1; ply++ { // the last one is over
		pos := positions[ply]
		ok, err := g.Split.admits(pos)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, candidate{Origin{
				GameID: g.ID, Split: g.Split, Game: g.Game, Variant: g.Variant,
				Ply: int32(ply), Position: pos.String(), Turn: int32(pos.Turn().Number()),
			}, pos})
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

// record returns the game as the rules can replay it.
func (g Game) record() game.Record {
	record := game.Record{Game: g.Game, Start: g.Start}
	for _, m := range g.Moves {
		record.Moves = append(record.Moves, game.Move(m))
	}
	return record
}

func (r Recipe) evaluations(ctx context.Context, number int) (rows []Evaluation, err error) {
	all, err := r.candidates(ctx, number)
	if err != nil {
		return nil, err
	}
	for _, c := range all[:min(len(all), r.Positions)] {
		e, err := r.evaluate(ctx, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, e)
	}
	slices.SortFunc(rows, func(a, b Evaluation) int { return int(a.Ply - b.Ply) })
	return rows, nil
}

// evaluate searches a position with a new engine, so that the result depends on nothing
// searched before.
func (r Recipe) evaluate(ctx context.Context, c candidate) (Evaluation, error) {
	var lines engine.Lines
	best, err := r.Entry.NewEngine(engine.Defaults(catalog.Parameters())).Search(ctx, engine.Request{
		Position: c.pos, Limits: engine.Limits{Nodes: r.SearchNodes}, Lines: r.Lines, Report: lines.Report,
	})
	if err != nil {
		return Evaluation{}, err
	}
	e := Evaluation{Origin: c.Origin, WinProbability: probability(best.Score), Nodes: int64(best.Nodes), Depth: int32(best.Depth)}
	for _, info := range lines.With(best, r.Lines) {
		line := Line{WinProbability: probability(info.Score), Line: game.Strings(info.Line)}
		plies, proven := info.Score.Proven()
		if line.Proven = proven; proven {
			line.Plies = new(int32(max(plies, -plies)))
		} else {
			line.Centilogits = new(int32(info.Score))
		}
		e.Lines = append(e.Lines, line)
	}
	return e, nil
}

// probability returns the win probability with six digits: exponentials differ in the
// last bits from machine to machine.
func probability(s engine.Score) float64 { return math.Round(1e6*s.WinProbability()) / 1e6 }

func (r Recipe) puzzles(ctx context.Context, number int) ([]Puzzle, error) {
	opt := r.puzzleOptions(number)
	found, err := puzzle.One(ctx, r.Entry, opt, uint64(number))
	if err != nil || found.ID == "" {
		return nil, err
	}
	pos, err := r.Entry.Game.Parse(found.Position)
	if err != nil {
		return nil, err
	}
	text, err := canonical(pos)
	if err != nil {
		return nil, err
	}
	p := Puzzle{
		ID: found.ID, Split: SplitOf(text), Game: found.Game, Variant: opt.Variant, Position: found.Position, Turn: int32(pos.Turn().Number()),
		Line: game.Strings(found.Line), LegalMoves: int32(found.Moves), Effort: int64(found.Effort), Grade: int32(found.Grade), Themes: found.Themes,
	}
	if found.Plies > 0 {
		p.Plies = new(int32(found.Plies))
	}
	return []Puzzle{p}, nil
}

func (r Recipe) proofs(ctx context.Context, number int) (rows []Proof, err error) {
	all, err := r.candidates(ctx, number)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if r.Entry.Solvable != nil && !r.Entry.Solvable(c.pos, r.SearchNodes) {
			continue
		}
		p, _, err := prove(ctx, r.Entry, c.Origin, c.pos, r.SearchNodes)
		if errors.Is(err, errNoProof) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if rows = append(rows, p); len(rows) == r.Positions {
			break
		}
	}
	slices.SortFunc(rows, func(a, b Proof) int { return int(a.Ply - b.Ply) })
	return rows, nil
}

var errNoProof = errors.New("no proof")

// solverMiB is the size of a solver's table. It is part of what a certificate depends on.
const solverMiB = 16

// prove returns the winner of a position and all its winning moves, or errNoProof if that
// takes more nodes. It also returns the text of the certificate whose sum is
// in the proof, nil if that is too large.
func prove(ctx context.Context, entry catalog.Entry, o Origin, pos game.Position, nodes uint64) (p Proof, certified []byte, err error) {
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: solverMiB, Threads: 1})
	v, err := engine.TrySolve(ctx, solver, engine.Problem{Position: pos, All: true, Limits: engine.Limits{Nodes: nodes}})
	err = cmp.Or(err, ctx.Err())
	isWon := v.Winners.Has(pos.Turn())
	if err == nil && (!v.Proven || isWon && !v.All) {
		err = errNoProof
	}
	if err != nil {
		return p, nil, err
	}
	p = Proof{Origin: o, Winner: int32(v.Winners.First().Number()), LegalMoves: int32(len(pos.Moves()))}
	if v.Plies > 0 {
		p.Plies = new(int32(v.Plies))
	}
	if v.Grundy >= 0 {
		p.Nimber = new(int32(v.Grundy))
	}
	if isWon {
		p.WinningMoves = game.Strings(v.Moves)
	}
	certified, err = certify(ctx, entry, pos, v.Winners.First())
	if errors.Is(err, errLarge) {
		return p, nil, nil
	}
	p.Certificate = new(fmt.Sprintf("%x", sha256.Sum256(certified)))
	return p, certified, err
}

// Bounds of certificates: the positions in one, and the nodes to find their moves.
const (
	maxCertificate   = 5000
	certificateNodes = 1_000_000
)

var errLarge = errors.New("the certificate is too large")

// certify returns the certificate of a position that a seat wins, as thera solve writes
// it with a table of solverMiB, or errLarge.
func certify(ctx context.Context, entry catalog.Entry, pos game.Position, winner game.Seat) ([]byte, error) {
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: solverMiB, Threads: 1, OutcomeOnly: true})
	positions, left := 0, uint64(certificateNodes)
	var file bytes.Buffer
	_, err := certificate.Write(ctx, &file, entry.Game, pos, winner, func(ctx context.Context, pos game.Position) (game.Move, error) {
		if positions++; positions > maxCertificate {
			return "", errLarge
		}
		v, err := solver.Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: left}})
		left -= min(left, v.Nodes)
		err = cmp.Or(err, ctx.Err())
		if err == nil && (left == 0 || !v.Proven) {
			err = errLarge
		}
		if err == nil && len(v.Moves) == 0 {
			err = fmt.Errorf("position %q: no winning move found", pos)
		}
		if err != nil {
			return "", err
		}
		return v.Moves[0], nil
	})
	return file.Bytes(), err
}
