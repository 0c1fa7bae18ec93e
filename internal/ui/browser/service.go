package browser

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Service answers one page. Its methods must be called from one goroutine.
type Service struct {
	games   []catalog.Entry
	methods []Method
	isFirst bool
	post    func(message []byte)
	pause   func()

	mu      sync.Mutex // guards running
	running map[int]context.CancelFunc

	searching sync.Mutex // held by the work that uses the engines and solvers
	engines   map[player]engine.Engine
	done      sync.WaitGroup

	entered PositionParams // of the last enter request
	turn    game.Entry     // its turn without any step
}

// NewService returns a service for the given games and methods. It passes its
// replies to post, which may be called on any goroutine. During a search, pause
// is called every few milliseconds; it returns when other requests have been
// handled. It may be nil where threads make it unnecessary.
func NewService(games []catalog.Entry, methods []Method, post func(message []byte), pause func()) *Service {
	if pause == nil {
		pause = func() {}
	}
	return &Service{
		games: games, methods: methods,
		post: post, pause: pause,
		running: map[int]context.CancelFunc{},
		engines: map[player]engine.Engine{},
	}
}

// NewFirst returns a service for the time until the whole one has loaded, like
// [NewService]. Its answers are those of the whole one; to all other requests
// it replies that they are for later.
func NewFirst(post func(message []byte), pause func()) *Service {
	s := NewService(catalog.First(), Methods(), post, pause)
	s.isFirst = true
	return s
}

// Close stops all searches and waits for them to end.
func (s *Service) Close() {
	s.mu.Lock()
	for _, cancel := range s.running {
		cancel()
	}
	s.mu.Unlock()
	s.done.Wait()
}

type request struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Params any    `json:"params"`
}

// reply is a message to the page: a result, progress, or an error with its fault, if any.
// Later, from the first service, refers the page to the whole one.
type reply struct {
	ID       int    `json:"id"`
	Result   any    `json:"result,omitempty"`
	Progress any    `json:"progress,omitempty"`
	Error    string `json:"error,omitempty"`
	Fault    *Fault `json:"fault,omitempty"`
	Later    bool   `json:"later,omitempty"`
}

// errLater is returned for work that has started, whose result comes later.
var errLater = errors.New("later")

// Handle answers a message, given as encoding/json decodes it into an any.
func (s *Service) Handle(message any) {
	var r request
	if err := fill(reflect.ValueOf(&r).Elem(), message); err != nil {
		s.reply(reply{Error: fmt.Sprintf("message %v: %v", message, err)})
		return
	}
	for _, m := range s.methods {
		if m.Name == r.Method {
			result, err := m.answer(s, r)
			if !errors.Is(err, errLater) {
				s.finish(r.ID, result, err)
			}
			return
		}
	}
	if s.isFirst {
		s.reply(reply{ID: r.ID, Later: true})
		return
	}
	s.reply(reply{ID: r.ID, Error: fmt.Sprintf("unknown method %q", r.Method)})
}

func (s *Service) finish(id int, result any, err error) {
	if errors.Is(err, catalog.ErrLater) {
		s.reply(reply{ID: id, Later: true})
		return
	}
	if err != nil {
		s.reply(reply{ID: id, Error: err.Error(), Fault: faultOf(err)})
		return
	}
	s.reply(reply{ID: id, Result: result})
}

func (s *Service) reply(r reply) { s.post(appendJSON(nil, reflect.ValueOf(r))) }

// yieldingContext is the context of a search or a proof. Searches poll it every
// few hundred nodes; it uses that to yield the thread.
type yieldingContext struct {
	context.Context
	lastYield time.Time // when others last had it
	yield     func()
}

// maxSlice is how long a search keeps the thread at most. It bounds how long
// the page waits for an answer and for the end of a stopped search.
const maxSlice = 12 * time.Millisecond

// Err yields the thread if that is due, and returns why the search has to stop,
// if it has to.
func (b *yieldingContext) Err() error {
	if time.Since(b.lastYield) >= maxSlice {
		b.yield()
		b.lastYield = time.Now()
	}
	return b.Context.Err()
}
