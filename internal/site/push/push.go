package push

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Store keeps the subscriptions and the key of the service.
type Store interface {
	// Key returns the key of a name: the fresh one, which is kept, if there was
	// none.
	Key(ctx context.Context, name, fresh string) (string, error)
	AddSubscription(ctx context.Context, s store.Subscription) error
	SubscriptionsOf(ctx context.Context, player string) ([]store.Subscription, error)
	DeleteSubscription(ctx context.Context, player, endpoint string) error
}

// Config is what a Push is made of.
type Config struct {
	Store Store
	Log   *slog.Logger
	// Online reports whether a player has a page open, and needs no message. It may
	// take a moment.
	Online func(player string) bool
	// Contact is how the push services reach who runs this one: an https
	// address or an e-mail address.
	Contact string
	// Hosts are those of push services; nil for the known ones. One that begins
	// with a dot stands for all below it.
	Hosts []string
	// Client sends; nil for one that is patient for ten seconds and follows no
	// redirections.
	Client *http.Client
}

// Message is what a browser is told.
type Message struct {
	Event string `json:"event"` // as in notices
	Game  string `json:"game,omitempty"`
	Rules string `json:"rules,omitempty"` // which game is played there
	From  string `json:"from,omitempty"`  // the other player's name
}

// Push sends messages to players' browsers. It is made by [New].
type Push struct {
	Config
	private, public string
	queue           chan told
}

type told struct {
	player  string
	message Message
	offline bool // only if he has no page open
}

const (
	// waiting is how many messages wait to be sent. More are dropped: they are
	// hints, and the push services are slower than games.
	waiting = 10_000
	// senders is how many are sent at a time.
	senders = 8
	// most is how many browsers of a player are told.
	most = 20
	// kept is how long a push service keeps a message for a browser that is
	// not running, in seconds.
	kept = 24 * 60 * 60
)

// New returns a Push with the service's key, which is made when there is none.
func New(ctx context.Context, c Config) (*Push, error) {
	if c.Hosts == nil {
		c.Hosts = services
	}
	if c.Client == nil {
		c.Client = &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	private, public, err := webpush.GenerateVAPIDKeys()
	if err != nil {
		return nil, err
	}
	pair, err := c.Store.Key(ctx, "push", private+" "+public)
	if err != nil {
		return nil, fmt.Errorf("the key for push messages: %w", err)
	}
	private, public, _ = strings.Cut(pair, " ")
	return &Push{Config: c, private: private, public: public, queue: make(chan told, waiting)}, nil
}

// Key returns the public key, which a browser needs to subscribe: the point of
// the curve P-256 in base64url.
func (p *Push) Key() string { return p.public }

// Tell sends a message to all browsers of a player, some time soon, if there
// are any.
func (p *Push) Tell(player string, m Message) { p.enqueue(told{player: player, message: m}) }

func (p *Push) enqueue(t told) {
	select {
	case p.queue <- t:
	default:
		p.Log.Warn("push message dropped: too many wait")
	}
}

// Run sends what Tell is given until ctx is done.
func (p *Push) Run(ctx context.Context) {
	var all sync.WaitGroup
	for range senders {
		all.Go(func() {
			for {
				select {
				case t := <-p.queue:
					p.send(ctx, t)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	all.Wait()
}

func (p *Push) send(ctx context.Context, t told) {
	if t.offline && p.Online(t.player) {
		return
	}
	subscriptions, err := p.Store.SubscriptionsOf(ctx, t.player)
	if err != nil {
		p.Log.Warn("push message dropped", "err", err)
		return
	}
	for _, s := range subscriptions {
		if err := p.sendTo(ctx, s, t.message); err != nil && ctx.Err() == nil {
			p.Log.Warn("push message not delivered", "err", err)
		}
	}
}

// sendTo sends to one browser. One that is no longer there loses its
// subscription.
func (p *Push) sendTo(ctx context.Context, s store.Subscription, m Message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	answer, err := webpush.SendNotificationWithContext(ctx, text,
		&webpush.Subscription{Endpoint: s.Endpoint, Keys: webpush.Keys{Auth: s.Auth, P256dh: s.Key}},
		&webpush.Options{
			HTTPClient: p.Client, TTL: kept, Topic: topic(m), Urgency: webpush.UrgencyNormal,
			Subscriber: p.Contact, VAPIDPublicKey: p.public, VAPIDPrivateKey: p.private,
		})
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // nothing in it is needed
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<12))
	switch {
	case answer.StatusCode == http.StatusGone || answer.StatusCode == http.StatusNotFound:
		return p.Store.DeleteSubscription(ctx, s.Player, s.Endpoint)
	case answer.StatusCode >= 300:
		return fmt.Errorf("%s answers %s", host(s.Endpoint), answer.Status)
	}
	return nil
}

// topic lets a later message about a game take the place of one that has not
// been delivered. At most 32 letters of base64url are allowed.
func topic(m Message) string {
	if len(m.Game) > 32 {
		return ""
	}
	return m.Game
}

// Subscribe adds a browser to those of a player; of more than twenty the oldest
// is forgotten. The error is for one that is
// not at a known push service or has keys that are none.
func (p *Push) Subscribe(ctx context.Context, s store.Subscription, now play.Instant) error {
	if err := p.check(s); err != nil {
		return err
	}
	s.Created = now
	if err := p.Store.AddSubscription(ctx, s); err != nil {
		return err
	}
	all, err := p.Store.SubscriptionsOf(ctx, s.Player)
	if err == nil && len(all) > most {
		err = p.Store.DeleteSubscription(ctx, s.Player, all[0].Endpoint)
	}
	return err
}

// Unsubscribe removes a browser of a player; one that is not there is no error
// of his.
func (p *Push) Unsubscribe(ctx context.Context, player, endpoint string) error {
	return p.Store.DeleteSubscription(ctx, player, endpoint)
}
