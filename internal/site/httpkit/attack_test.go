package httpkit

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// visitor is an unknown caller.
type visitor struct{}

func (visitor) Holder() string                 { return "" }
func (visitor) Check(_ Callers, s Scope) error { return nil }

// pipes is a listener within the program, whose connections have no buffers: what one
// side doesn't read, the other can't write.
type pipes struct {
	accept chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accept:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.closed); return nil }

func (p pipes) Addr() net.Addr { return &net.UnixAddr{} }

// site serves operations of all kinds within a bubble of synctest. Its clients say who
// they are in a header.
type site struct {
	t       *testing.T
	pipes   pipes
	release chan struct{} // lets what occupies a slot end
}

const large = 1 << 20 // bytes in the answer of the operation "large"

func serve(t *testing.T, limits Limits) *site {
	s := &site{t, pipes{make(chan net.Conn), make(chan struct{})}, make(chan struct{})}
	kit := New(Config[visitor]{Limits: limits})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light}
	type nothing struct{}
	type form struct{ Body struct{} }
	type text struct{ Body []byte }
	Register(kit, op.At("GET /api/v1/small", "small", "Answer at once"), func(context.Context, visitor, *nothing) (*text, error) { return &text{[]byte("ok")}, nil })
	Register(kit, op.At("POST /api/v1/form", "form", "Take a form").Taking(SmallBody), func(context.Context, visitor, *form) (*nothing, error) { return nil, nil })
	Register(kit, op.At("GET /api/v1/large", "large", "Answer much").Costing(Read), func(context.Context, visitor, *nothing) (*text, error) {
		return &text{make([]byte, large)}, nil
	})
	Register(kit, op.At("GET /api/v1/later", "later", "Answer much, when all others do").Costing(Read), func(context.Context, visitor, *nothing) (*text, error) {
		<-s.release
		return &text{make([]byte, large)}, nil
	})
	Register(kit, op.At("POST /api/v1/change", "change", "Take a form and answer much").Taking(SmallBody).Costing(Write), func(context.Context, visitor, *form) (*text, error) {
		<-s.release
		return &text{make([]byte, large)}, nil
	})
	Register(kit, op.At("GET /api/v1/poll", "poll", "Wait until something happens"), func(ctx context.Context, _ visitor, _ *nothing) (*nothing, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	Stream(kit, op.Answering(Answer{ContentType: "text/plain", Line: text{}}).At("GET /api/v1/stream", "stream", "Follow nothing"), func(context.Context, visitor, *nothing) (Direct, error) {
		return func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, nil
	})
	for _, c := range []Cost{Search, Picture, Password} {
		Register(kit, op.At("GET /api/v1/"+c.String(), c.String(), "Occupy a slot").Costing(c), func(ctx context.Context, _ visitor, _ *nothing) (*nothing, error) {
			if Client(ctx) == "attacker" {
				<-s.release
			}
			return nil, nil
		})
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kit.ServeHTTP(w, r.WithContext(WithRequest(r.Context(), &Request{Client: r.Header.Get("X-Client")})))
	})}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(s.pipes) // until it is closed
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-served
		synctest.Wait()
	})
	return s
}

// send sends a request and returns its connection, without reading the answer.
func (s *site) send(client, method, path string, more string) net.Conn {
	s.t.Helper()
	here, there := net.Pipe()
	s.t.Cleanup(func() { _ = here.Close() })
	s.pipes.accept <- there
	if _, err := fmt.Fprintf(here, "%s /api/v1/%s HTTP/1.1\r\nHost: x\r\nX-Client: %s\r\n%s", method, path, client, more); err != nil {
		s.t.Fatal(err)
	}
	return here
}

// status reads the status of an answer.
func (s *site) status(c net.Conn) int {
	s.t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode
}

// wantServed fails the test unless another client is answered at once.
func (s *site) wantServed(paths ...string) {
	s.t.Helper()
	for _, path := range paths {
		method, more := "GET", "\r\n"
		if path == "form" {
			method, more = "POST", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
		}
		began := time.Now()
		c := s.send("victim", method, path, more)
		if status := s.status(c); status/100 != 2 || time.Since(began) > 0 {
			s.t.Errorf("%s: another client gets %d after %s", path, status, time.Since(began))
		}
		_ = c.Close()
	}
}

// tight returns limits that an attacker of the tests exceeds many times over.
func tight() Limits {
	l := DefaultLimits().WithoutRates()
	l.Requests, l.RequestsPerClient = 20, 10
	l.Streams, l.StreamsPerClient = 20, 10
	l.Bodies, l.BodiesPerClient = 20*SmallBody, 10*SmallBody
	l.Answers, l.AnswersPerClient = 20*large, 4*large
	l.Slots = map[Cost]Slots{}
	for c := Light; c < File; c++ {
		l.Slots[c] = Slots{Number: 4, Wait: time.Second}
	}
	return l
}

const attackers = 40

