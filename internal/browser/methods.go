package browser

import (
	"encoding/json"
	"fmt"
	"reflect"

	"thera/game"
	"thera/internal/answer"
	"thera/internal/catalog"
)

// method is something that the page can ask.
type method struct {
	name           string
	params, result reflect.Type
	answer         func(*Service, request) (any, error)
}

// methods are all that can be asked. The page's types are made from this list.
func methods() []method {
	return []method{
		quick("games", plain(games)),
		quick("start", plain(start)),
		quick("settle", plain(settle)),
		quick("draft", plain(draftOf)),
		quick("view", plain(view)),
		quick("compose", plain(compose)),
		quick("enter", (*Service).enter),
		quick("play", plain(play)),
		quick("eliminate", plain(eliminate)),
		quick("replay", plain(replay)),
		quick("rate", plain(rate)),
		quick("session", plain(classSession)),
		quick("text", (*Service).textProgram),
		quick("locate", plain(locate)),
		quick("explore", plain(explore)),
		quick("read", plain(read)),
		quick("write", plain(write)),
		long[answer.Search]("search", func(s *Service) worker[SearchParams] { return s.search }),
		long[answer.Proof]("solve", func(s *Service) worker[SolveParams] { return s.solve }),
		quick("stop", (*Service).stop),
	}
}

// plain is a method that needs nothing of the service.
func plain[P, R any](answer func(P) (R, error)) func(*Service, P) (R, error) {
	return func(_ *Service, p P) (R, error) { return answer(p) }
}

// quick is a method that is answered before anything else is handled.
func quick[P, R any](name string, answer func(*Service, P) (R, error)) method {
	return method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err != nil {
			return nil, err
		}
		return answer(s, p)
	}}
}

// long is a method that goes on while others are handled.
func long[R any, P interface {
	find() (catalog.Entry, game.Position, error)
}](name string, work func(*Service) worker[P]) method {
	return method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err == nil {
			err = begin(s, r.ID, p, work(s))
		}
		if err != nil {
			return nil, err
		}
		return nil, errLater
	}}
}

func paramsOf[P any](r request) (p P, err error) {
	if err := json.Unmarshal(r.Params, &p); err != nil {
		return p, fmt.Errorf("params %s of %q: %w", r.Params, r.Method, err)
	}
	return p, nil
}
