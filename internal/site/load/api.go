package load

import (
	"bytes"
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
	source net.Addr // nil for any
	cookie string
	server int // index of the server it uses
}

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
	bases []*url.URL
	http  *http.Client
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
	transport := &http.Transport{DialContext: dial, DisableKeepAlives: true, ForceAttemptHTTP2: false}
	return &api{bases, &http.Client{Transport: transport, Timeout: answerTime}}, nil
}

type problem struct {
	status int
	detail string
	wait   time.Duration // before it makes sense to try again
}

func (p *problem) Error() string { return fmt.Sprintf("%d: %s", p.status, p.detail) }

func (a *api) post(ctx context.Context, p *player, path string, body, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	address := a.base(p).JoinPath("api/v1", path)
	request, err := http.NewRequestWithContext(context.WithValue(ctx, sourceKey{}, p.source), http.MethodPost, address.String(), bytes.NewReader(text))
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	p.sign(request.Header)
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
		p.cookie = c.Name + "=" + c.Value
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
	if p.cookie != "" {
		h.Set("Cookie", p.cookie)
	}
}

func (a *api) connect(ctx context.Context, p *player, game string, after int) (*socket, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, sourceKey{}, p.source), deadTimeout)
	defer cancel()
	address := a.base(p).JoinPath("api/v1/game", game, "socket")
	address.RawQuery = url.Values{"after": {strconv.Itoa(after)}}.Encode()
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
