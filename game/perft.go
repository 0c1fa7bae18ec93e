package game

import "context"

// Perft counts the legal sequences of exactly depth moves from pos, as move
// generators are checked by ("performance test"). Games that end earlier
// count nothing. The last ply is counted in bulk, all else is generated and
// played. When ctx is done it stops and returns what it has counted so far
// with ctx's error.
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

// perft counts over a kernel, with a position and a move list for each ply
// allocated once.
type perft[P any, M Code, K Kernel[P, M]] struct {
	ctx   context.Context
	err   error
	stack []P
	moves [][]M
	last  Counter // of the last position on the stack, nil if it can't count
}

func newPerft[P any, M Code, K Kernel[P, M]](ctx context.Context, root P, depth int) *perft[P, M, K] {
	// Games end long before maxPlies, so a huge depth costs no memory.
	const maxPlies = 1024
	depth = min(depth, maxPlies)
	c := &perft[P, M, K]{ctx: ctx, stack: make([]P, depth), moves: make([][]M, depth)}
	c.stack[0] = root
	c.last, _ = any(K(&c.stack[depth-1])).(Counter)
	return c
}

func (c *perft[P, M, K]) count(ply int) uint64 {
	p := K(&c.stack[ply])
	last := ply == len(c.stack)-1
	if last && c.last != nil {
		return uint64(c.last.CountMoves())
	}
	c.moves[ply] = p.AppendMoves(c.moves[ply][:0])
	if last {
		return uint64(len(c.moves[ply]))
	}
	if c.err = c.ctx.Err(); c.err != nil {
		return 0
	}
	var n uint64
	for _, m := range c.moves[ply] {
		c.stack[ply+1] = c.stack[ply]
		K(&c.stack[ply+1]).Play(m)
		n += c.count(ply + 1)
		if c.err != nil {
			break
		}
	}
	return n
}
