package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Query is a position for an engine to think about. Equal queries ask for the same; the
// zero value asks for nothing.
type Query struct {
	Game     string // name
	Position game.Position
	Number   int // of the game; each game gets its own engine
	// Level is that of the engine to move. 0 asks for the chances of the person to
	// move, and a hint, from the strongest engine.
	Level int
	Seed  uint64
}

// Thought is what an engine has found for a query so far.
type Thought struct {
	Query Query
	Info  engine.Info
	Final bool  // nothing more comes for this query
	Err   error // why there is no thought, or nil
}

// The time for a search. Only the highest level plays by time; the others are bounded
// by nodes and need far less.
const (
	moveTime     = 3 * time.Second
	analysisTime = 5 * time.Second
)

// Thinker thinks about one query at a time, on a goroutine that it owns. Its methods
// except Next are for one goroutine.
type Thinker struct {
	ctx      context.Context // ends all thinking
	thoughts chan Thought
	query    Query // the current or last query
	cancel   context.CancelFunc
	done     chan struct{} // closed when the goroutine has ended
	engines  map[Query]engine.Engine
}

// NewThinker returns a thinker without a query. It stops thinking when ctx ends.
func NewThinker(ctx context.Context) *Thinker {
	done := make(chan struct{})
	close(done)
	return &Thinker{ctx: ctx, thoughts: make(chan Thought), cancel: func() {}, done: done}
}

// Follow makes q the query. Nothing changes if it is the current or last one; otherwise
// Follow returns when the search before has ended, which takes a few milliseconds.
func (t *Thinker) Follow(q Query) {
	if q == t.query {
		return
	}
	t.Stop()
	if q.Number != t.query.Number {
		t.engines = nil
	}
	t.query = q
	if q == (Query{}) {
		return
	}
	e, err := t.engine(q)
	ctx, cancel := context.WithCancel(t.ctx)
	t.cancel, t.done = cancel, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		if err != nil {
			t.tell(ctx, Thought{Query: q, Err: err})
			return
		}
		think(ctx, e, q, func(th Thought) { t.tell(ctx, th) })
	}(t.done)
}

// Stop ends the search and waits for its end.
func (t *Thinker) Stop() {
	t.cancel()
	<-t.done
}

// Next waits for a thought. It is a command for the program's loop.
func (t *Thinker) Next() tea.Msg {
	select {
	case th := <-t.thoughts:
		return th
	case <-t.ctx.Done():
		return nil
	}
}

// tell passes on a thought, unless its query is no longer wanted.
func (t *Thinker) tell(ctx context.Context, th Thought) {
	select {
	case t.thoughts <- th:
	case <-ctx.Done():
	}
}

// engine returns the engine for a query, the same for all of its level in one game.
func (t *Thinker) engine(q Query) (engine.Engine, error) {
	kind := Query{Game: q.Game, Number: q.Number, Level: q.Level}
	if e, ok := t.engines[kind]; ok {
		return e, nil
	}
	entry, err := catalog.Find(q.Game)
	if err != nil {
		return nil, err
	}
	if t.engines == nil {
		t.engines = map[Query]engine.Engine{}
	}
	t.engines[kind] = entry.NewEngine(engine.Config{Level: q.Level})
	return t.engines[kind], nil
}

// think searches for a query and passes on each thought, the last one as final.
func think(ctx context.Context, e engine.Engine, q Query, tell func(Thought)) {
	limit := analysisTime
	if q.Level > 0 {
		limit = moveTime
	}
	info, err := e.Search(ctx, engine.Request{
		Position: q.Position,
		Limits:   engine.Limits{Time: limit},
		Seed:     q.Seed,
		Report:   func(info engine.Info) { tell(Thought{Query: q, Info: info}) },
	})
	tell(Thought{Query: q, Info: info, Final: true, Err: err})
}
