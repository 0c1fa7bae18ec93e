package httpkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// person is a caller who may do what the header X-Scopes lists.
type person struct{ id, scopes string }

func (p person) Holder() string { return p.id }

func (p person) Check(c Callers, s Scope) error {
	if s != "" && !strings.Contains(p.scopes, string(s)) {
		return refused("scope")
	}
	return nil
}

type refused string

func (r refused) Error() string { return string(r) }

func (r refused) Refused() (reason, detail string, wait time.Duration) {
	return string(r), "refused: " + string(r), 0
}

// open returns a kit whose operation "do" does something, and its log.
func open(op Operation, do func(context.Context, person, *struct{}) (*struct{}, error)) (*Kit[person], *bytes.Buffer) {
	var log bytes.Buffer
	kit := New(Config[person]{
		Limits: DefaultLimits(), Log: slog.New(LogHandler{slog.NewTextHandler(&log, nil)}),
		Identify: func(r *http.Request) (person, error) {
			if r.Header.Get("X-Id") == "unknown" {
				return person{}, refused("token")
			}
			return person{r.Header.Get("X-Id"), r.Header.Get("X-Scopes")}, nil
		},
	})
	Register(kit, op.At("POST /api/v1/game/{id}/do", "do", "Do something"), do)
	return kit, &log
}

