package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
)

func playGame(ctx context.Context, _ *queue.Task, in match.Order) (match.Result, error) {
	return in.Play(ctx)
}

// Games has the games of a match that are missing from its log played by workers. All
// of them must have a [match.Order]. Afterward [match.Match.Play] continues as if it
// had played them itself. With a journal another call continues an interrupted one.
func Games(ctx context.Context, dispatcher *queue.Dispatcher, m *match.Match, log *match.Log, journal string, progress func(queue.Status)) error {
	played := map[int]bool{}
	for _, g := range log.Games() {
		played[g.Number] = true
	}
	var orders []match.Order
	for number := 1; number <= m.Total(); number++ {
		if played[number] {
			continue
		}
		o, err := m.Order(number)
		if err != nil {
			return err
		}
		orders = append(orders, o)
	}
	all, err := json.Marshal(orders)
	if err != nil {
		return err
	}
	batch := queue.Batch{
		Dispatcher: dispatcher, Jobs: len(orders), Journal: journal, Title: "thera games " + queue.Hash(all), Progress: progress,
		Job:   func(i int) queue.Job { return job(gameKind, queue.Later, orders[i]) },
		Check: func(i int, output []byte) error { _, err := readGame(orders[i], output); return err },
		Same: func(a, b []byte) bool {
			var one, other match.Result
			return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && sameGame(one, other)
		},
	}
	if len(orders) == 0 {
		return nil
	}
	outputs, err := batch.Run(ctx)
	if err != nil {
		return err
	}
	results := map[int]match.Result{}
	for i, output := range outputs {
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

// readGame parses a game played by a worker, and refuses one that does not
// follow the order or the rules.
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
