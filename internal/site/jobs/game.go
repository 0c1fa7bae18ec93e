package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/lab/puzzle"
	"thera/internal/lab/tune"
	"thera/internal/site/housebot"
)

// Games has the games of a match that are missing from its log played by workers. All
// of them must have a [match.Order]. Afterward [match.Match.Play] continues as if it
// had played them itself. With a journal another call continues an interrupted one.
func Games(ctx context.Context, dispatcher *queue.Dispatcher, m *match.Match, log *match.Log, journal string, progress func(queue.Status)) error {
	title, err := m.Title()
	if err != nil {
		return err
	}
	played := map[int]bool{}
	for _, g := range log.Games() {
		played[g.Number] = true
	}
	isPlayed := func(i int) bool { return played[i+1] }
	orders, missing := make([]match.Order, m.Total()), 0
	for i := range orders {
		if orders[i], err = m.Order(i + 1); err != nil {
			return err
		}
		if !isPlayed(i) {
			missing++
		}
	}
	if missing == 0 {
		return nil
	}
	batch := queue.Batch{
		Dispatcher: dispatcher, Jobs: len(orders), Skip: isPlayed, Journal: journal, Title: "thera games " + queue.Hash(title), Progress: progress,
		Job:   func(i int) queue.Job { return job(gameKind, queue.Later, orders[i]) },
		Check: func(i int, output []byte) error { _, err := readGame(orders[i], output); return err },
		Same: func(a, b []byte) bool {
			var one, other match.Result
			return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && sameGame(one, other)
		},
	}
	outputs, err := batch.Run(ctx)
	if err != nil {
		return err
	}
	results := map[int]match.Result{}
	for i, output := range outputs {
		if isPlayed(i) {
			continue
		}
		if results[orders[i].Number], err = readGame(orders[i], output); err != nil {
			return err
		}
	}
	m.Elsewhere = func(_ context.Context, number int) (match.Result, error) {
		g, ok := results[number]
		if !ok {
			return g, fmt.Errorf("game %d was not played by workers", number)
		}
		return g, nil
	}
	return nil
}

func readGame(o match.Order, output []byte) (match.Result, error) {
	var g match.Result
	if err := json.Unmarshal(output, &g); err != nil {
		return g, err
	}
	return g, checkGame(o, g)
}

// checkGame refuses a game that does not follow the order, or was not played by
// the rules to its end.
func checkGame(o match.Order, g match.Result) error {
	entry, err := catalog.Find(o.Game)
	if err != nil {
		return err
	}
	pos, err := entry.Game.Parse(o.Start)
	if err != nil {
		return err
	}
	if g.Number != o.Number || g.Start != o.Start || !slices.Equal(g.Players, o.Names) || g.Opening != len(o.Opening) ||
		len(g.Moves) < len(o.Opening) || g.Reason != match.ByRules {
		return fmt.Errorf("game %d from %q: want game %d from %q, played to its end", g.Number, g.Start, o.Number, o.Start)
	}
	for i, m := range g.Moves {
		if i < len(o.Opening) && m.Move != o.Opening[i] {
			return fmt.Errorf("game %d opens with %s: want %s", g.Number, m.Move, o.Opening[i])
		}
		if pos, err = pos.Play(m.Move); err != nil {
			return fmt.Errorf("game %d: %w", g.Number, err)
		}
	}
	if g.Winner < 1 || g.Winner > len(g.Players) || !pos.Winners().Has(game.Seat(g.Winner-1)) {
		return fmt.Errorf("game %d: seat %d has not won", g.Number, g.Winner)
	}
	return nil
}

func sameGame(a, b match.Result) bool {
	return a.Winner == b.Winner && slices.EqualFunc(a.Moves, b.Moves, func(a, b match.Move) bool {
		a.Spent, a.Left, b.Spent, b.Left = 0, 0, 0, 0
		return a == b
	})
}

// turnInput is a position in which a house bot is to move.
type turnInput struct {
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Level    int           `json:"level"`
	Time     time.Duration `json:"time_ns"` // for the search
	Seed     uint64        `json:"seed"`
}

// turnOutput is the turn found. It depends on the machine's speed.
type turnOutput struct {
	Move  game.Move `json:"move"`
	Nodes uint64    `json:"nodes"`
}

func findTurn(ctx context.Context, _ *queue.Task, in turnInput) (out turnOutput, err error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return out, err
	}
	pos, err := entry.Game.Parse(in.Position)
	if err != nil {
		return out, err
	}
	if in.Level < 1 || in.Level > catalog.MaxLevel || in.Time <= 0 {
		return out, fmt.Errorf("level %d, time %v: want a level from 1 to %d and a positive time", in.Level, in.Time, catalog.MaxLevel)
	}
	info, err := housebot.Search(ctx, entry, housebot.SearchRequest{Game: in.Game, Position: pos, Level: in.Level, Time: in.Time, Seed: in.Seed})
	if err != nil {
		return out, err
	}
	return turnOutput{info.Best(), info.Nodes}, nil
}

// Searchers are workers that search for house bots.
type Searchers struct{ Dispatcher *queue.Dispatcher }

// Slots implements [housebot.Workers].
func (t Searchers) Slots(rated bool) (places int) {
	for _, w := range t.Dispatcher.Workers() {
		if w.IsTrusted || !rated {
			places += w.Slots
		}
	}
	return places
}

// Search implements [housebot.Workers].
func (t Searchers) Search(ctx context.Context, in housebot.SearchRequest) (game.Move, error) {
	urgency := queue.Now
	if in.Rated {
		urgency = queue.Reserved
	}
	out, err := ask[turnOutput](ctx, t.Dispatcher, job(turnKind, urgency, turnInput{
		in.Game, in.Position.String(), in.Level, in.Time, in.Seed,
	}))
	return out.Move, err
}

