package push

import (
	"context"
	"errors"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Register adds the operations by which browsers subscribe to a kit.
func (p *Push) Register(kit *account.Kit) {
	key := httpkit.Operation{Tag: "account", Callers: httpkit.Unidentified, Object: httpkit.OfEveryone, Cost: httpkit.Light}
	httpkit.JSON(kit, key.At("GET /api/v1/push/key", "getPushKey", "The key with which a browser subscribes to push messages"), p.getKey)
	change := httpkit.Operation{Tag: "account", Callers: httpkit.Accounts, Scope: account.Browser, Object: httpkit.OfCaller, Cost: httpkit.Write, Body: httpkit.SmallBody}
	httpkit.Do(kit, change.At("PUT /api/v1/account/push", "subscribe", "Send push messages about my correspondence games to this browser, until its session ends"), p.subscribe)
	httpkit.Do(kit, change.At("DELETE /api/v1/account/push", "unsubscribe", "Stop sending push messages to this browser"), p.unsubscribe)
}

type pushKey struct {
	Key string `json:"key" doc:"Public key of the service, in base64url"`
}

func (p *Push) getKey(context.Context, account.Who, *struct{}) (pushKey, error) {
	return pushKey{p.Key()}, nil
}

type subscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" doc:"Where the browser's push service takes messages"`
		Keys     struct {
			P256dh string `json:"p256dh" doc:"The browser's public key, in base64url"`
			Auth   string `json:"auth" doc:"The secret shared with it, in base64url"`
		} `json:"keys" doc:"As the browser gives them"`
		Expires *int64 `json:"expirationTime,omitempty" doc:"As the browser gives it; not used"`
	}
}

func (p *Push) subscribe(ctx context.Context, who account.Who, in *subscribeInput) error {
	err := p.Subscribe(ctx, store.Subscription{
		Player: who.ID, Session: who.Session, Endpoint: in.Body.Endpoint, Key: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth,
	}, play.Now())
	switch {
	case errors.Is(err, ErrBad):
		err = httpkit.NewProblem(http.StatusUnprocessableEntity, "bad-subscription", "%v", err)
	case errors.Is(err, store.ErrNotFound): // meanwhile
		err = account.Refuse(account.SignIn, "signed out: sign in again")
	}
	return err
}

type unsubscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" doc:"The subscription's endpoint"`
	}
}

func (p *Push) unsubscribe(ctx context.Context, who account.Who, in *unsubscribeInput) error {
	err := p.Unsubscribe(ctx, who.ID, in.Body.Endpoint)
	if errors.Is(err, store.ErrNotFound) {
		return httpkit.NewProblem(http.StatusNotFound, "no-subscription", "this browser is not subscribed")
	}
	return err
}
