package live

import (
	"context"
	"net/http"
	"slices"
	"time"

	"thera/internal/account"
	"thera/internal/limit"
	"thera/internal/problem"
)

// who returns who asks, somebody or nobody.
func (s *Service) who(ctx context.Context) (account.Who, error) {
	r, ok := ctx.Value(requestKey{}).(*http.Request)
	if !ok {
		return account.Who{}, problem.Of(nil)
	}
	return s.Identify(r)
}

// player returns who asks, who has to be somebody that may play.
func (s *Service) player(ctx context.Context) (account.Who, error) {
	who, err := s.who(ctx)
	if err == nil {
		err = mayPlay(who)
	}
	return who, err
}

func mayPlay(who account.Who) error {
	switch {
	case !who.Known():
		return problem.New(http.StatusUnauthorized, "nobody", "want a guest, an account or a token: POST /api/v1/account/guest makes a guest")
	case !slices.Contains(who.Scopes, account.Play) && !slices.Contains(who.Scopes, account.Bot):
		return problem.New(http.StatusForbidden, "scope", "this token may not play: want one with the scope %s", account.Play)
	}
	return nil
}

// allow holds an account to a rate. Whoever is on the same machine is not.
func allow(ctx context.Context, l *limit.Limiter, who account.Who) error {
	if limit.Client(ctx) == limit.Local {
		return nil
	}
	if wait := l.Wait(who.ID, time.Now()); wait > 0 {
		return problem.TooMany(wait, "too much at once from %s", who.Name)
	}
	return nil
}
