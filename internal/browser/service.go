package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"thera/engine"
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

// reply is what the page gets: one of the last three fields.
type reply struct {
	ID       int    `json:"id"`
	Result   any    `json:"result,omitempty"`
	Progress any    `json:"progress,omitempty"`
	Error    string `json:"error,omitempty"`
}

// Handle answers a message.
func (s *Service) Handle(message []byte) {
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		s.reply(reply{Error: fmt.Sprintf("message %q: %v", message, err)})
		return
	}
	switch r.Method {
	case "search":
		begin(s, r, s.search)
		return
	case "solve":
		begin(s, r, s.solve)
		return
	}
	result, err := s.answer(r)
	if err != nil {
		s.reply(reply{ID: r.ID, Error: err.Error()})
		return
	}
	s.reply(reply{ID: r.ID, Result: result})
}

func (s *Service) answer(r request) (any, error) {
	switch r.Method {
	case "games":
		return games(), nil
	case "start":
		return call(r, start)
	case "view":
		return call(r, view)
	case "compose":
		return call(r, compose)
	case "play":
		return call(r, play)
	case "replay":
		return call(r, replay)
	case "read":
		return call(r, read)
	case "write":
		return call(r, write)
	case "stop":
		return call(r, s.stop)
	}
	return nil, fmt.Errorf("unknown method %q", r.Method)
}

// call gives a request to the function that answers it.
func call[P, R any](r request, answer func(P) (R, error)) (any, error) {
	var params P
	if err := json.Unmarshal(r.Params, &params); err != nil {
		return nil, fmt.Errorf("params %s of %q: %w", r.Params, r.Method, err)
	}
	return answer(params)
}

func (s *Service) reply(r reply) {
	message, err := json.Marshal(r)
	if err != nil { // a win probability that is no number, which can't be
		message = []byte(fmt.Sprintf(`{"id":%d,"error":%q}`, r.ID, err))
	}
	s.post(message)
}
