package httpkit

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type sharedInput struct {
	Game string `query:"game"`
}

// sharing returns a kit whose answers are made by do.
func sharing(s Sharing, do func(context.Context, *sharedInput) ([]string, error)) *Kit[person] {
	kit := New(Config[person]{Limits: DefaultLimits(), Identify: func(*http.Request) (person, error) {
		panic("somebody is identified who gets what everybody gets")
	}})
	op := Operation{Callers: Unidentified, Object: OfEveryone, Cost: Read}
	Shared(kit, op.At("GET /api/v1/list", "list", "List something"), s, do)
	return kit
}

// get asks for a list with headers.
func get(kit http.Handler, game string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/api/v1/list?game="+game, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	kit.ServeHTTP(w, r.WithContext(WithRequest(r.Context(), &Request{Client: Local})))
	return w
}

// An answer is made once for all who ask within its time, and again when that is over or
// its version has changed.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made, version atomic.Int32
		kit := sharing(Sharing{For: time.Second, Version: func() int { return int(version.Load()) }}, func(_ context.Context, in *sharedInput) ([]string, error) {
			n := made.Add(1)
			time.Sleep(3 * time.Second) // longer than an answer is given
			return []string{in.Game, fmt.Sprint(n)}, nil
		})
		want := func(game, want string) {
			t.Helper()
			if got := strings.TrimSpace(get(kit, game).Body.String()); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { want("chess", `["chess","1"]`) })
		}
		all.Wait()
		time.Sleep(time.Second - 1)
		want("chess", `["chess","1"]`)
		want("go", `["go","2"]`)
		want("chess", `["chess","3"]`)
		version.Add(1)
		want("chess", `["chess","4"]`)
	})
}

// A client that leaves does not keep others from the answer, and a failure is not kept.
func TestSharedFailure(t *testing.T) {
	var failure error
	kit := sharing(Sharing{}, func(ctx context.Context, _ *sharedInput) ([]string, error) {
		return nil, errors.Join(ctx.Err(), failure)
	})
	failure = refused("not-found")
	if w := get(kit, ""); w.Code != http.StatusNotFound {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	failure = nil
	ctx, leave := context.WithCancel(t.Context())
	leave()
	r := httptest.NewRequestWithContext(WithRequest(ctx, &Request{Client: Local}), http.MethodGet, "/api/v1/list", nil)
	kit.ServeHTTP(httptest.NewRecorder(), r)
	if w := get(kit, ""); w.Code != http.StatusOK {
		t.Errorf("after a client that left: %d %s", w.Code, w.Body)
	}
}

// Clients get an answer compressed if they accept that, and only if they don't have it.
func TestSharedEncodings(t *testing.T) {
	long := strings.Repeat("long ", 1000)
	kit := sharing(Sharing{}, func(context.Context, *sharedInput) ([]string, error) { return []string{long}, nil })
	plain, packed := get(kit, ""), get(kit, "", "Accept-Encoding", "br, gzip")
	if plain.Header().Get("Content-Encoding") != "" || packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > plain.Body.Len()/10 {
		t.Errorf("%d bytes %v, packed %d bytes %v", plain.Body.Len(), plain.Header(), packed.Body.Len(), packed.Header())
	}
	if vary := strings.Join(plain.Header().Values("Vary"), ", "); vary != "Accept-Encoding" {
		t.Errorf("Vary: %s", vary)
	}
	tag := packed.Header().Get("ETag")
	if again := get(kit, "", "Accept-Encoding", "gzip", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("known: %d, %d bytes", again.Code, again.Body.Len())
	}
	if other := get(kit, "", "If-None-Match", tag); other.Code != http.StatusOK || other.Header().Get("ETag") == tag {
		t.Errorf("known compressed: %d, %v", other.Code, other.Header())
	}
	unpacked, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(unpacked); err != nil || string(text) != plain.Body.String() {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// However many inputs there are, few answers are kept.
func TestSharedIsBounded(t *testing.T) {
	answers := &sharedAnswers[int]{kept: map[int]*sharedAnswer{}, make: func(context.Context, *int) (*Content, error) {
		return NewContent(jsonType, nil)
	}}
	for n := range 3 * maxShared {
		if _, err := answers.get(t.Context(), n); err != nil || len(answers.kept) > maxShared {
			t.Fatalf("%d answers are kept, %v", len(answers.kept), err)
		}
	}
}

// What depends on who asks is not shared.
func TestSharedForEverybody(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an operation for identified callers is shared")
		}
	}()
	op := Operation{Callers: Anyone, Object: OfEveryone, Cost: Read}.At("GET /api/v1/list", "list", "List something")
	Shared(New(Config[person]{}), op, Sharing{}, func(context.Context, *sharedInput) ([]string, error) { return nil, nil })
}
