package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/cluster/queue"
	"thera/internal/lab/batch"
	"thera/internal/safefile"
	"thera/internal/site/jobs"
	"thera/internal/site/store/database"
	"thera/solve/certificate"
)

type solveFlags struct {
	from                        start
	limits                      limitFlags
	memory                      int // MiB
	threads                     int
	all, outcome                bool
	resume, certificate, verify string
	resumeSize                  int // MiB, 0 for any
	store                       string
	crew                        crewFlags
	question                    uint64 // nodes
	parts                       int    // squares
	many                        batchFlags
}

const solveHelp = `Prove who wins a position, and by which move, or report that the limits were too
low for a proof. BOARD is a variant, or for hermit any size up to 10x10, such as
4x7, or for amazons one of the small boards from 4x4 to 6x5.

The command works until it has a proof, reaches a limit or is interrupted. With
--resume, it saves its results in FILE, and the same command continues from there.
With --certificate, it writes a winning move for each position that the opponent
can reach to FILE; --verify checks them by the rules alone.
docs/research/solving.md says for which boards that is practical.

With --workers, it splits the position into subproblems for workers, which visit at
most --question positions for each and return those that are too hard to be split
further. --memory is then the table of each slot of a worker. --resume saves the
subproblems with their answers; with --store, any number of these commands, on any
machines, work on the same proof. The result is one winning move and no nimber.

` + batchHelp + `
--memory is then for each thread (default 64MiB).

The exit status is 0 even without a proof, but 1 after an interrupt.
With --json, print {"game", "position", "proven", "winners", "plies", "nimber",
"moves", "all", "nodes", "seconds"}; winners is a list of seats, plies is 0 if the
game is over, "all" is true if moves are all winning moves, and unknown values are
absent. "grundy" is the same as "nimber", for older programs. With --parts, print
{"squares", "nimber", "parts", "example"}; the example has a digit for each square,
the sum of 1 if red may still cover it, 2 for yellow and 4 for blue.`

