package jobs

import (
	"context"
	"errors"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/site/store/database"
	"thera/solve"
)

// ProofOptions says how a proof is split into questions.
type ProofOptions struct {
	// Nodes is the most nodes a worker visits for one question before it is
	// split; 0 for DefaultQuestion.
	Nodes uint64
	// MemoryMiB is the table size of each worker slot; 0 for 256.
	MemoryMiB int
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
	if opt.MemoryMiB == 0 {
		opt.MemoryMiB = 256
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

// room returns how many questions to ask at a time: one for each worker slot
// and one more.
func (p *proof) room() int {
	room := 1
	for _, w := range p.dispatcher.Workers() {
		room += w.Slots
	}
	return room
}

// answer has a question answered, and rechecks some answers.
func (p *proof) answer(ctx context.Context, text string) proofAnswer {
	j := job(proofKind, queue.Later, proofInput{p.entry.Game.Name(), p.root.String(), text, p.Nodes, p.MemoryMiB})
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

// rebuild builds the tree from the answers that keep accepts.
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
