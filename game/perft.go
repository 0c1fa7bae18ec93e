package game

import "context"

// Perft counts the legal sequences of exactly depth moves from pos, as move
// generators are checked by ("performance test"). Games that end earlier
// count nothing. The last ply is counted in bulk, all else is generated and
// played. When ctx is done it stops and returns what it has counted so far
// with ctx's error.
func Perft(ctx context.Context, pos Position, depth int) (uint64, error) {
	return PerftWith(ctx, pos, depth, PerftOptions{})
}

// PerftOptions says how to count. The zero value counts on one goroutine and
// remembers nothing.
type PerftOptions struct {
	// Threads is the number of goroutines that count; 0 means 1.
	Threads int
	// Memo, if not nil, remembers the counts of positions, which many orders of
	// moves lead to. Whoever wants to check moves and not hashes does without.
	Memo Memo
	// Report, if not nil, is told how far the count has come: the sequences
	// counted so far, and roughly the share of the work, 0 to 1. Goroutines call
	// it at once, and many times a second.
	Report func(counted uint64, share float64)
}

// Memo remembers counts by the key of a position and a depth. It may forget.
// Many goroutines use it at once.
type Memo interface {
	Load(key uint64) (count uint64, ok bool)
	Store(key, count uint64)
}

// PerftWith is [Perft] with options. They serve positions that [New] has made;
// others are counted over text, without them.
func PerftWith(ctx context.Context, pos Position, depth int, opt PerftOptions) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth <= 0 {
		return 1, nil
	}
	if packed, ok := pos.(interface {
		perft(context.Context, int, PerftOptions) (uint64, error)
	}); ok {
		return packed.perft(ctx, depth, opt)
	}
	moves := pos.Moves()
	if depth == 1 {
		return uint64(len(moves)), nil
	}
	var n uint64
	for _, m := range moves {
		next, err := pos.Play(m)
		if err != nil {
			return n, err
		}
		below, err := PerftWith(ctx, next, depth-1, opt)
		n += below
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
