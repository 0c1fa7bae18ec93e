package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// player is a guest with an address of its own, so that a server that limits by
// address does not limit it.
type player struct {
	source    net.Addr          // nil for any
	forwarded string            // the address that a proxy would tell, "" for none
	cookies   map[string]string // by name
	server    int               // index of the server it uses
}

// visitor returns client n of all. While there are attackers, it comes as if through a
// proxy: a server exempts the clients of its own machine from limits.
func (r *run) visitor(server, n int) *player {
	p := &player{server: server}
	p.source = source(r.api.base(p), n)
	if r.Attackers > 0 {
		p.forwarded = fmt.Sprintf("10.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n))
	}
	return p
}

const forwardedHeader = "X-Forwarded-For"

// source returns the address of player n. Linux has all of 127.0.0.0/8 for
// itself; for a server elsewhere or on other systems all players use the
// machine's own address.
func source(server *url.URL, n int) net.Addr {
	ip, err := netip.ParseAddr(server.Hostname())
	if runtime.GOOS != "linux" || err != nil || !ip.Is4() || !ip.IsLoopback() {
		return nil
	}
	n++ // 127.1.0.1 is the first
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, byte(1 + n>>16), byte(n >> 8), byte(n)}), 0))
}

type api struct {
	bases     []*url.URL
	transport *http.Transport
	http      *http.Client
	busy      atomic.Int64 // answers with the status 503, to all but attackers
}

func (a *api) base(p *player) *url.URL { return a.bases[p.server%len(a.bases)] }

// answerTime is how long a server may take to answer a request.
const answerTime = 30 * time.Second

type sourceKey struct{}

func newAPI(addresses []string) (*api, error) {
	var bases []*url.URL
	for _, address := range addresses {
		base, err := url.Parse(address)
		if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
			return nil, fmt.Errorf("address %q: want a URL such as http://127.0.0.1:8080", address)
		}
		if base.Hostname() == "localhost" {
			base.Host = net.JoinHostPort("127.0.0.1", base.Port())
		}
		bases = append(bases, base.JoinPath("/"))
	}
	if len(bases) == 0 {
		return nil, errors.New("no address: want at least one URL such as http://127.0.0.1:8080")
	}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		from, _ := ctx.Value(sourceKey{}).(net.Addr)
		dialer := net.Dialer{LocalAddr: from, Timeout: deadTimeout}
		return dialer.DialContext(ctx, network, address)
	}
	// Idle connections would use up file descriptors.
	a := &api{bases: bases, transport: &http.Transport{DialContext: dial, DisableKeepAlives: true, ForceAttemptHTTP2: false}}
	a.http = &http.Client{Transport: a, Timeout: answerTime}
	return a, nil
}

// RoundTrip implements [http.RoundTripper]. It counts the clients but attackers that the
// server is too busy to answer.
func (a *api) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := a.transport.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusServiceUnavailable && r.Header.Get(forwardedHeader) != attackAddress {
		a.busy.Add(1)
	}
	return response, err
}

type problem struct {
	status int
	detail string
	wait   time.Duration // before it makes sense to try again
}

func (p *problem) Error() string { return fmt.Sprintf("%d: %s", p.status, p.detail) }