func (p *program) solveCommand() *cobra.Command {
	f := solveFlags{memory: 1024, threads: 1}
	cmd := &cobra.Command{
		Use:   "solve GAME [BOARD]",
		Short: "Prove who wins",
		Long:  solveHelp,
		Example: `  thera solve hermit 4x4
  thera solve hermit 5x6 --memory 8GiB --threads 2 --resume 5x6.nimbers
  thera solve hermit --position 'R.../..../.Y../.... 2' --all --json
  thera solve amazons 5x5 --threads 2
  thera solve amazons 5x6 --workers nats://10.0.0.7 --store postgres://db/thera
  thera solve hermit 3x3 --certificate 3x3.cert
  thera solve hermit --parts 5
  thera solve --verify 3x3.cert
  thera solve amazons --positions late.txt --nodes 1000000 --resume late.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.verify != "" && len(args) > 0:
				return usagef("unexpected argument %q with --verify", args[0])
			case f.verify == "" && len(args) == 0:
				return usagef("missing GAME: want %s", cmd.UseLine())
			}
			return atMost(2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.verify != "" {
				if err := alone(cmd, "verify"); err != nil {
					return err
				}
				return p.verify(cmd.Context(), f.verify)
			}
			f.many.resume = f.resume
			entry, pos, err := f.find(args)
			if err != nil {
				return err
			}
			if f.parts > 0 {
				return p.countParts(cmd, entry, args, f.parts)
			}
			if f.many.positions != "" {
				return p.solveEach(cmd, entry, f, args)
			}
			if f.resumeSize > 0 && (f.resume == "" || f.crew.url != "") {
				return usagef("--resume-size: want --resume with it, and not --workers")
			}
			if f.crew.url != "" {
				return p.solveByWorkers(cmd.Context(), entry, pos, f)
			}
			if err := onlyWith(cmd, "workers", "store", "question"); err != nil {
				return err
			}
			return p.solve(cmd.Context(), entry, pos, f)
		},
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *solveFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from.position, "position", "", "solve the position with this `TEXT`")
	f.limits.addTimeTo(cmd, "stop after this `DURATION`, such as 10s or 2h")
	wholeNumber(cmd, "nodes", "stop after `NUMBER` positions", 1, &f.limits.nodes)
	sizeFlag(cmd, "memory", "use a table of this `SIZE`, such as 512MiB or 8GiB (default 1GiB)", &f.memory)
	numberUpTo(cmd, "threads", "search with `NUMBER` threads (default 1)", 1, maxThreads, &f.threads)
	cmd.Flags().BoolVar(&f.all, "all", false, "find all winning moves; in Santorini for about two seconds, unless --nodes or --time allow more")
	cmd.Flags().BoolVar(&f.outcome, "outcome", false, "prove who wins and by which move, without the nimber")
	cmd.Flags().StringVar(&f.resume, "resume", "", "save results in `FILE`, and continue from those in it")
	sizeFlag(cmd, "resume-size", "save at most this `SIZE` of results, those that took the most work", &f.resumeSize)
	cmd.Flags().StringVar(&f.certificate, "certificate", "", "write a proof to `FILE`")
	wholeNumber(cmd, "parts", "instead of solving, count the parts of up to `NUMBER` squares by nimber (hermit, up to 7)", 1, &f.parts)
	cmd.Flags().StringVar(&f.verify, "verify", "", "instead of solving, check the proof in `FILE`")
	f.many.addTo(cmd)
	f.crew.addWorkers(cmd)
	cmd.Flags().StringVar(&f.store, "store", "", "with --workers, save results in this store, `FILE_OR_URL` as for thera serve, so that others can work on the same proof")
	wholeNumber(cmd, "question", "with --workers, visit at most `NUMBER` positions for a subproblem (default 2000000)", 1, &f.question)
	cmd.ValidArgsFunction = completeBoard
	for _, flag := range []string{"position", "time", "nodes", "memory", "resume-size", "threads"} {
		completeFlag(cmd, flag)
	}
}

func (f *solveFlags) find(args []string) (catalog.Entry, game.Position, error) {
	from := answer.Start{Game: args[0], Position: f.from.position, Boards: true}
	if len(args) > 1 {
		from.Variant = args[1]
	}
	entry, pos, err := from.Find(catalog.Games())
	if errors.Is(err, answer.ErrBoth) {
		return entry, nil, usagef("board %q and --position %q: want only one of them", from.Variant, from.Position)
	}
	if err != nil {
		return entry, nil, usageError{err}
	}
	if entry.NewSolver == nil {
		return entry, nil, usagef("game %q can't be solved: want one of %s", args[0], strings.Join(solvable(), ", "))
	}
	return entry, pos, nil
}

func solvable() (names []string) {
	for _, entry := range catalog.Games() {
		if entry.NewSolver != nil {
			names = append(names, entry.Game.Name())
		}
	}
	return names
}

func completeBoard(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return solvable(), cobra.ShellCompDirectiveNoFileComp
	case 1:
		return completeVariant(cmd, args, toComplete)
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// solve solves and prints what it finds, even if interrupted.
func (p *program) solve(ctx context.Context, entry catalog.Entry, pos game.Position, f solveFlags) error {
	if f.certificate != "" {
		if f.resume != "" && isSamePath(f.resume, f.certificate) {
			return usagef("--resume and --certificate %q: want two files", f.certificate)
		}
		if err := safefile.Replaceable(f.certificate, isCertificate); err != nil {
			return fmt.Errorf("certificate %q not written: %w", f.certificate, err)
		}
	}
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: f.memory, Threads: f.threads, OutcomeOnly: f.outcome})
	problem := engine.Problem{
		Position: pos, Limits: engine.Limits{Time: f.limits.time, Nodes: f.limits.nodes}, All: f.all,
		Checkpoint: f.resume, CheckpointMiB: f.resumeSize,
	}
	if p.terminal {
		problem.Report = p.solveProgress
	}
	v, err := solver.Solve(ctx, problem)
	p.clear()
	if err != nil {
		return err
	}
	if err := p.print(solveResult{answer.NewProof(entry, pos, v), v.Winners, f.all}); err != nil {
		return err
	}
	if !v.Proven && ctx.Err() != nil {
		return errInterrupted
	}
	if f.certificate == "" {
		return nil
	}
	if !v.Proven {
		return fmt.Errorf("certificate %q not written: there is no proof", f.certificate)
	}
	return certify(ctx, entry, pos, v, f)
}

// batchMemory is the default table of a thread in a batch, in MiB. It is cleared for
// each position, so a large one would cost more than most searches.
const batchMemory = 64

// solveEach solves each position of a file.
func (p *program) solveEach(cmd *cobra.Command, entry catalog.Entry, f solveFlags, args []string) error {
	if len(args) > 1 {
		return usagef("board %q and --positions: want only one of them", args[1])
	}
	if err := f.many.check(cmd, "position", "certificate", "workers", "store", "question", "resume-size"); err != nil {
		return err
	}
	if !cmd.Flags().Changed("memory") {
		f.memory = batchMemory
	}
	if !cmd.Flags().Changed("threads") {
		f.threads = runtime.GOMAXPROCS(0)
	}
	limits := engine.Limits{Time: f.limits.time, Nodes: f.limits.nodes}
	opt := f.many.options(entry, "solve", limits)
	opt["memory"] = fmt.Sprintf("%dMiB", f.memory)
	opt.SetBool("all", f.all)
	opt.SetBool("outcome", f.outcome)
	config := catalog.SolverConfig{TableMiB: f.memory, Threads: 1, OutcomeOnly: f.outcome}
	return p.batch(cmd.Context(), f.many, opt, batch.Batch{Rules: entry.Game, Threads: f.threads, Start: func() batch.Answer {
		solver := entry.NewSolver(config)
		return func(ctx context.Context, q batch.Question) (any, error) {
			if !engine.Forget(solver) {
				solver = entry.NewSolver(config)
			}
			v, err := solver.Solve(ctx, engine.Problem{Position: q.Position, Limits: limits, All: f.all})
			return answer.NewProof(entry, q.Position, v), err
		}
	}})
}

const clearLine = "\r\x1b[K"

func (p *program) solveProgress(s engine.Progress) {
	const width = 20
	done := int(s.Done * width)
	bar := strings.Repeat("#", done) + strings.Repeat("-", width-done)
	p.showLine(fmt.Sprintf("[%s] %3.0f%%  %s nodes, %s/s  table %.0f%%  %s", bar, 100*s.Done,
		grouped(s.Nodes), grouped(perSecond(s.Nodes, s.Time)), 100*s.Fill, s.Time.Round(time.Second)))
}

type solveResult struct {
	answer.Proof
	winners  game.Seats
	wantsAll bool
}

func (r solveResult) String() string {
	var parts []string
	switch {
	case !r.Proven:
		parts = append(parts, "no proof")
	case r.Plies == nil:
		parts = append(parts, fmt.Sprintf("seat %s wins", r.winners))
	case *r.Plies == 0:
		parts = append(parts, fmt.Sprintf("seat %s has won", r.winners))
	default:
		parts = append(parts, fmt.Sprintf("seat %s wins", r.winners), "in "+counted(*r.Plies, "ply", "plies"))
	}
	if r.Nimber != nil {
		parts = append(parts, fmt.Sprintf("nimber %d", *r.Nimber))
	}
	if len(r.Moves) > 0 {
		by := "by " + lineText(r.Moves)
		if r.wantsAll && !r.All {
			by += " (perhaps not the only winning moves)"
		}
		parts = append(parts, by)
	}
	return fmt.Sprintf("%s  %s, %.2f s", strings.Join(parts, ", "), counted(r.Nodes, "node", "nodes"), r.Seconds)
}

// certify writes a certificate of a position with a proven winner. An existing file
// is only replaced by a complete one.
func certify(ctx context.Context, entry catalog.Entry, pos game.Position, v engine.Verdict, f solveFlags) error {
	name := f.certificate
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: f.memory, Threads: f.threads, OutcomeOnly: true})
	winner := game.Seat(0)
	if !v.Winners.Has(winner) {
		winner = 1
	}
	winningMove := func(ctx context.Context, pos game.Position) (game.Move, error) {
		v, err := solver.Solve(ctx, engine.Problem{Position: pos})
		err = cmp.Or(err, ctx.Err())
		if err == nil && len(v.Moves) == 0 {
			err = fmt.Errorf("position %q: no winning move found", pos)
		}
		if err != nil {
			return "", err
		}
		return v.Moves[0], nil
	}
	err := safefile.Replace(name, func(w io.Writer) error {
		_, err := certificate.Write(ctx, w, entry.Game, pos, winner, winningMove)
		return err
	})
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if err != nil {
		return fmt.Errorf("certificate %q not written: %w", name, err)
	}
	return nil
}

func (p *program) verify(ctx context.Context, name string) error {
	file, err := openFile(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	c, err := certificate.Check(ctx, file, func(name string) (game.Game, error) {
		entry, err := catalog.Find(name)
		return entry.Game, err
	})
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("certificate %q proves nothing: %w", name, err)
	}
	return p.print(verifyResult{c.Game, c.Position, int(c.Winner) + 1, c.Positions})
}

type verifyResult struct {
	Game      string `json:"game"`
	Position  string `json:"position"`
	Winner    int    `json:"winner"` // seat, from 1
	Positions int    `json:"positions"`
}

func (r verifyResult) String() string {
	return fmt.Sprintf("seat %d wins %s %s, proven in %s", r.Winner, r.Game, r.Position, counted(r.Positions, "position", "positions"))
}

// solveByWorkers has workers solve, and prints what they find, even if interrupted.
func (p *program) solveByWorkers(ctx context.Context, entry catalog.Entry, pos game.Position, f solveFlags) error {
	if f.all || f.certificate != "" || f.limits.nodes > 0 || f.threads > 1 {
		return usagef("--workers can't be combined with --all, --certificate, --nodes or --threads")
	}
	interrupt := ctx
	if f.limits.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.limits.time)
		defer cancel()
	}
	opt := jobs.ProofOptions{Nodes: f.question, TableMiB: f.memory, Journal: f.resume}
	if f.store != "" {
		if f.resume != "" {
			return usagef("--resume and --store: want only one of them")
		}
		db, err := database.Open(ctx, f.store)
		if err != nil {
			return err
		}
		defer db.Close() //nolint:errcheck // what is written is committed
		opt.Store = db
	}
	if p.terminal {
		opt.Progress = func(s jobs.ProofStatus) {
			p.showLine(fmt.Sprintf("%d subproblems, %d of %d positions proven, %s nodes, %s  %s",
				s.Questions, s.Proven, s.Positions, grouped(s.Nodes), crewText(s.Workers), time.Since(s.Since).Round(time.Second)))
		}
	}
	return p.withDesk(ctx, f.crew, func(desk *queue.Dispatcher) error {
		v := engine.Verdict{Proven: true, Winners: pos.Winners()}
		if v.Winners == 0 {
			var err error
			if v, err = jobs.Prove(ctx, desk, entry, pos, opt); err != nil {
				return err
			}
		}
		p.clear()
		err := p.print(solveResult{answer.NewProof(entry, pos, v), v.Winners, f.all})
		if err == nil && !v.Proven && interrupt.Err() != nil {
			err = errInterrupted
		}
		return err
	})
}
