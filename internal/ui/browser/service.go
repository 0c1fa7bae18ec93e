package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Service answers one page. Its methods are to be called by one goroutine.
type Service struct {
	games   []catalog.Entry
	methods []Method
	isFirst bool
	post    func(message []byte)
	pause   func()

	mu      sync.Mutex // guards running
	running map[int]context.CancelFunc

	searching sync.Mutex // held by the work that has the engines and solvers
	engines   map[player]engine.Engine
	done      sync.WaitGroup

	entered PositionParams // of the last enter
	turn    game.Entry     // its turn with no step taken
}

// NewService returns a service that plays some games and answers some methods. It
// gives its replies to post, which may be called on any goroutine. During a search,
// pause is called every few milliseconds: it returns when other requests have been
// handled. It may be nil where there are threads for both.
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

// NewFirst returns a service for the time before the whole one has come, as
// [NewService] does. What it answers is what the whole one would; of all else it
// says that it is for later.
func NewFirst(post func(message []byte), pause func()) *Service {
	s := NewService(catalog.First(), Methods(), post, pause)
	s.isFirst = true
	return s
}

// Close stops all searches and waits for their end.
func (s *Service) Close() {
	s.mu.Lock()
	for _, cancel := range s.running {
		cancel()
	}
	s.mu.Unlock()
	s.done.Wait()
}

// request is what the page asks.
type request struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// reply is what the page gets: a result, progress, or an error, with its fault if there is
// one. From the first service it may be that the whole one is to be asked.
type reply struct {
	ID       int    `json:"id"`
	Result   any    `json:"result,omitempty"`
	Progress any    `json:"progress,omitempty"`
	Error    string `json:"error,omitempty"`
	Fault    *Fault `json:"fault,omitempty"`
	Later    bool   `json:"later,omitempty"`
}

// errLater is returned for work that has begun, whose result comes later.
var errLater = errors.New("later")

// Handle answers a message.
func (s *Service) Handle(message []byte) {
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		s.reply(reply{Error: fmt.Sprintf("message %q: %v", message, err)})
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

// finish replies to a request for the last time.
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

func (s *Service) reply(r reply) {
	message, err := json.Marshal(r)
	if err != nil { // a win probability that is no number, which can't be
		message = []byte(fmt.Sprintf(`{"id":%d,"error":%q}`, r.ID, err))
	}
	s.post(message)
}