// Whatever one client does, another one is answered as if nothing were.
func TestAttacks(t *testing.T) {
	for name, attack := range map[string]struct {
		method, path, more string
		admitted           int // how many of the attacker's requests are let in
	}{
		"slow bodies":            {"POST", "form", "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{", 10},
		"bodies without an end":  {"POST", "form", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", 10},
		"streams":                {"GET", "stream", "\r\n", 10},
		"requests that wait":     {"GET", "poll", "\r\n", 2},
		"answers that stay here": {"GET", "large", "\r\n", 4},
		"searches":               {"GET", "search", "\r\n", 2},
		"pictures":               {"GET", "picture", "\r\n", 2},
		"passwords":              {"GET", "password", "\r\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, tight())
				refused := make(chan bool, attackers)
				for range attackers {
					c := s.send("attacker", attack.method, attack.path, attack.more)
					go func() {
						head := make([]byte, len("HTTP/1.1 200")) // and nothing after it
						if _, err := io.ReadFull(c, head); err == nil && strings.HasSuffix(string(head), "429") {
							refused <- true
						}
					}()
					synctest.Wait()
				}
				synctest.Wait()
				s.wantServed("small", "form", "large", "search", "picture", "password", "stream")
				time.Sleep(2 * time.Second) // the attacker's requests have waited long enough
				synctest.Wait()
				s.wantServed("small", "form", "large", "search", "picture", "password", "stream")
				if got := attackers - len(refused); got != attack.admitted {
					t.Errorf("%d requests are let in, want %d", got, attack.admitted)
				}
				close(s.release)
			})
		})
	}
}

// Answers are counted once they have been made: those which don't fit then are refused,
// so that a client holds no more by asking for all of them at once. A change that has been
// made is answered in any case.
func TestAnswersAtOnce(t *testing.T) {
	for name, test := range map[string]struct {
		method, path, more string
		given              int
	}{
		"reads":   {"GET", "later", "\r\n", 4},
		"changes": {"POST", "change", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", 8},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := tight()
				const asked = 8
				limits.Answers = 6 * large // more than one client may have
				limits.Slots[Read], limits.Slots[Write] = Slots{Number: 2 * asked, Wait: time.Second}, Slots{Number: 2 * asked, Wait: time.Second}
				s := serve(t, limits)
				statuses := make(chan string, asked)
				for range asked {
					c := s.send("attacker", test.method, test.path, test.more)
					go func() {
						head := make([]byte, len("HTTP/1.1 200")) // and nothing after it
						_, _ = io.ReadFull(c, head)
						statuses <- string(head[len(head)-3:])
					}()
				}
				synctest.Wait()
				close(s.release)
				given := 0
				for range asked {
					switch status := <-statuses; status {
					case "200":
						given++
					case "429":
					default:
						t.Errorf("status %s, want 200 or 429", status)
					}
				}
				if given != test.given {
					t.Errorf("%d answers are given, want %d", given, test.given)
				}
				synctest.Wait()
				if test.method == "GET" {
					s.wantServed("small", "form", "large")
				}
			})
		})
	}
}

// Clients that are slow are cut off by their pace, however long they take.
func TestPace(t *testing.T) {
	limits := tight()
	limits.BodyPace = Pace{Grace: 5 * time.Second, Bytes: 10}
	limits.AnswerPace = Pace{Grace: 5 * time.Second, Bytes: pacedChunk}
	head := "Content-Type: application/json\r\nContent-Length: 200\r\n\r\n"
	for name, test := range map[string]struct {
		every time.Duration // between two bytes
		want  string
	}{
		"at the pace":   {90 * time.Millisecond, "HTTP/1.1 204"},
		"too slow":      {300 * time.Millisecond, "HTTP/1.1 408"},
		"a second each": {time.Second, "HTTP/1.1 408"},
	} {
		t.Run("body "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, limits)
				c := s.send("a", "POST", "form", head)
				sent := make(chan struct{})
				go func() {
					defer close(sent)
					for _, b := range []byte("{" + strings.Repeat(" ", 198) + "}") {
						if _, err := c.Write([]byte{b}); err != nil {
							return // it has been cut off
						}
						time.Sleep(test.every)
					}
				}()
				if line, err := bufio.NewReader(c).ReadString('\n'); !strings.HasPrefix(line, test.want) {
					t.Errorf("%q, %v, want %s", line, err, test.want)
				}
				_ = c.Close()
				<-sent
			})
		})
	}
	for name, test := range map[string]struct {
		every time.Duration // between two chunks
		all   bool          // whether everything arrives
	}{
		"at the pace": {4 * time.Second, true},
		"too slow":    {7 * time.Second, false},
	} {
		t.Run("answer "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, limits)
				c, n := s.send("a", "GET", "large", "\r\n"), 0
				for chunk := make([]byte, pacedChunk); ; time.Sleep(test.every) {
					_ = c.SetReadDeadline(time.Now().Add(time.Second)) // when all has arrived, no more comes
					some, err := io.ReadFull(c, chunk)
					n += some
					if err != nil {
						break
					}
				}
				if all := n > large; all != test.all {
					t.Errorf("%d bytes arrive, of more than %d", n, large)
				}
			})
		})
	}
}
