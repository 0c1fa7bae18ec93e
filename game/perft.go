package game

import "context"

// Perft counts the legal sequences of exactly depth moves from pos, the usual test of a
// move generator ("performance test"). Games that end earlier do not count. The last
// ply is counted in bulk; all others are generated and played. When ctx is done, Perft
// stops and returns the count so far with ctx's error.
func Perft(ctx context.Context, pos Position, depth int) (uint64, error) {
	return PerftWith(ctx, pos, depth, PerftOptions{})
}

// PerftOptions says how to count. The zero value counts on one goroutine and remembers
// nothing.
type PerftOptions struct {
	// Threads is the number of goroutines that count; 0 means 1.
	Threads int
	// Memo, if not nil, remembers the counts of positions, which many move orders lead
	// to. Leave it nil to test moves independently of hashes.
	Memo Memo
	// Report, if not nil, is called many times a second, from several goroutines at
	// once, with the sequences counted so far and roughly the share of the work done, 0
	// to 1.
	Report func(counted uint64, share float64)
}

// Memo remembers counts by a key made of a position and a depth. It may forget. It is
// used by many goroutines at once.
type Memo interface {
	Load(key uint64) (count uint64, ok bool)
	Store(key, count uint64)
}

// PerftWith is [Perft] with options. The options apply only to positions made by [New];
// others are counted as text, without them.
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
