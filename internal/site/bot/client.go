package bot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// Client sends requests to a server as one account. It is safe for concurrent use, and
// retries nothing: the caller decides whether that makes sense, see [Transient].
type Client struct {
	base  *url.URL
	token string
	http  *http.Client
	lag   atomic.Int64 // in ns, 0 if unknown
}

const answerTime = 15 * time.Second // for an answer that is not a stream

// NewClient returns a client of a server for the account of a token.
func NewClient(server, token string) (*Client, error) {
	base, err := url.Parse(server)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("server %q: want an address such as https://thera.example", server)
	}
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return nil, errors.New("token: want the text that the page has shown, without spaces")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: answerTime}).DialContext
	transport.ResponseHeaderTimeout = answerTime
	transport.MaxIdleConnsPerHost = 16
	return &Client{base: base.JoinPath("api", "v1"), token: token, http: &http.Client{Transport: transport}}, nil
}

// Problem is an answer that says why a request was not carried out.
type Problem struct {
	Status int    `json:"status"`
	Reason string `json:"reason"` // a word for programs, "" if none
	Detail string `json:"detail"`
	// Wait is how long to wait before trying again, 0 if the server did not say.
	Wait time.Duration `json:"-"`
}

// Error implements error.
func (p *Problem) Error() string {
	text := p.Detail
	if text == "" {
		text = http.StatusText(p.Status)
	}
	return fmt.Sprintf("the server answers %d: %s", p.Status, text)
}

// Transient reports whether it makes sense to send the same request again, after wait
// at the earliest: the server could not be reached, is shutting down or is overloaded.
func Transient(err error) (wait time.Duration, ok bool) {
	if p, is := errors.AsType[*Problem](err); is {
		return p.Wait, p.Status == http.StatusTooManyRequests || p.Status >= 500
	}
	return 0, err != nil && !errors.Is(err, context.Canceled)
}

// Unauthorized reports whether the token is unknown or does not allow the request.
func Unauthorized(err error) bool {
	p, is := errors.AsType[*Problem](err)
	return is && (p.Status == http.StatusUnauthorized || p.Status == http.StatusForbidden)
}

func (c *Client) request(ctx context.Context, method string, query url.Values, body any, path ...string) (*http.Request, error) {
	for i, part := range path {
		path[i] = url.PathEscape(part)
	}
	address := c.base.JoinPath(path...)
	address.RawQuery = query.Encode()
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(ctx, method, address.String(), text)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	return r, nil
}

// call sends a request and decodes the answer into into, unless that is nil.
func (c *Client) call(ctx context.Context, method string, query url.Values, body, into any, path ...string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	r, err := c.request(ctx, method, query, body, path...)
	if err != nil {
		return err
	}
	res, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode >= 300:
		return problemOf(res, text)
	case into == nil:
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s %s: answer %.200q: %w", method, r.URL.Path, text, err)
	}
	return nil
}

func problemOf(res *http.Response, text []byte) *Problem {
	p := &Problem{}
	if json.Unmarshal(text, p) != nil {
		p.Detail = fmt.Sprintf("%.200q", text)
	}
	p.Status = res.StatusCode
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		p.Wait = time.Duration(seconds) * time.Second
	}
	return p
}

// Ping measures the round trip to the server, for Lag.
func (c *Client) Ping(ctx context.Context) error {
	const weight = 0.3 // of the newest measurement in the mean
	began := time.Now()
	if err := c.call(ctx, http.MethodGet, nil, nil, nil, "account"); err != nil {
		return err
	}
	trip := float64(time.Since(began))
	if old := float64(c.lag.Load()); old > 0 && trip > old {
		trip = old + weight*(trip-old)
	}
	c.lag.Store(int64(trip))
	return nil
}

// Lag returns the round trip to the server, 0 if unknown.
func (c *Client) Lag() time.Duration { return time.Duration(c.lag.Load()) }

// Account returns the account that the token belongs to.
func (c *Client) Account(ctx context.Context) (play.Player, error) {
	var answer struct {
		Player *play.Player `json:"player"`
	}
	err := c.call(ctx, http.MethodGet, nil, nil, &answer, "account")
	if err != nil || answer.Player == nil {
		return play.Player{}, err
	}
	return *answer.Player, nil
}

// Playing returns the games of the account that are in progress.
func (c *Client) Playing(ctx context.Context) ([]Game, error) {
	var answer Playing
	err := c.call(ctx, http.MethodGet, nil, nil, &answer, "account", "playing")
	return answer.NowPlaying, err
}

// Move plays a turn. ply is the number of the turn in the game, from 1: sent twice, it
// is played once.
func (c *Client) Move(ctx context.Context, game, turn string, ply int) error {
	query := url.Values{"ply": {strconv.Itoa(ply)}, "lag": {strconv.FormatInt(c.Lag().Milliseconds(), 10)}}
	return c.call(ctx, http.MethodPost, query, nil, nil, "bot", "game", game, "move", turn)
}

// Resign resigns a game.
func (c *Client) Resign(ctx context.Context, game string) error {
	return c.post(ctx, "bot", "game", game, "resign")
}

// Abort ends a game in which not all players have had a turn.
func (c *Client) Abort(ctx context.Context, game string) error {
	return c.post(ctx, "bot", "game", game, "abort")
}

// Claim claims that the opponent has left.
func (c *Client) Claim(ctx context.Context, game string) error {
	return c.post(ctx, "bot", "game", game, "claim-victory")
}

