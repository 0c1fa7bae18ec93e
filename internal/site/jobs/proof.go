package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/site/store/database"
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
	one := prover{in.Game, in.Root, in.Memory, entry.NewSolver(catalog.SolverConfig{TableMiB: in.Memory, Threads: 1, OutcomeOnly: true})}
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

// ProofOptions says how a proof is split into questions.
type ProofOptions struct {
	// Nodes is the most nodes a worker visits for one question before it is
	// split; 0 for DefaultQuestion.
	Nodes uint64
	// TableMiB is the table size of each worker slot; 0 for 256.
	TableMiB int
	// Journal is a file that keeps the answers, so that another Prove can
	// continue; "" for none.
	Journal string
	// Store replaces Journal by a database, so that any number of processes can
	// work on a proof, together or one after another; nil for none.
	Store *database.DB
	// Progress, if not nil, is called after each answer.
	Progress func(ProofStatus)
}

// DefaultQuestion is large enough for a question to be worth more than the
// overhead of asking it.
const DefaultQuestion = 2_000_000

// ProofStatus is the progress of a proof.
type ProofStatus struct {
	Questions     int // answered
	Positions     int // in the tree
	Proven, Asked int // of those
	Nodes         uint64
	Since         time.Time
	Workers       []queue.WorkerInfo
}

type proofEntry struct {
	Position string      `json:"position,omitempty"`
	Result   string      `json:"result,omitempty"`
	Moves    []game.Move `json:"moves,omitempty"`
	Nodes    uint64      `json:"nodes,omitempty"`
	Worker   string      `json:"worker,omitempty"`
	Excluded string      `json:"out,omitempty"` // a worker that was excluded
}

type proof struct {
	ProofOptions
	dispatcher *queue.Dispatcher
	entry      catalog.Entry
	root       game.Position
	tree       *solve.JobTree
	kept       []proofEntry    // the answers that count, in order
	known      map[string]bool // questions with an answer
	ledger     ledger
	nodes      uint64
	began      time.Time
	sampler    *queue.Sampler
}

type proofAnswer struct {
	text  string
	a     queue.Answer
	wrong []string
	err   error
}

// Prove has workers prove who wins a position with two seats; the verdict is
// open if ctx ends first. Answers are checked like those of a batch. The
// verdict's moves are those known to win, and it has no nimber.
func Prove(ctx context.Context, dispatcher *queue.Dispatcher, entry catalog.Entry, root game.Position, opt ProofOptions) (v engine.Verdict, err error) {
	if opt.Nodes == 0 {
		opt.Nodes = DefaultQuestion
	}
	if opt.TableMiB == 0 {
		opt.TableMiB = 256
	}
	p := &proof{ProofOptions: opt, dispatcher: dispatcher, entry: entry, root: root, began: time.Now(), sampler: queue.NewSampler(queue.DefaultRecheckRate)}
	if err := p.rebuild(nil); err != nil {
		return v, err
	}
	if p.ledger, err = openLedger(opt, entry.Game.Name()+" "+root.String(), p.restore); err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, p.ledger.close()) }()
	if err := p.run(ctx); err != nil {
		return v, err
	}
	return p.verdict(), nil
}

// room is for one question for each worker slot, and one more.
func (p *proof) room() int { return Searchers{p.dispatcher}.Slots(false) + 1 }

func (p *proof) answer(ctx context.Context, text string) proofAnswer {
	j := job(proofKind, queue.Later, proofInput{p.entry.Game.Name(), p.root.String(), text, p.Nodes, p.TableMiB})
	a, err := p.dispatcher.Ask(ctx, j)
	if err != nil && ctx.Err() == nil {
		a, err = p.dispatcher.Do(ctx, j)
	}
	one := proofAnswer{text: text, a: a, err: err}
	if result, bad := readProof(a.Output); err == nil && a.Worker != "" && (bad != nil || result != solve.Open && p.sampler.Choose(a.Worker)) {
		one.a, one.wrong, one.err = p.dispatcher.Recheck(ctx, j, a, sameProof)
	}
	return one
}

func (p *proof) record(ctx context.Context, a proofAnswer) error {
	if a.err != nil {
		p.tree.Withdraw(a.text)
		if errors.Is(a.err, context.Canceled) {
			return p.ledger.drop(ctx, a.text) // no longer wanted
		}
		return a.err
	}
	for _, worker := range a.wrong {
		if err := p.ledger.add(ctx, proofEntry{Excluded: worker}, p.restore); err != nil {
			return err
		}
	}
	if a.a.Worker != "" && p.dispatcher.IsExcluded(a.a.Worker) {
		p.tree.Withdraw(a.text)
		return p.ledger.drop(ctx, a.text)
	}
	out, err := parseProof(a.a.Output)
	if err != nil {
		return err
	}
	e := proofEntry{Position: a.text, Result: out.Result, Moves: out.Moves, Nodes: out.Nodes, Worker: a.a.Worker}
	if err := p.ledger.add(ctx, e, p.restore); err != nil {
		return err
	}
	if p.Progress != nil {
		p.Progress(p.status())
	}
	return nil
}

