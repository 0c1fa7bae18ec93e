package push

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// APIConfig configures the operations.
type APIConfig struct {
	Push     *Push
	Identity account.Identity
}

// API has the operations by which browsers subscribe.
type API struct{ APIConfig }

// NewAPI returns the operations.
func NewAPI(c APIConfig) *API { return &API{c} }

// Register adds the operations to an API.
func (a *API) Register(to huma.API) {
	huma.Register(to, a.operation(http.MethodGet, "push/key", "getPushKey", "The key with which a browser subscribes to push messages"), a.key)
	huma.Register(to, a.operation(http.MethodPut, "account/push", "subscribe", "Send push messages about my correspondence games to this browser"), a.subscribe)
	huma.Register(to, a.operation(http.MethodDelete, "account/push", "unsubscribe", "Stop sending push messages to this browser"), a.unsubscribe)
}

func (a *API) operation(method, path, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+path, name, summary, http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests)
	op.Tags, op.Middlewares = []string{"account"}, huma.Middlewares{a.Identity.Attach}
	return op
}

type pushKeyOutput struct {
	Body struct {
		Key string `json:"key" doc:"Public key of the service, in base64url"`
	}
}

func (a *API) key(context.Context, *struct{}) (*pushKeyOutput, error) {
	out := &pushKeyOutput{}
	out.Body.Key = a.Push.Key()
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

func (a *API) subscribe(ctx context.Context, in *subscribeInput) (*struct{}, error) {
	who, err := a.Identity.Need(ctx, account.Admin)
	if err != nil {
		return nil, err
	}
	err = a.Push.Subscribe(ctx, store.Subscription{
		Player: who.ID, Endpoint: in.Body.Endpoint, Key: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth,
	}, play.Instant(time.Now().UnixMilli()))
	if errors.Is(err, ErrBad) {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "bad-subscription", "%v", err)
	}
	return nil, httpkit.Internal(a.Push.Log, "push", err)
}

type unsubscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" doc:"The subscription's endpoint"`
	}
}

func (a *API) unsubscribe(ctx context.Context, in *unsubscribeInput) (*struct{}, error) {
	who, err := a.Identity.Need(ctx, account.Admin)
	if err != nil {
		return nil, err
	}
	err = a.Push.Unsubscribe(ctx, who.ID, in.Body.Endpoint)
	if errors.Is(err, store.ErrNotFound) {
		return nil, httpkit.NewProblem(http.StatusNotFound, "no-subscription", "this browser is not subscribed")
	}
	return nil, httpkit.Internal(a.Push.Log, "push", err)
}