// puzzleInput is a game of self-play in which to look for a puzzle.
type puzzleInput struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`
	Moves   int    `json:"moves"`
	Number  uint64 `json:"number"`
}

func findPuzzle(ctx context.Context, _ *queue.Task, in puzzleInput) (puzzle.Puzzle, error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	return puzzle.One(ctx, entry, puzzle.Options{Variant: in.Variant, Seed: in.Seed, Moves: in.Moves}, in.Number)
}

// Puzzles returns the first puzzles that [puzzle.Find] finds, those before its error too.
// A solver checks each of them.
func Puzzles(ctx context.Context, dispatcher *queue.Dispatcher, entry catalog.Entry, opt puzzle.Options, count int, progress func(queue.Status)) ([]puzzle.Puzzle, error) {
	batch := queue.Batch{
		Dispatcher: dispatcher,
		Job: func(i int) queue.Job {
			return job(puzzleKind, queue.Later, puzzleInput{entry.Game.Name(), opt.Variant, opt.Seed, opt.Moves, uint64(i)})
		},
		Enough: func(first [][]byte) bool {
			found, isVain := firstPuzzles(first, count)
			return len(found) == count || isVain
		},
		Check: func(_ int, output []byte) error {
			var p puzzle.Puzzle
			if err := json.Unmarshal(output, &p); err != nil || p.ID == "" {
				return err
			}
			return puzzle.Check(ctx, entry, p)
		},
		Progress: progress,
	}
	outputs, err := batch.Run(ctx)
	found, isVain := firstPuzzles(outputs, count)
	if isVain {
		err = opt.ErrNone(entry)
	}
	return found, err
}

// firstPuzzles returns the first puzzles in the outputs of games, where what can't be read
// is none, and whether the search ends there without the others.
func firstPuzzles(outputs [][]byte, count int) (found []puzzle.Puzzle, isVain bool) {
	since := 0 // the last one
	for _, output := range outputs {
		var p puzzle.Puzzle
		if since++; json.Unmarshal(output, &p) == nil && p.ID != "" {
			found, since = append(found, p), 0
		}
		if len(found) == count || since == puzzle.Patience {
			break
		}
	}
	return found, since == puzzle.Patience
}

const selfPlayKind = "self-play" // games to learn from

const gamesPerJob = 8 // make a job worth more than the overhead of asking for it

const selfPlayRecheckRate = 2 * queue.DefaultRecheckRate // lower than usual because all games are also checked by the rules

type selfPlayInput struct {
	Games       tune.SelfPlay `json:"games"`
	Network     string        `json:"network,omitempty"` // the file's hash
	First, Last int
}

func playSelf(ctx context.Context, t *queue.Task, in selfPlayInput) (games [][]byte, err error) {
	if in.First < 0 || in.Last-in.First > gamesPerJob || in.Games.Nodes == 0 {
		return nil, fmt.Errorf("games %d to %d with %d nodes: want at most %d games and at least 1 node", in.First, in.Last, in.Games.Nodes, gamesPerJob)
	}
	if in.Network != "" {
		if in.Games.Network, err = t.File(ctx, in.Network); err != nil {
			return nil, err
		}
	}
	for i := in.First; i < in.Last; i++ {
		game, err := in.Games.Play(ctx, i)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
		t.Report(float64(i-in.First+1)/float64(in.Last-in.First), nil)
	}
	return games, nil
}

// SelfPlay returns a function that has workers play the games of
// [tune.Options], for its Elsewhere. Each game is checked by the rules.
func SelfPlay(dispatcher *queue.Dispatcher, progress func(queue.Status)) func(context.Context, tune.SelfPlay, int, int) ([][]byte, error) {
	return func(ctx context.Context, s tune.SelfPlay, first, last int) ([][]byte, error) {
		in := selfPlayInput{Games: s}
		if s.Network != nil {
			in.Network = dispatcher.Offer(s.Network)
		}
		title, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		part := func(i int) selfPlayInput {
			one := in
			one.First = i * gamesPerJob
			one.Last = one.First + gamesPerJob
			return one
		}
		batch := queue.Batch{
			RecheckRate: selfPlayRecheckRate, Dispatcher: dispatcher, Progress: progress,
			Jobs: (last + gamesPerJob - 1) / gamesPerJob, Skip: func(i int) bool { return part(i).Last <= first },
			Journal: s.Journal, Title: fmt.Sprintf("thera self-play %s", title),
			Job: func(i int) queue.Job { return job(selfPlayKind, queue.Later, part(i)) },
			Check: func(i int, output []byte) error {
				games, err := readGames(part(i), output)
				for k := 0; err == nil && k < len(games); k++ {
					err = s.Check(games[k])
				}
				return err
			},
		}
		if first == last {
			return nil, nil
		}
		outputs, err := batch.Run(ctx)
		if err != nil {
			return nil, err
		}
		var all [][]byte
		for i, output := range outputs {
			if batch.Skip(i) {
				continue
			}
			games, err := readGames(part(i), output)
			if err != nil {
				return nil, err
			}
			from, to := max(first-part(i).First, 0), min(last-part(i).First, gamesPerJob)
			all = append(all, games[from:to]...)
		}
		return all, nil
	}
}

func readGames(in selfPlayInput, output []byte) (games [][]byte, err error) {
	if err := json.Unmarshal(output, &games); err != nil {
		return nil, err
	}
	if len(games) != in.Last-in.First {
		return nil, fmt.Errorf("%d games: want %d", len(games), in.Last-in.First)
	}
	return games, nil
}
