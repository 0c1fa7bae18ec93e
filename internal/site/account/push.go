package account

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/push"
	"thera/internal/site/store"
)

// Browsers are the routes by which an account's browsers ask to be told what
// happens.
type Browsers struct {
	Gate *API
	Push *push.Push
}

// Register adds the routes to an API.
func (b Browsers) Register(api huma.API) {
	huma.Register(api, b.Gate.operation(http.MethodGet, "push/key", "getPushKey", "The key with which a browser subscribes to push messages"), b.key)
	huma.Register(api, b.Gate.operation(http.MethodPut, "account/push", "subscribe", "Be told in this browser what waits for me in correspondence"), b.subscribe)
	huma.Register(api, b.Gate.operation(http.MethodDelete, "account/push", "unsubscribe", "Be told no more in this browser"), b.unsubscribe)
}

type pushKeyOutput struct {
	Body struct {
		Key string `json:"key" doc:"Public key of the service, in base64url"`
	}
}

func (b Browsers) key(context.Context, *struct{}) (*pushKeyOutput, error) {
	out := &pushKeyOutput{}
	out.Body.Key = b.Push.Key()
	return out, nil
}

type subscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" doc:"Where the browser's push service takes messages"`
		Keys     struct {
			P256dh string `json:"p256dh" doc:"The browser's public key, in base64url"`
			Auth   string `json:"auth" doc:"The secret shared with it, in base64url"`
		} `json:"keys"`
		Expires *int64 `json:"expirationTime,omitempty" doc:"As the browser gives it; not used"`
	}
}

func (b Browsers) subscribe(ctx context.Context, in *subscribeInput) (*struct{}, error) {
	who, err := b.Gate.Need(ctx, Admin)
	if err != nil {
		return nil, err
	}
	err = b.Push.Subscribe(ctx, store.Subscription{
		Player: who.ID, Endpoint: in.Body.Endpoint, Key: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth,
	}, play.Instant(time.Now().UnixMilli()))
	if errors.Is(err, push.ErrBad) {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "bad-subscription", "%v", err)
	}
	return nil, b.Gate.problem(err)
}

type unsubscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" doc:"Of the subscription"`
	}
}

func (b Browsers) unsubscribe(ctx context.Context, in *unsubscribeInput) (*struct{}, error) {
	who, err := b.Gate.Need(ctx, Admin)
	if err != nil {
		return nil, err
	}
	err = b.Push.Unsubscribe(ctx, who.ID, in.Body.Endpoint)
	if errors.Is(err, store.ErrNotFound) {
		return nil, httpkit.NewProblem(http.StatusNotFound, "no-subscription", "this browser is not subscribed")
	}
	return nil, b.Gate.problem(err)
}
