package push

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Store stores the subscriptions and the key of the service.
type Store interface {
	// Key returns the key with a name. If there is none, fresh becomes the key.
	Key(ctx context.Context, name, fresh string) (string, error)
	AddSubscription(ctx context.Context, s store.Subscription, most int) error
	SubscriptionsOf(ctx context.Context, player string, now play.Instant) ([]store.Subscription, error)
	DeleteSubscription(ctx context.Context, player, endpoint string) error
}

// Config configures a Push.
type Config struct {
	Store Store
	Log   *slog.Logger
	// Online reports whether a player has a page open, on any node, and needs no message. It
	// may take a moment.
	Online func(player string) bool
	// Members returns the IDs of the players of a team. It may be set until Run.
	Members func(ctx context.Context, team string) ([]string, error)
	// Contact is an https or e-mail address at which the push services reach the
	// operator.
	Contact string
	// Hosts has the hosts of push services; nil for the known ones. A host that begins
	// with a dot stands for all its subdomains.
	Hosts []string
	// Client sends requests; nil for a client that waits ten seconds and follows no
	// redirects.
	Client *http.Client
}

// Message is what a browser receives.
type Message struct {
	Event string `json:"event"` // as in notices
	Game  string `json:"game,omitempty"`
	Rules string `json:"rules,omitempty"` // which game is played there
	From  string `json:"from,omitempty"`  // the other player's name
}

// Push sends messages to players' browsers.
type Push struct {
	Config
	private, public string
	queue           chan told
}

type told struct {
	player  string // or a team, all of whose players get it
	message Message
}

const (
	// maxWaiting is how many messages may wait to be sent. Others are dropped: messages
	// are hints, and push services are slower than games.
	maxWaiting  = 10_000
	senders     = 8
	maxBrowsers = 20
	// messageTTL is how long a push service keeps a message for a browser that is not
	// running, in seconds.
	messageTTL = 24 * 60 * 60
)

// New returns a Push with the service's key, which is made if there is none.
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
	return &Push{Config: c, private: private, public: public, queue: make(chan told, maxWaiting)}, nil
}

// Key returns the public key that a browser needs to subscribe: a point of the curve
// P-256 in base64url.
func (p *Push) Key() string { return p.public }

// Tell sends a message to all browsers of a player, or of a team's players, eventually, unless
// they have a page open by then.
func (p *Push) Tell(player string, m Message) {
	select {
	case p.queue <- told{player, m}:
	default:
		p.Log.Warn("push message dropped: too many are waiting")
	}
}

// Run sends messages until ctx is done.
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
	if _, _, _, isTeam := play.ParseTeam(t.player); isTeam {
		p.sendToMembers(ctx, t)
		return
	}
	if p.Online(t.player) {
		return
	}
	subscriptions, err := p.Store.SubscriptionsOf(ctx, t.player, play.Now())
	if err != nil {
		p.Log.Warn("push message dropped", "cause", err)
		return
	}
	for _, s := range subscriptions {
		if err := p.sendTo(ctx, s, t.message); err != nil && ctx.Err() == nil {
			p.Log.Warn("push message not delivered", "cause", err)
		}
	}
}

func (p *Push) sendToMembers(ctx context.Context, t told) {
	players, err := p.Members(ctx, t.player)
	if err != nil {
		p.Log.Warn("push message dropped", "cause", err)
	}
	for _, player := range players {
		p.Tell(player, t.message)
	}
}

// sendTo deletes the subscription of a browser that no longer exists.
func (p *Push) sendTo(ctx context.Context, s store.Subscription, m Message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	answer, err := webpush.SendNotificationWithContext(ctx, text,
		&webpush.Subscription{Endpoint: s.Endpoint, Keys: webpush.Keys{Auth: s.Auth, P256dh: s.Key}},
		&webpush.Options{
			HTTPClient: p.Client, TTL: messageTTL, Topic: topic(m), Urgency: webpush.UrgencyNormal,
			Subscriber: p.Contact, VAPIDPublicKey: p.public, VAPIDPrivateKey: p.private,
		})
	if failed, ok := errors.AsType[*url.Error](err); ok {
		// Anybody with this address can send to the browser: it stays out of the log.
		return fmt.Errorf("%s: %w", host(s.Endpoint), failed.Err)
	}
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

// topic lets a later message about a game replace one that has not been delivered. At
// most 32 characters of base64url are allowed.
func topic(m Message) string {
	if len(m.Game) > 32 {
		return ""
	}
	return m.Game
}

// Subscribe adds a browser to those of a player; beyond twenty, the oldest is removed.
// The error wraps ErrBad if the endpoint is not at a known push service, or the keys
// are malformed.
func (p *Push) Subscribe(ctx context.Context, s store.Subscription, now play.Instant) error {
	if err := p.check(s); err != nil {
		return err
	}
	s.Created = now
	return p.Store.AddSubscription(ctx, s, maxBrowsers)
}

// Unsubscribe removes a browser of a player.
func (p *Push) Unsubscribe(ctx context.Context, player, endpoint string) error {
	return p.Store.DeleteSubscription(ctx, player, endpoint)
}

var services = []string{
	"fcm.googleapis.com",
	".push.services.mozilla.com",
	".notify.windows.com",
	".push.apple.com",
}

// ErrBad is wrapped by the error of a subscription that is not accepted.
var ErrBad = errors.New("not a subscription")

const maxEndpoint = 1000 // characters; real ones have about 200

func (p *Push) check(s store.Subscription) error {
	u, err := url.Parse(s.Endpoint)
	switch {
	case len(s.Endpoint) > maxEndpoint:
		return fmt.Errorf("endpoint of %d characters: want at most %d: %w", len(s.Endpoint), maxEndpoint, ErrBad)
	case err != nil || u.Scheme != "https" || u.User != nil || u.Host == "":
		return fmt.Errorf("endpoint %q: want an https address: %w", s.Endpoint, ErrBad)
	case !p.known(u.Host):
		return fmt.Errorf("endpoint at %q: want one at a known push service: %w", u.Host, ErrBad)
	}
	point, err := decode(s.Key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return fmt.Errorf("key p256dh %q: want a point of the curve P-256 in base64url: %w", s.Key, ErrBad)
	}
	if secret, err := decode(s.Auth); err != nil || len(secret) != 16 {
		return fmt.Errorf("key auth: want 16 bytes in base64url: %w", ErrBad)
	}
	return nil
}

// known reports whether a host is that of a push service. It includes the port, if any.
func (p *Push) known(host string) bool {
	for _, h := range p.Hosts {
		if host == h || strings.HasPrefix(h, ".") && strings.HasSuffix(host, h) {
			return true
		}
	}
	return false
}

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// host returns the host of an endpoint, whose path is secret.
func host(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "a malformed address"
	}
	return u.Host
}