func (p *proof) restore(e proofEntry) {
	if e.Excluded == "" {
		p.add(e)
		return
	}
	p.dispatcher.Exclude(e.Excluded)
	_ = p.rebuild(func(k proofEntry) bool { return k.Worker != e.Excluded }) // it could be built before, so it can be built again
}

// add adds an answer to the tree. It is dropped if it no longer fits because
// others were dropped.
func (p *proof) add(e proofEntry) {
	p.nodes += e.Nodes
	result, err := solve.ParseJobResult(e.Result)
	if err == nil && p.tree.Answer(e.Position, result) == nil {
		p.kept, p.known[e.Position] = append(p.kept, e), true
	}
}

func (p *proof) rebuild(keep func(proofEntry) bool) error {
	tree, err := solve.NewJobTree(p.root)
	if err != nil {
		return err
	}
	kept, nodes := p.kept, p.nodes
	p.tree, p.kept, p.known = tree, nil, map[string]bool{}
	for _, e := range kept {
		if keep(e) {
			p.add(e)
		}
	}
	p.nodes = nodes
	return nil
}

func (p *proof) status() ProofStatus {
	s := ProofStatus{Questions: len(p.kept), Asked: p.tree.Asked(), Nodes: p.nodes, Since: p.began, Workers: p.dispatcher.Workers()}
	s.Positions, s.Proven = p.tree.Len()
	return s
}

func (p *proof) verdict() engine.Verdict {
	v := engine.Verdict{Grundy: -1, Nodes: p.nodes, Time: time.Since(p.began)}
	turn := p.root.Turn()
	switch p.tree.Result() {
	case solve.Won:
		v.Proven, v.Winners, v.Moves = true, game.Only(turn), p.tree.Moves()
		for _, e := range p.kept {
			if len(v.Moves) == 0 && e.Position == p.root.String() {
				v.Moves = e.Moves
			}
		}
	case solve.Lost:
		v.Proven, v.Winners = true, game.Only(1-turn)
	}
	return v
}

type questions struct {
	*proof
	answers chan proofAnswer
	own     map[string]context.CancelFunc // asked by this process
	others  map[string]bool               // being answered for other processes
}

func (p *proof) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	a := questions{p, make(chan proofAnswer), map[string]context.CancelFunc{}, map[string]bool{}}
	defer func() {
		cancel()
		for range a.own {
			<-a.answers
		}
	}()
	if err := p.ledger.news(ctx, p.restore); err != nil {
		return ended(ctx, err)
	}
	ticker := time.NewTicker(queue.DefaultHeartbeat / 2)
	defer ticker.Stop()
	for p.tree.Result() == solve.Open {
		if err := a.fill(ctx); err != nil {
			return ended(ctx, err)
		}
		if len(a.own)+len(a.others) == 0 {
			return fmt.Errorf("position %q: no question is left to ask", p.root)
		}
		var err error
		select {
		case one := <-a.answers:
			a.own[one.text]()
			delete(a.own, one.text)
			if ctx.Err() == nil {
				err = p.record(ctx, one)
			}
		case <-ticker.C:
			err = a.heartbeat(ctx)
		case <-ctx.Done():
		}
		if err != nil || ctx.Err() != nil {
			return ended(ctx, err)
		}
		for text, stop := range a.own {
			if !p.tree.Wanted(text) {
				stop()
			}
		}
	}
	return nil
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (a *questions) fill(ctx context.Context) error {
	for len(a.own) < a.room() && a.tree.Result() == solve.Open {
		pos, ok := a.tree.Next()
		if !ok {
			return nil
		}
		text := pos.String()
		if a.own[text] != nil || a.others[text] {
			continue // asked before the tree was rebuilt
		}
		if err := a.ask(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

func (a *questions) ask(ctx context.Context, text string) error {
	mine, err := a.ledger.claim(ctx, text)
	if err != nil {
		return err
	}
	if a.others[text] = !mine; !mine {
		return nil
	}
	delete(a.others, text)
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	if a.known[text] || !a.tree.Wanted(text) {
		a.tree.Withdraw(text)
		return a.ledger.drop(ctx, text)
	}
	one, stop := context.WithCancel(ctx)
	a.own[text] = stop
	go func() { a.answers <- a.answer(one, text) }()
	return nil
}

// heartbeat keeps the claims of this process, reads the answers of others, and
// takes over questions of processes that have disappeared.
func (a *questions) heartbeat(ctx context.Context) error {
	if !a.ledger.shared() {
		return nil
	}
	if err := a.ledger.heartbeat(ctx); err != nil {
		return err
	}
	if err := a.ledger.news(ctx, a.restore); err != nil {
		return err
	}
	for text := range a.others {
		if a.known[text] || !a.tree.Wanted(text) {
			delete(a.others, text)
			a.tree.Withdraw(text)
		} else if len(a.own) < a.room() {
			if err := a.ask(ctx, text); err != nil {
				return err
			}
		}
	}
	return nil
}
