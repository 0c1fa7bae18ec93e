package load

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// attacks are what the clients of one address do at once to keep others out. Each does
// its part again and again, whatever it is answered.
var attacks = []struct {
	kind string
	do   func(*attack, context.Context) error
}{
	{"slow bodies", (*attack).sendSlowly},
	{"slow readers", (*attack).readSlowly},
	{"streams", (*attack).listen},
	{"polls", (*attack).poll},
	{"GIFs", (*attack).drawGIF},
	{"plans", (*attack).plan},
	{"seeks", (*attack).seek},
	{"profiles", (*attack).readProfile},
	{"passwords", (*attack).guessPassword},
}

// Attack is what the clients of one kind of attack were answered.
type Attack struct {
	Kind     string `json:"kind"`
	Clients  int    `json:"clients"`
	Requests int    `json:"requests"`
	// Answers are counted by status; the status 0 means that the connection was closed.
	Answers map[int]int `json:"answers"`
	// Refused are the answers that say that it is too much, and the closed connections.
	Refused int `json:"refused"`
}

// refusals are the statuses of answers that count as refused.
var refusals = []int{0, http.StatusRequestTimeout, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests, http.StatusServiceUnavailable}

const (
	attackAddress = "203.0.113.9"
	attackers     = 5 << 18 // the number of the first attacker among all clients
	attackPause   = time.Second
)

// attacker is the one behind all attacks, with what they need.
type attacker struct {
	*run
	client  *http.Client
	visitor player
	guests  []*player // of a game by correspondence
	game    string
	plan    [][]string // of the second seat
	gif     url.Values
	name    string     // of an account
	profile url.Values // what to read of it
}

// attack is the clients of one kind.
type attack struct {
	*attacker
	result Attack // guarded by run.mu
}

// attack starts the attacks, which last until ctx is done.
func (r *run) attack(ctx context.Context, clients *sync.WaitGroup) (all []*attack, err error) {
	if r.Attackers == 0 {
		return nil, nil
	}
	a, err := r.prepareAttack(ctx)
	if err != nil {
		return nil, fmt.Errorf("preparing the attack: %w", err)
	}
	for _, kind := range attacks {
		one := &attack{a, Attack{Kind: kind.kind, Clients: r.Attackers, Answers: map[int]int{}}}
		all = append(all, one)
		for range r.Attackers {
			clients.Go(func() {
				for sleep(ctx, attackPause) == nil {
					if err := kind.do(one, ctx); err != nil && ctx.Err() == nil {
						one.note(0)
					}
				}
			})
		}
	}
	return all, nil
}

// prepareAttack signs up an account and starts a game.
func (r *run) prepareAttack(ctx context.Context) (*attacker, error) {
	transport := r.api.transport.Clone()
	transport.DisableKeepAlives, transport.MaxIdleConnsPerHost = false, r.Attackers
	a := &attacker{run: r, client: &http.Client{Transport: transport}, visitor: *r.visitor(0, attackers), name: "load-" + strings.ToLower(rand.Text()[:8])}
	a.visitor.forwarded = attackAddress
	account := a.visitor
	if err := r.api.post(ctx, &account, "account", map[string]string{"name": a.name, "password": rand.Text()}, nil); err != nil {
		return nil, err
	}
	rules := r.Rules[0]
	start, err := rules.Start("")
	if err != nil {
		return nil, err
	}
	for range start.Board().Seats {
		p := a.visitor
		if err := r.api.post(ctx, &p, "account/guest", nil, nil); err != nil {
			return nil, err
		}
		a.guests = append(a.guests, &p)
	}
	if a.game, err = r.begin(ctx, rules, attackControl, attackers, len(a.guests), &a.guests); err != nil {
		return nil, err
	}
	moves := randomMoves(start, 60)
	a.plan = [][]string{moves[:2]}
	a.profile = url.Values{"game": {rules.Name()}, "speed": {string(play.Fast)}}
	a.gif = url.Values{"game": {rules.Name()}, "size": {"640"}, "moves": {strings.Join(moves, "_")}}
	return a, nil
}

// attackControl is the clock of games by correspondence, in which plans are made and
// whose seeks stay.
var attackControl = play.Control{Turn: play.Millis(3 * 24 * time.Hour.Milliseconds())}

// randomMoves plays at most a number of turns.
func randomMoves(pos game.Position, most int) (moves []string) {
	for legal := pos.Moves(); len(legal) > 0 && len(moves) < most; legal = pos.Moves() {
		move := legal[mathrand.IntN(len(legal))]
		next, err := pos.Play(move)
		if err != nil {
			break // cannot be: it is legal
		}
		pos, moves = next, append(moves, string(move))
	}
	return moves
}

