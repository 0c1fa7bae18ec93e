package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// query is what an engine is to think about. Equal queries want the same; the
// zero value wants nothing.
type query struct {
	game     string // name
	position game.Position
	number   int // of the game; another game gets another engine
	// level is that of the engine that is to move. 0 asks for the chances of a
	// person who is to move, and a hint, as well as it can be told.
	level int
	seed  uint64
}

// thought is what an engine thinks about a query so far.
type thought struct {
	query query
	info  engine.Info
	final bool
	err   error
}

// The time for a search. Only the highest level plays by it; the lower ones
// are bounded by nodes and need far less.
const (
	moveTime     = 3 * time.Second
	analysisTime = 5 * time.Second
)

// thinker thinks about one query at a time, on a goroutine that it owns. Its
// methods, but for next, are for one goroutine.
type thinker struct {
	ctx      context.Context // ends all thinking
	thoughts chan thought
	query    query // that is or was thought about
	cancel   context.CancelFunc
	done     chan struct{} // closed when the goroutine has ended
	engines  map[query]engine.Engine
}

func newThinker(ctx context.Context) *thinker {
	done := make(chan struct{})
	close(done)
	return &thinker{ctx: ctx, thoughts: make(chan thought), cancel: func() {}, done: done}
}

// follow makes q what is thought about. Nothing changes if it already is or
// was; otherwise it returns when the search before has ended, which takes a few
// milliseconds.
func (t *thinker) follow(q query) {
	if q == t.query {
		return
	}
	t.stop()
	if q.number != t.query.number {
		t.engines = nil
	}
	t.query = q
	if q == (query{}) {
		return
	}
	e, err := t.engine(q)
	ctx, cancel := context.WithCancel(t.ctx)
	t.cancel, t.done = cancel, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		if err != nil {
			t.tell(ctx, thought{query: q, err: err})
			return
		}
		think(ctx, e, q, func(th thought) { t.tell(ctx, th) })
	}(t.done)
}

// stop ends the search and waits for its end.
func (t *thinker) stop() {
	t.cancel()
	<-t.done
}

// next waits for a thought. It is a command for the program's loop.
func (t *thinker) next() tea.Msg {
	select {
	case th := <-t.thoughts:
		return th
	case <-t.ctx.Done():
		return nil
	}
}

// tell hands over a thought, unless nobody wants it any more.
func (t *thinker) tell(ctx context.Context, th thought) {
	select {
	case t.thoughts <- th:
	case <-ctx.Done():
	}
}

// engine returns the engine for a query, the same for all of its level in one
// game.
func (t *thinker) engine(q query) (engine.Engine, error) {
	kind := query{game: q.game, number: q.number, level: q.level}
	if e, ok := t.engines[kind]; ok {
		return e, nil
	}
	entry, err := catalog.Find(q.game)
	if err != nil {
		return nil, err
	}
	if t.engines == nil {
		t.engines = map[query]engine.Engine{}
	}
	t.engines[kind] = entry.NewEngine(engine.Config{Level: q.level})
	return t.engines[kind], nil
}

// think searches for a query and tells each thought, the last one as final.
func think(ctx context.Context, e engine.Engine, q query, tell func(thought)) {
	limit := analysisTime
	if q.level > 0 {
		limit = moveTime
	}
	info, err := e.Search(ctx, engine.Request{
		Position: q.position,
		Limits:   engine.Limits{Time: limit},
		Seed:     q.seed,
		Report:   func(info engine.Info) { tell(thought{query: q, info: info}) },
	})
	tell(thought{query: q, info: info, final: true, err: err})
}
