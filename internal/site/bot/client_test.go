package bot

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// serve has a server answer with a status and a text, and returns a client of it.
func serve(t *testing.T, status int, text string) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s: authorization %q", r.URL, r.Header.Get("Authorization"))
		}
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	c, err := NewClient(server.URL, "secret")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNew(t *testing.T) {
	for _, test := range [][2]string{{"thera.example", "x"}, {"ftp://x", "x"}, {"http://", "x"}, {"http://x", ""}, {"http://x", "a b"}} {
		if _, err := NewClient(test[0], test[1]); err == nil || strings.Contains(err.Error(), "a b") {
			t.Errorf("%q: %v", test, err)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		status                  int
		text                    string
		transient, unauthorized bool
	}{
		{429, `{"status":429,"reason":"rate","detail":"too much"}`, true, false},
		{503, `busy`, true, false},
		{401, `{"detail":"who"}`, false, true},
		{403, `{}`, false, true},
		{409, `{"reason":"over","detail":"it is over"}`, false, false},
	} {
		err := serve(t, test.status, test.text).Move(t.Context(), "g 1", "a1-b2(c3)", 3)
		wait, again := Transient(err)
		if again != test.transient || wait != 7*time.Second || Unauthorized(err) != test.unauthorized || !strings.Contains(err.Error(), "answers") {
			t.Errorf("%d %s: %v, transient %t, unauthorized %t", test.status, test.text, err, again, Unauthorized(err))
		}
	}
	if _, again := Transient(context.Canceled); again {
		t.Error("what was canceled is asked again")
	}
	if _, again := Transient(io.EOF); !again {
		t.Error("a connection that has ended is not made again")
	}
}

func TestFollow(t *testing.T) {
	c := serve(t, 200, `{"type":"gameFull","id":"g","seat":2,"state":{"type":"gameState","ply":0,"status":"started"}}

{"type":"chatLine","username":"ann","text":"hello"}
{"type":"opponentGone","gone":true}
{"type":"somethingNew"}
{"type":"gameState","ply":1,"moves":"a1","status":"variantEnd","winner":"white","winners":[1]}
`)
	var kinds []string
	var last State
	var end error
	for line, err := range c.Follow(t.Context(), "g") {
		if end = err; err == nil {
			kinds = append(kinds, line.Type)
		}
		if line.State != nil {
			last = *line.State
		}
	}
	if got := strings.Join(kinds, " "); got != "gameFull chatLine opponentGone somethingNew gameState" || !errors.Is(end, io.EOF) || last.Ply != 1 || last.Winner != "white" {
		t.Errorf("%s, %v, %+v", got, end, last)
	}
	for _, err := range serve(t, 200, "{\"type\":\"gameStart\"}\nxyzzy\n").Events(t.Context()) {
		end = err
	}
	if end == nil || !strings.Contains(end.Error(), "xyzzy") {
		t.Errorf("garbage: %v", end)
	}
}

// A client that is busy with a line does not take that for silence of the server.
func TestBusyClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := NewClient("http://thera.example", "secret")
		if err != nil {
			t.Fatal(err)
		}
		c.http.Transport = sentText("{\"type\":\"gameStart\"}\n\n")
		var end error
		for _, end = range c.Events(t.Context()) {
			time.Sleep(2 * silence)
		}
		if !errors.Is(end, io.EOF) {
			t.Errorf("%v, want the end of the stream", end)
		}
	})
}

// sentText is a server that answers every request with a text.
type sentText string

func (text sentText) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(text)))}, nil
}

// FuzzLine reads whatever a server may say.
func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"type":"gameFull","state":{"moves":"a1 b2"}}`))
	f.Add([]byte(`{"type":"gameState"`))
	f.Fuzz(func(t *testing.T, text []byte) {
		line, err := lineOf(text)
		if err == nil && line.Full != nil && line.State == nil {
			t.Errorf("%q: no state", text)
		}
	})
}

func TestBackoff(t *testing.T) {
	last := time.Duration(0)
	for n := range 1000 {
		d := Backoff(n)
		if d < last || d > 10*time.Second || d <= 0 {
			t.Fatalf("after %d failures: %v", n, d)
		}
		last = d
	}
}