// get requests a path that is not a stream and reads the answer to its end.
func (a *api) get(ctx context.Context, p *player, path string) error {
	response, err := a.open(ctx, a.http, p, path, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// reach returns an error if no server answers.
func (a *api) reach(ctx context.Context) (err error) {
	for n := range a.bases {
		failed := a.get(ctx, &player{server: n}, "api/v1/games")
		if failed == nil {
			return nil
		}
		err = errors.Join(err, failed)
	}
	return err
}

// lines passes on the lines of a stream, except blank ones, until take returns an error.
// A stream that goes silent ends.
func (a *api) lines(ctx context.Context, p *player, path string, query url.Values, take func(line []byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client := *a.http
	client.Timeout = 0 // it would limit the stream's lifetime
	watch := time.AfterFunc(deadTimeout, cancel)
	defer watch.Stop()
	response, err := a.open(ctx, &client, p, path, query)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // it may not have been read to its end
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		watch.Reset(deadTimeout)
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := take(lines.Bytes()); err != nil {
			return err
		}
	}
	return cmp.Or(lines.Err(), io.EOF)
}

const maxLine = 4 << 20 // of a stream, in bytes

// open sends a GET request. The error is a problem if the answer is not 200.
func (a *api) open(ctx context.Context, client *http.Client, p *player, path string, query url.Values) (*http.Response, error) {
	request, err := a.request(ctx, p, http.MethodGet, path, query, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
		_ = response.Body.Close()
		return nil, fmt.Errorf("%s: %w", path, problemOf(response, text))
	}
	return response, nil
}

// request returns a request of a player, with JSON as its body if there is one.
func (a *api) request(ctx context.Context, p *player, method, path string, query url.Values, body io.Reader) (*http.Request, error) {
	address := a.base(p).JoinPath(path)
	address.RawQuery = query.Encode()
	request, err := http.NewRequestWithContext(context.WithValue(ctx, sourceKey{}, p.source), method, address.String(), body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	p.sign(request.Header)
	return request, nil
}

func (a *api) post(ctx context.Context, p *player, path string, body, into any) error {
	return a.send(ctx, http.MethodPost, p, path, body, into)
}

func (a *api) send(ctx context.Context, method string, p *player, path string, body, into any) error {
	var text io.Reader
	if body != nil {
		marshaled, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = bytes.NewReader(marshaled)
	}
	request, err := a.request(ctx, p, method, "api/v1/"+path, nil, text)
	if err != nil {
		return err
	}
	response, err := a.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s: %w", path, problemOf(response, answer))
	}
	for _, c := range response.Cookies() {
		if p.cookies == nil {
			p.cookies = map[string]string{}
		}
		p.cookies[c.Name] = c.Value
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("%s: answer %.200q: %w", path, answer, err)
	}
	return nil
}

func problemOf(response *http.Response, answer []byte) *problem {
	p := &problem{status: response.StatusCode, detail: strings.TrimSpace(string(answer))}
	var told struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(answer, &told) == nil && told.Detail != "" {
		p.detail = told.Detail
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		p.wait = time.Duration(seconds) * time.Second
	}
	return p
}

func (p *player) sign(h http.Header) {
	for name, value := range p.cookies {
		h.Add("Cookie", name+"="+value)
	}
	if p.forwarded != "" {
		h.Set(forwardedHeader, p.forwarded)
	}
}

func (a *api) connect(ctx context.Context, p *player, game string, after int) (*socket, error) {
	return a.dial(ctx, p, "api/v1/game/"+game+"/socket", url.Values{"after": {strconv.Itoa(after)}})
}

// dial opens a socket.
func (a *api) dial(ctx context.Context, p *player, path string, query url.Values) (*socket, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, sourceKey{}, p.source), deadTimeout)
	defer cancel()
	address := a.base(p).JoinPath(path)
	address.RawQuery = query.Encode()
	header := http.Header{}
	p.sign(header)
	client := *a.http
	client.Timeout = 0 // it would limit the socket's lifetime
	conn, _, err := websocket.Dial(ctx, address.String(), &websocket.DialOptions{HTTPClient: &client, HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(1 << 20)
	s := &socket{conn: conn}
	s.heard.Store(time.Now().UnixMilli())
	return s, nil
}

const (
	pingInterval = 4 * time.Second  // longest silence of a player
	deadTimeout  = 10 * time.Second // silence after which a player gives up a connection or another wait
)

type socket struct {
	conn  *websocket.Conn
	heard atomic.Int64 // when something arrived last, in ms since 1970
	said  atomic.Int64
}

// say sends a command. A failure shows at the next read.
func (s *socket) say(text []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), deadTimeout)
	defer cancel()
	s.said.Store(time.Now().UnixMilli())
	_ = s.conn.Write(ctx, websocket.MessageText, text)
}

func (s *socket) next(ctx context.Context) ([]byte, time.Time, error) {
	_, data, err := s.conn.Read(ctx)
	now := time.Now()
	s.heard.Store(now.UnixMilli())
	return data, now, err
}

// keep pings every four seconds, and closes a connection that stays silent.
func (s *socket) keep() (stop func()) {
	var stopped atomic.Bool
	var beat func()
	again := func(after time.Duration) { time.AfterFunc(after, beat) }
	ping := command{Do: "ping"}.text()
	beat = func() {
		now := time.Now().UnixMilli()
		switch idle := time.Duration(now-s.said.Load()) * time.Millisecond; {
		case stopped.Load():
		case now-s.heard.Load() > deadTimeout.Milliseconds():
			_ = s.conn.CloseNow()
		case idle < pingInterval/2:
			again(pingInterval - idle)
		default:
			s.say(ping)
			again(pingInterval)
		}
	}
	again(time.Duration(rand.Int64N(int64(pingInterval))))
	return func() { stopped.Store(true) }
}

// stream checks the numbers of a game's events as one player receives them.
type stream struct {
	last          int
	lost, doubled int
}

// accept reports whether an event is the next one; skipped ones must be requested again.
func (s *stream) accept(number int) (next bool) {
	switch {
	case number <= s.last:
		s.doubled++
		return false
	case number > s.last+1:
		s.lost += number - s.last - 1
		return false
	}
	s.last = number
	return true
}

// eventHashes is the events of a game as the first player received them.
type eventHashes struct {
	seed   maphash.Seed
	hashes []uint64
}

// same reports whether an event is the one that others received with its number.
func (h *eventHashes) same(number int, event []byte) bool {
	hash := maphash.Bytes(h.seed, event)
	if number > len(h.hashes) {
		h.hashes = append(h.hashes, hash) // accept ensures that numbers are consecutive
	}
	return h.hashes[number-1] == hash
}
