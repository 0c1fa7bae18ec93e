package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"thera/engine"
	"thera/game"
)

// Service answers one page. Its methods are to be called by one goroutine.
type Service struct {
	post  func(message []byte)
	pause func()

	mu      sync.Mutex // guards running
	running map[int]context.CancelFunc

	searching sync.Mutex // held by the work that has the engines and solvers
	engines   map[player]engine.Engine
	solvers   map[string]engine.Solver // by game
	done      sync.WaitGroup

	turns map[string]engine.Info // of the text program, by seed and position

	entered PositionParams // of the last enter
	turn    game.Entry     // its turn with no step taken
}

// NewService returns a service that gives its replies to post, which may be
// called on any goroutine. During a search, pause is called every few
// milliseconds: it returns when other requests have been handled. It may be nil
// where there are threads for both.
func NewService(post func(message []byte), pause func()) *Service {
	if pause == nil {
		pause = func() {}
	}
	return &Service{
		post: post, pause: pause,
		running: map[int]context.CancelFunc{},
		engines: map[player]engine.Engine{},
		solvers: map[string]engine.Solver{},
		turns:   map[string]engine.Info{},
	}
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

// reply is what the page gets: a result, progress, or an error, with its fault if there is one.
type reply struct {
	ID       int    `json:"id"`
	Result   any    `json:"result,omitempty"`
	Progress any    `json:"progress,omitempty"`
	Error    string `json:"error,omitempty"`
	Fault    *Fault `json:"fault,omitempty"`
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
	for _, m := range methods() {
		if m.name == r.Method {
			result, err := m.answer(s, r)
			if !errors.Is(err, errLater) {
				s.finish(r.ID, result, err)
			}
			return
		}
	}
	s.reply(reply{ID: r.ID, Error: fmt.Sprintf("unknown method %q", r.Method)})
}

// finish replies to a request for the last time.
func (s *Service) finish(id int, result any, err error) {
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