// note counts an answer, or a closed connection as the status 0.
func (a *attack) note(status int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.result.Answers[status]++
	if slices.Contains(refusals, status) {
		a.result.Refused++
	}
}

// ask sends a request and reads the answer as far as the server sends it.
func (a *attack) ask(ctx context.Context, p *player, method, path string, query url.Values, body io.Reader) error {
	a.count(func(*Result) { a.result.Requests++ })
	request, err := a.api.request(ctx, p, method, "api/v1/"+path, query, body)
	if err != nil {
		return err
	}
	if t, ok := body.(trickle); ok {
		request.ContentLength = t.length
	}
	response, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // it may not have been read to its end
	a.note(response.StatusCode)
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

func (a *attack) get(ctx context.Context, path string, query url.Values) error {
	return a.ask(ctx, &a.visitor, http.MethodGet, path, query, nil)
}

func (a *attack) post(ctx context.Context, p *player, path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return a.ask(ctx, p, http.MethodPost, path, nil, bytes.NewReader(text))
}

// trickle is a body of which a byte a second arrives.
type trickle struct {
	ctx    context.Context
	length int64
}

// Read implements [io.Reader].
func (t trickle) Read(into []byte) (int, error) {
	if err := sleep(t.ctx, time.Second); err != nil {
		return 0, err
	}
	return copy(into, " "), nil
}

func (a *attack) sendSlowly(ctx context.Context) error {
	return a.ask(ctx, &a.visitor, http.MethodPost, "moves", nil, trickle{ctx, 4000})
}

// readSlowly asks for more than the buffers of a connection hold, and reads a byte of it
// a second.
func (a *attack) readSlowly(ctx context.Context) error {
	const requests = 20 // on one connection
	a.count(func(*Result) { a.result.Requests += requests })
	conn, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // only read
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	base := a.api.base(&a.visitor)
	request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\n%s: %s\r\n\r\n", base.JoinPath("api/v1/openapi.json").Path, base.Host, forwardedHeader, attackAddress)
	if _, err := io.WriteString(conn, strings.Repeat(request, requests)); err != nil {
		return err
	}
	status := 0
	if _, err := fmt.Fscanf(conn, "HTTP/1.1 %d", &status); err != nil {
		return err
	}
	a.note(status)
	for sleep(ctx, time.Second) == nil {
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return err
		}
	}
	return nil
}

// connect opens a connection that holds little of what has not been read.
func (a *attack) connect(ctx context.Context) (net.Conn, error) {
	base := a.api.base(&a.visitor)
	address := base.Host
	if base.Port() == "" {
		address = net.JoinHostPort(base.Hostname(), base.Scheme)
	}
	conn, err := a.api.transport.DialContext(context.WithValue(ctx, sourceKey{}, a.visitor.source), "tcp", address)
	if err != nil {
		return nil, err
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4096)
	}
	if base.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: base.Hostname()})
	}
	return conn, nil
}

func (a *attack) listen(ctx context.Context) error { return a.get(ctx, "events", nil) }

// poll asks as clients did when requests waited for a change of a tournament.
func (a *attack) poll(ctx context.Context) error {
	return a.get(ctx, "contests/none", url.Values{"after": {"1"}})
}

func (a *attack) drawGIF(ctx context.Context) error { return a.get(ctx, "image.gif", a.gif) }

// plan plans turns as any guest; one of them has the second seat.
func (a *attack) plan(ctx context.Context) error {
	return a.post(ctx, a.anyGuest(), "game/"+a.game+"/plan", map[string]any{"ply": 1, "lines": a.attacker.plan})
}

func (a *attack) anyGuest() *player { return a.guests[mathrand.IntN(len(a.guests))] }

// seek offers a game as another guest each time.
func (a *attack) seek(ctx context.Context) error {
	visitor := a.visitor
	guest := &visitor
	if err := a.api.post(ctx, guest, "account/guest", nil, nil); err != nil {
		guest = a.anyGuest() // it can be no other
	}
	rules := a.Rules[0]
	return a.post(ctx, guest, "seeks", lobby.Terms{Game: rules.Name(), Variant: rules.Variants()[0], Control: attackControl, Seat: 1})
}

func (a *attack) readProfile(ctx context.Context) error {
	part := [...]string{"", "/games", "/curve", "/record"}[mathrand.IntN(4)]
	return a.get(ctx, "player/"+a.name+part, a.profile)
}

func (a *attack) guessPassword(ctx context.Context) error {
	return a.post(ctx, &a.visitor, "session", map[string]string{"name": a.name, "password": rand.Text()})
}