func (c *Client) post(ctx context.Context, path ...string) error {
	return c.call(ctx, http.MethodPost, nil, nil, nil, path...)
}

// Say sends a phrase to all who follow a game.
func (c *Client) Say(ctx context.Context, game, phrase string) error {
	return c.call(ctx, http.MethodPost, nil, map[string]string{"text": phrase}, nil, "bot", "game", game, "chat")
}

// Accept accepts a challenge.
func (c *Client) Accept(ctx context.Context, challenge string) error {
	return c.post(ctx, "challenge", challenge, "accept")
}

// Decline declines a challenge to the account.
func (c *Client) Decline(ctx context.Context, challenge string) error {
	return c.post(ctx, "challenge", challenge, "decline")
}

// Cancel withdraws one of the account's challenges.
func (c *Client) Cancel(ctx context.Context, challenge string) error {
	return c.post(ctx, "challenge", challenge, "cancel")
}

// Challenge challenges a player by name.
func (c *Client) Challenge(ctx context.Context, name string, terms lobby.Terms) (made Made, err error) {
	err = c.call(ctx, http.MethodPost, nil, terms, &made, "challenge", name)
	return made, err
}

// Seek offers a game to anybody while the account follows its events. The same offer
// sent twice is one.
func (c *Client) Seek(ctx context.Context, terms lobby.Terms) (made lobby.Made, err error) {
	err = c.call(ctx, http.MethodPost, nil, terms, &made, "seeks")
	return made, err
}

// Withdraw withdraws a seek.
func (c *Client) Withdraw(ctx context.Context, seek string) error {
	return c.call(ctx, http.MethodDelete, nil, nil, nil, "seeks", seek)
}

// Climb says that the account is ready for a number of games at a time on the ladder of
// a game; 0 ends that. It holds while the account follows its events.
func (c *Client) Climb(ctx context.Context, game string, games int) error {
	if games == 0 {
		return c.call(ctx, http.MethodDelete, nil, nil, nil, "ladder", game)
	}
	return c.call(ctx, http.MethodPut, nil, map[string]int{"games": games}, nil, "ladder", game)
}

// Backoff returns how long to wait after a number of consecutive failures, from 0,
// before trying again.
func Backoff(failures int) time.Duration {
	const first, most = 200 * time.Millisecond, 10 * time.Second
	return min(first<<min(failures, 8), most)
}

const (
	// silence is after how long without a line a stream is considered dead: the server
	// sends a blank line every four seconds.
	silence = 12 * time.Second
	maxLine = 4 << 20 // of accepted lines, in bytes
)

var errSilent = errors.New("the server is silent")

// Events yields what happens to the account: first an event without a type, when the
// stream has begun, then games in progress and open challenges, then events as they
// happen. It ends with an error, io.EOF if the server has ended the stream; a caller
// that wants more events calls Events again.
func (c *Client) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		begun := false
		err := c.follow(ctx, func(line []byte) (more bool, err error) {
			var e Event
			if !begun {
				if begun = true; !yield(e, nil) {
					return false, nil
				}
			}
			if len(line) == 0 {
				return true, nil
			}
			if err := json.Unmarshal(line, &e); err != nil {
				return false, err
			}
			return yield(e, nil), nil
		}, "stream", "event")
		if err != nil {
			yield(Event{}, err)
		}
	}
}

// Line is a line of a game. Its type says which field is set.
type Line struct {
	Type  string
	Full  *Full
	State *State // also set for gameFull
	Chat  *Chat
	Gone  *Gone
}

// Follow yields the lines of a game from its current state on. It ends with an error,
// io.EOF after the last line of a game that is over.
func (c *Client) Follow(ctx context.Context, game string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		err := c.follow(ctx, func(text []byte) (more bool, err error) {
			if len(text) == 0 {
				return true, nil
			}
			line, err := lineOf(text)
			if err != nil {
				return false, err
			}
			return yield(line, nil), nil
		}, "bot", "game", "stream", game)
		if err != nil {
			yield(Line{}, err)
		}
	}
}

func lineOf(text []byte) (line Line, err error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return line, err
	}
	line.Type = kind.Type
	switch kind.Type {
	case TypeGameFull:
		err = json.Unmarshal(text, &line.Full)
		line.State = &line.Full.State
	case TypeGameState:
		err = json.Unmarshal(text, &line.State)
	case TypeChat:
		err = json.Unmarshal(text, &line.Chat)
	case TypeGone:
		err = json.Unmarshal(text, &line.Gone)
	}
	return line, err
}

// follow reads a stream line by line, including blank lines, until take returns false,
// or until it ends. A stream that goes silent is abandoned.
func (c *Client) follow(ctx context.Context, take func(line []byte) (more bool, err error), path ...string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := c.request(ctx, http.MethodGet, nil, nil, path...)
	if err != nil {
		return err
	}
	res, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // it may not have been read to its end
	if res.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(res.Body, maxLine))
		if err != nil {
			return err
		}
		return problemOf(res, text)
	}
	watch := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer watch.Stop()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		watch.Stop() // while it is not the server that is waited for
		more, err := take(lines.Bytes())
		watch.Reset(silence)
		if err != nil {
			return fmt.Errorf("line %.200q: %w", lines.Bytes(), err)
		}
		if !more {
			return nil
		}
	}
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case lines.Err() != nil:
		return lines.Err()
	}
	return io.EOF
}
