package botapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Client sends requests to a server as one account. It is safe for concurrent use, and
// retries nothing: the caller decides whether that makes sense, see [Transient].
type Client struct {
	base  *url.URL
	token string
	http  *http.Client
	lag   atomic.Int64 // in ns, 0 if unknown
}

// answerTime is how long a server may take for an answer that is not a stream.
const answerTime = 15 * time.Second

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

// Refused reports whether the token is unknown or does not allow the request.
func Refused(err error) bool {
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
