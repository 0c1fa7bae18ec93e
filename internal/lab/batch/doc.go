// Package batch answers one question about each of many positions, which it reads
// by line.
//
// A line holds the text of a position and, after a tab, an ID of the caller's:
//
//	# comments and blank lines are skipped
//	Q1q w	first
//	Q1q1 w
//
// The answers are lines of JSON, one object for each position in the order of the
// input, each with the ID, if there is one, and the position. A line that can't be
// answered has an object with "error" in its place, so that the others are answered:
//
//	b := batch.Batch{Rules: entry.Game, Threads: 2, Start: func() batch.Answer {
//		e := entry.NewEngine(engine.Config{Threads: 1})
//		return func(ctx context.Context, q batch.Question) (any, error) {
//			return e.Search(ctx, engine.Request{Position: q.Position})
//		}
//	}}
//	count, err := b.Write(ctx, os.Stdin, os.Stdout)
//
// Each thread answers one position at a time. Positions are read only some way ahead
// of the answers, so the length of the input does not matter.
//
// [Batch.Continue] writes to a file instead, and continues after the answers in it.
// The options are in a second file, whose name ends in [OptionsSuffix], so that the
// first holds answers and nothing else.
//
// [InOrder] is the worker pool of a batch for other numbered work, such as games to play.
//
// It is a package of its own so that it can be tested without searches. It knows
// nothing of the question nor of games but their rules.
package batch
