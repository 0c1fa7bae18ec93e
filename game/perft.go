package game

import "context"

// Perft counts the legal sequences of exactly depth moves from pos, the usual test of a
// move generator ("performance test"). Games that end earlier do not count. The last two
// plies are counted in bulk by a [PairCounter], or the last one by a [Counter]; all others
// are generated and played. When ctx is done, Perft stops and returns the count so far with
// ctx's error.
//
// It counts on one goroutine and remembers nothing.
func Perft(ctx context.Context, pos Position, depth int) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth <= 0 {
		return 1, nil
	}
	if packed, ok := pos.(interface {
		perft(context.Context, int) (uint64, error)
	}); ok {
		return packed.perft(ctx, depth)
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
		below, err := Perft(ctx, next, depth-1)
		n += below
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

type perfter[P any, M Code, K Kernel[P, M]] struct {
	ctx   context.Context
	moves [][]M // a buffer for each ply, by the plies left
}

func (x *position[P, M, K]) perft(ctx context.Context, depth int) (uint64, error) {
	c := &perfter[P, M, K]{ctx, make([][]M, maxPerftPlies)}
	n := c.count(x.packed, depth)
	return n, ctx.Err()
}

// count returns the number of sequences of depth moves, at least 1, or what it has
// counted when the context ends.
func (c *perfter[P, M, K]) count(p P, depth int) (n uint64) {
	if depth == 1 {
		if counter, ok := any(K(&p)).(Counter); ok {
			return uint64(counter.CountMoves())
		}
	}
	if depth == 2 {
		if counter, ok := any(K(&p)).(PairCounter); ok {
			return counter.CountPairs()
		}
	}
	buffer := &c.moves[depth%maxPerftPlies]
	*buffer = K(&p).AppendMoves((*buffer)[:0])
	if depth == 1 {
		return uint64(len(*buffer))
	}
	for _, m := range *buffer {
		if c.ctx.Err() != nil {
			break
		}
		next := p
		K(&next).Play(m)
		n += c.count(next, depth-1)
	}
	return n
}

// maxPerftPlies is more plies than any game has.
const maxPerftPlies = 1024