// ask asks for the operation and returns the status and the problem.
func ask(kit http.Handler, headers ...string) (int, Problem) {
	r := httptest.NewRequest(http.MethodPost, "/api/v1/game/g7/do", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	r = r.WithContext(WithRequest(r.Context(), &Request{ID: "r1", Client: "192.0.2.1"}))
	w := httptest.NewRecorder()
	w.Header().Set(RequestIDHeader, "r1")
	kit.ServeHTTP(w, r)
	var p Problem
	_ = json.Unmarshal(w.Body.Bytes(), &p) // an answer may be empty
	return w.Code, p
}

var doing = Operation{Callers: Players, Scope: "play", Object: OfPlayers, Cost: Write}

// Callers are identified, and handlers get them; errors become problems that name the
// request.
func TestCallers(t *testing.T) {
	var answer error
	kit, log := open(doing, func(_ context.Context, who person, _ *struct{}) (*struct{}, error) {
		if who.id != "ann" {
			t.Errorf("called for %q", who.id)
		}
		return nil, answer
	})
	for name, test := range map[string]struct {
		headers []string
		answer  error
		status  int
		reason  string
	}{
		"allowed":  {[]string{"X-Id", "ann", "X-Scopes", "play"}, nil, 204, ""},
		"scope":    {[]string{"X-Id", "ann", "X-Scopes", "admin"}, nil, 403, "scope"},
		"token":    {[]string{"X-Id", "unknown"}, nil, 401, "token"},
		"refusal":  {[]string{"X-Id", "ann", "X-Scopes", "play"}, refused("over"), 409, "over"},
		"disk":     {[]string{"X-Id", "ann", "X-Scopes", "play"}, refused("not-stored"), 503, "not-stored"},
		"internal": {[]string{"X-Id", "ann", "X-Scopes", "play"}, errors.New("a secret"), 500, "inside"},
	} {
		answer = test.answer
		status, p := ask(kit, test.headers...)
		if status != test.status || p.Reason != test.reason || p.Reason != "" && p.Request != "r1" {
			t.Errorf("%s: %d %+v", name, status, p)
		}
		if strings.Contains(p.Detail, "secret") {
			t.Errorf("%s: the client gets the detail %q", name, p.Detail)
		}
	}
	lines := log.String()
	for _, cause := range []string{`"a secret"`, `not-stored`} {
		if !strings.Contains(lines, `cause=`+cause+` request=r1 operation=do account=ann game=g7`) {
			t.Errorf("%s is not in the log: %s", cause, lines)
		}
	}
	if strings.Count(lines, "\n") != 2 {
		t.Errorf("log: %s", lines)
	}
}

// When the server shuts down, requests that can't be finished may be sent again.
func TestShutdown(t *testing.T) {
	ctx, shutDown := context.WithCancel(t.Context())
	kit, log := open(doing, func(ctx context.Context, _ person, _ *struct{}) (*struct{}, error) {
		shutDown()
		return nil, ctx.Err()
	})
	r := httptest.NewRequest(http.MethodPost, "/api/v1/game/g7/do", nil).WithContext(ctx)
	r.Header.Set("X-Id", "ann")
	r.Header.Set("X-Scopes", "play")
	w := httptest.NewRecorder()
	kit.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"reason":"ending"`) || log.Len() > 0 {
		t.Errorf("%d %s, log: %s", w.Code, w.Body, log)
	}
}

// An answer is kept by no cache, unless the handler allows it.
func TestCaching(t *testing.T) {
	type answer struct {
		CacheControl string `header:"Cache-Control"`
		Body         string
	}
	kit, _ := open(doing, func(context.Context, person, *struct{}) (*struct{}, error) { return nil, nil })
	mine := doing.About(OfCaller).Costing(Light)
	public := Operation{Callers: Unidentified, Object: OfEveryone, Cost: Light}
	JSON(kit, mine.At("GET /api/v1/mine", "mine", "Show mine"), func(context.Context, person, *struct{}) (string, error) { return "mine", nil })
	JSON(kit, public.At("GET /api/v1/all", "all", "Show all"), func(context.Context, person, *struct{}) (string, error) { return "all", nil })
	Register(kit, mine.At("GET /api/v1/image", "image", "Show an image"), func(context.Context, person, *struct{}) (*answer, error) {
		return &answer{"private, max-age=60", "mine"}, nil
	})
	for path, want := range map[string]string{"/api/v1/mine": "no-store", "/api/v1/all": "no-store", "/api/v1/image": "private, max-age=60"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("X-Id", "ann")
		r.Header.Set("X-Scopes", "play")
		w := httptest.NewRecorder()
		kit.ServeHTTP(w, r)
		if got := w.Header().Get("Cache-Control"); w.Code != 200 || got != want {
			t.Errorf("%s: %d, Cache-Control %q", path, w.Code, got)
		}
	}
}

// An address that is no text gets no further.
func TestAddresses(t *testing.T) {
	kit, _ := open(doing, func(context.Context, person, *struct{}) (*struct{}, error) { return nil, nil })
	for address, want := range map[string]int{
		"/api/v1/game/%C3%A9/do?at=%C3%A9": 204,
		"/api/v1/game/g%00/do":             422, "/api/v1/game/%ff/do": 422, "/api/v1/game/g/do?at=%00": 422, "/api/v1/game/g/do?x=%zz&at=1&at=%ff": 422,
	} {
		r := httptest.NewRequest(http.MethodPost, address, nil)
		r.Header.Set("X-Id", "ann")
		r.Header.Set("X-Scopes", "play")
		w := httptest.NewRecorder()
		kit.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d %s, want %d", address, w.Code, w.Body, want)
		}
	}
}

// Rates count accounts or clients, and programs on the same machine not at all.
func TestQuotas(t *testing.T) {
	rare := Rate{PerSecond: 1e-3, Burst: 1}
	nothing := func(context.Context, person, *struct{}) (*struct{}, error) { return nil, nil }
	for name, test := range map[string]struct {
		quota Quota
		other int // the status of another account at the same client
	}{
		"by client":  {ByClient(NewLimiter(rare)), 429},
		"by account": {ByAccount(NewLimiter(rare)), 204},
	} {
		kit, _ := open(doing.Within(test.quota), nothing)
		for i, want := range []int{204, 429} {
			if status, _ := ask(kit, "X-Id", "ann", "X-Scopes", "play"); status != want {
				t.Errorf("%s: request %d: %d, want %d", name, i, status, want)
			}
		}
		if status, p := ask(kit, "X-Id", "bob", "X-Scopes", "play"); status != test.other {
			t.Errorf("%s: another account: %d %+v", name, status, p)
		}
	}
}

// What an operation writes itself is neither collected in memory nor held to a slot,
// however long it is.
func TestRaw(t *testing.T) {
	kit := New(Config[visitor]{Limits: DefaultLimits()})
	w := httptest.NewRecorder()
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Read}.At("GET /api/v1/raw", "raw", "Write much")
	Raw(kit, op.Answering(Answer{ContentType: "text/plain"}), func(context.Context, visitor, *struct{}) (Direct, error) {
		if n := kit.Busy(Read); n != 1 {
			t.Errorf("%d slots are taken, want 1", n)
		}
		return func(to http.ResponseWriter, _ *http.Request) {
			for _, part := range []string{"first", " second"} {
				if _, err := to.Write([]byte(part)); err != nil || !strings.HasSuffix(w.Body.String(), part) {
					t.Errorf("after %q the client has %q, %v", part, w.Body, err)
				}
			}
			if n := kit.Busy(Read); n != 0 {
				t.Errorf("%d slots are taken, want none", n)
			}
		}, nil
	})
	kit.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/raw", nil))
	if w.Body.String() != "first second" {
		t.Errorf("the client has %q", w.Body)
	}
}

// An answer that is made and doesn't fit leaves nothing in the refusal.
func TestAnswerThatDoesNotFit(t *testing.T) {
	limits := DefaultLimits()
	limits.AnswersPerClient = 10
	kit := New(Config[person]{Limits: limits})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Read}
	Register(kit, op.Answering(Answer{ContentType: "text/csv"}).At("GET /api/v1/file", "file", "Get a file"), func(context.Context, person, *struct{}) (*Attachment, error) {
		return NewAttachment("text/csv", "table.csv", make([]byte, 11)), nil
	})
	w := httptest.NewRecorder()
	w.Header().Set(RequestIDHeader, "r1")
	kit.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/file", nil))
	h := w.Result().Header
	if w.Code != http.StatusTooManyRequests || h.Get("Content-Type") != "application/problem+json" || h.Get("Content-Disposition") != "" || h.Get(RequestIDHeader) != "r1" {
		t.Errorf("%d %v", w.Code, h)
	}
}

// FuzzCheckForm looks into bodies of all kinds, and into objects with two keys, which
// are equal or not.
func FuzzCheckForm(f *testing.F) {
	f.Add(`{"a":1,"a":2}`, "a")
	f.Add(`[{"a":[{}]}`, `"`)
	f.Add("\x00", "\xff")
	f.Fuzz(func(t *testing.T, one, two string) {
		_ = checkForm([]byte(one)) // whatever it is
		first, _ := json.Marshal(one)
		second, _ := json.Marshal(two)
		object := `{` + string(first) + `:{` + string(second) + `:[]},` + string(second) + `:0}`
		if len(first) > maxKey || len(second) > maxKey || strings.ContainsAny(one+two, ".[\x00") {
			return
		}
		if got := checkForm([]byte(object)) != nil; got != (foldKey(string(first)) == foldKey(string(second))) && one != "" {
			t.Errorf("%s: repeated %t", object, got)
		}
	})
}

// An internal error that means a refusal, such as that of a database, is answered as one.
func TestExplain(t *testing.T) {
	gone := errors.New("dial tcp: connection refused")
	kit, log := open(doing, func(context.Context, person, *struct{}) (*struct{}, error) { return nil, gone })
	kit.Explain = func(err error) error {
		if errors.Is(err, gone) {
			return refused("not-stored")
		}
		return err
	}
	if status, p := ask(kit, "X-Id", "ann", "X-Scopes", "play"); status != http.StatusServiceUnavailable || p.Reason != "not-stored" {
		t.Errorf("%d %+v", status, p)
	}
	if text := log.String(); !strings.Contains(text, `level=WARN msg="operation failed"`) {
		t.Errorf("logged: %s", text)
	}
}
