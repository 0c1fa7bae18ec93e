package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/solve"
)

type proofInput struct {
	Game     string `json:"game"`
	Root     string `json:"root"` // the position that the proof is of
	Position string `json:"position"`
	Nodes    uint64 `json:"nodes"`  // limit
	Memory   int    `json:"memory"` // size of the table in MiB
}

// proofOutput is the answer. Nodes depend on what the worker has proven before.
type proofOutput struct {
	Result string      `json:"result"` // a solve.JobResult
	Moves  []game.Move `json:"moves"`  // a winning one, if there is one
	Nodes  uint64      `json:"nodes"`
}

// provers are solvers that are kept from one question of a proof to the next,
// because their tables help. Each serves one question at a time.
type provers struct {
	mu   sync.Mutex
	idle []prover
}

type prover struct {
	game, root string
	memory     int
	solver     engine.Solver
}

const maxIdle = 4

func (p *provers) kind() queue.Kind { return kind(p.prove) }

// take returns a solver for a question, a new one if none is idle. Solvers of
// other proofs are dropped to free their memory.
func (p *provers) take(ctx context.Context, in proofInput, entry catalog.Entry) (prover, error) {
	p.mu.Lock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		one := p.idle[i]
		p.idle = p.idle[:i]
		if one.game == in.Game && one.root == in.Root && one.memory == in.Memory {
			p.mu.Unlock()
			return one, nil
		}
	}
	p.mu.Unlock()
	root, err := entry.Game.Parse(in.Root)
	if err != nil {
		return prover{}, err
	}
	one := prover{in.Game, in.Root, in.Memory, entry.NewSolver(catalog.SolverConfig{MemoryMiB: in.Memory, Threads: 1, OutcomeOnly: true})}
	// It gets to know the whole board first, in whose terms all questions are.
	_, err = one.solver.Solve(ctx, engine.Problem{Position: root, Limits: engine.Limits{Nodes: 1}})
	return one, err
}

func (p *provers) give(one prover) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) < maxIdle {
		p.idle = append(p.idle, one)
	}
}

const maxProofMiB = 64 << 10

func (p *provers) prove(ctx context.Context, _ *queue.Task, in proofInput) (out proofOutput, err error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return out, err
	}
	pos, err := entry.Game.Parse(in.Position)
	if err != nil {
		return out, err
	}
	if entry.NewSolver == nil || in.Nodes == 0 || in.Memory < 1 || in.Memory > maxProofMiB {
		return out, fmt.Errorf("game %q, %d nodes, %d MiB: want a game that can be solved, and some of both", in.Game, in.Nodes, in.Memory)
	}
	one, err := p.take(ctx, in, entry)
	if err != nil {
		return out, err
	}
	v, err := one.solver.Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: in.Nodes}})
	if err != nil {
		return out, err
	}
	p.give(one)
	return proofOutput{resultOf(pos, v).String(), v.Moves, v.Nodes}, ctx.Err()
}

func resultOf(pos game.Position, v engine.Verdict) solve.JobResult {
	switch {
	case !v.Proven:
		return solve.Open
	case v.Winners.Has(pos.Turn()):
		return solve.Won
	}
	return solve.Lost
}

// sameProof reports whether two answers do not contradict each other. A
// question that is too hard for one worker may be answered by another.
func sameProof(a, b []byte) bool {
	one, errOne := readProof(a)
	other, errOther := readProof(b)
	return errOne == nil && errOther == nil && (one == other || one == solve.Open || other == solve.Open)
}

func readProof(output []byte) (solve.JobResult, error) {
	out, err := parseProof(output)
	if err != nil {
		return solve.Open, err
	}
	return solve.ParseJobResult(out.Result)
}

func parseProof(output []byte) (out proofOutput, err error) {
	err = json.Unmarshal(output, &out)
	return out, err
}
