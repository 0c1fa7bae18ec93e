package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// Method is a kind of request.
type Method struct {
	Name           string
	Params, Result reflect.Type
	answer         func(*Service, request) (any, error)
}

// Methods returns the methods of every service: everything a game needs from
// beginning to end.
func Methods() []Method {
	return []Method{
		quick("games", (*Service).list),
		quick("start", (*Service).start),
		quick("settle", (*Service).settle),
		quick("draft", (*Service).draft),
		quick("view", (*Service).view),
		quick("compose", (*Service).compose),
		quick("enter", (*Service).enter),
		quick("play", (*Service).play),
		quick("eliminate", (*Service).eliminate),
		quick("replay", (*Service).replay),
		long[answer.Search]("search", (*Service).search),
		quick("stop", (*Service).stop),
	}
}

// Quick returns a method that is answered before anything else is handled.
func Quick[P, R any](name string, answer func(P) (R, error)) Method {
	return quick(name, func(_ *Service, p P) (R, error) { return answer(p) })
}

func quick[P, R any](name string, answer func(*Service, P) (R, error)) Method {
	return Method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err != nil {
			return nil, err
		}
		return answer(s, p)
	}}
}

// positionParams are the params of a [Long] method, which is about a position.
type positionParams interface {
	Find(games []catalog.Entry) (catalog.Entry, game.Position, error)
}

// Long returns a method that continues while others are handled. Its result is an R.
func Long[R any, P positionParams](name string, work Worker[P]) Method {
	return long[R](name, func(_ *Service, ctx context.Context, _ int, p P, entry catalog.Entry, pos game.Position) (any, error) {
		return work(ctx, p, entry, pos)
	})
}

func long[R any, P positionParams](name string, work worker[P]) Method {
	return Method{name, reflect.TypeFor[P](), reflect.TypeFor[R](), func(s *Service, r request) (any, error) {
		p, err := paramsOf[P](r)
		if err == nil {
			err = begin(s, r.ID, p, work)
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
