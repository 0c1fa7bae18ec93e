package account_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// service is the API behind a server, and its store.
type service struct {
	*httptest.Server
	store    *store.Store
	accounts *account.Accounts
	logs     *bytes.Buffer
	api      *account.API
}

// each runs a test with a service on each kind of store.
func each(t *testing.T, test func(t *testing.T, s service)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) { test(t, serve(t, address, account.DefaultLimits())) })
}

func serve(t *testing.T, address string, limits account.Limits) service {
	t.Helper()
	return serveWith(t, address, account.APIConfig{Limits: limits})
}

// serveBehindProxy serves behind a proxy that says whether browsers use TLS.
func serveBehindProxy(t *testing.T) service {
	t.Helper()
	return serveWith(t, storetest.SQLite(t), account.APIConfig{Limits: account.DefaultLimits(), TrustProxy: true})
}

func serveWith(t *testing.T, address string, c account.APIConfig) service {
	t.Helper()
	s := storetest.Open(t, address)
	accounts, err := account.New(t.Context(), account.Config{Store: s, Games: []string{"checkers"}, WeakHashes: true})
	if err != nil {
		t.Fatal(err)
	}
	var logs bytes.Buffer
	c.Accounts = accounts
	api := account.NewAPI(c)
	kit := httpkit.New(httpkit.Config[account.Who]{Identify: api.Identify, Limits: httpkit.DefaultLimits().WithoutRates(), Log: slog.New(slog.NewTextHandler(&logs, nil))})
	api.Register(kit)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := r.Header.Get("X-Client")
		kit.ServeHTTP(w, r.WithContext(httpkit.WithRequest(r.Context(), &httpkit.Request{Client: client})))
	}))
	t.Cleanup(server.Close)
	return service{server, s, accounts, &logs, api}
}

// browser is somebody's browser.
type browser struct {
	t       *testing.T
	client  http.Client
	url     string
	address string
	token   string
	proto   string // what a proxy says
	cookie  string // instead of the client's jar
}

func (s service) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, client: http.Client{Jar: jar}, url: strings.Replace(s.URL, "127.0.0.1", "localhost", 1), address: "local"}
}

// answer is what came back, all kinds in one.
type answer struct {
	status int
	header http.Header
	text   string
	Player *struct{ ID, Name, Kind string }
	Reason string
	Detail string
	Ban    string
	Token  string
	ID     string

	Recovery []string
}

func (b *browser) do(method, path, body string) answer {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.url+"/api/v1/"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Client", b.address)
	for name, value := range map[string]string{"X-Forwarded-Proto": b.proto, "Cookie": b.cookie} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	if b.token != "" {
		request.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := b.client.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		b.t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, text: string(data)}
	_ = json.Unmarshal(data, &a) // lists are looked at as text
	return a
}

// want does something and wants a status, and of problems a reason.
func (b *browser) want(method, path, body string, status int, reason string) answer {
	b.t.Helper()
	a := b.do(method, path, body)
	if a.status != status || a.Reason != reason {
		b.t.Errorf("%s %s %s: %d %q: want %d %q: %s", method, path, body, a.status, a.Reason, status, reason, a.text)
	}
	return a
}

const ann = `{"name":"Ann","password":"correct horse"}`

// What can't be stored now is refused as that, and nothing of it is kept.
func TestFullDisk(t *testing.T) {
	s := serve(t, storetest.SQLite(t), account.DefaultLimits())
	set := func(pragma string) {
		if _, err := s.store.DB().Writer().ExecContext(t.Context(), `PRAGMA query_only = `+pragma); err != nil {
			t.Fatal(err)
		}
	}
	b := s.browser(t)
	set("ON")
	b.want("POST", "account", ann, 503, "not-stored")
	b.want("GET", "account", "", 200, "")
	set("OFF")
	b.want("POST", "account", ann, 201, "")
}

// A guest signs up, keeps their ID, signs out and in again.
func TestSignUp(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		b := s.browser(t)
		if a := b.want("GET", "account", "", 200, ""); a.Player != nil {
			t.Errorf("a visitor is %+v", a.Player)
		}
		guest := b.want("POST", "account/guest", "", 200, "").Player
		if guest.Kind != "guest" {
			t.Errorf("%+v, want a guest", guest)
		}
		if again := b.want("POST", "account/guest", "", 200, "").Player; *again != *guest {
			t.Errorf("%+v becomes %+v", guest, again)
		}
		up := b.want("POST", "account", ann, 201, "")
		if up.Player.ID != guest.ID || up.Player.Name != "Ann" || up.Player.Kind != "person" || len(up.Recovery) != 8 {
			t.Errorf("%+v has become %s", guest, up.text)
		}
		b.want("POST", "account", ann, 409, "signed-in")
		b.want("DELETE", "session", "", 204, "")
		if a := b.want("GET", "account", "", 200, ""); a.Player != nil {
			t.Errorf("who has signed out is %+v", a.Player)
		}
		b.want("POST", "account", `{"name":"a-nn","password":"correct horse"}`, 409, "name-taken")
		b.want("POST", "session", `{"name":"Ann","password":"wrong horse"}`, 403, "wrong")
		b.want("POST", "session", `{"name":"Bob","password":"correct horse"}`, 403, "wrong")
		if in := b.want("POST", "session", ann, 200, ""); in.Player.ID != guest.ID {
			t.Errorf("%+v signs in as %+v", guest, in.Player)
		}
		if a := b.want("GET", "account", "", 200, ""); a.Player == nil || a.Player.Name != "Ann" {
			t.Errorf("who has signed in is %+v", a.Player)
		}
	})
}

// A program uses a token until it is revoked, for what it allows.
func TestTokens(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		b, program := s.browser(t), s.browser(t)
		b.want("POST", "account", ann, 201, "")
		made := b.want("POST", "account/tokens", `{"label":"my bot","scopes":["play"]}`, 201, "")
		if !strings.HasPrefix(made.Token, "thera_") || made.ID == "" || strings.Contains(made.Token, made.ID) {
			t.Fatalf("made %s", made.text)
		}
		if list := b.want("GET", "account/tokens", "", 200, ""); !strings.Contains(list.text, made.ID) || strings.Contains(list.text, made.Token) {
			t.Errorf("the list is %s: want it without the secret", list.text)
		}
		program.token = made.Token
		if a := program.want("GET", "account", "", 200, ""); a.Player == nil || a.Player.Name != "Ann" {
			t.Errorf("the program acts for %s", a.text)
		}
		program.want("GET", "account/tokens", "", 403, "scope")
		b.want("DELETE", "account/tokens/"+made.ID, "", 204, "")
		b.want("DELETE", "account/tokens/"+made.ID, "", 404, "not-found")
		program.want("GET", "account", "", 401, "token")
	})
}

// Nothing else bounds how many passwords are hashed at a time.
func TestPasswordsAreHashedInSlots(t *testing.T) {
	var got []string
	for _, op := range accounttest.Open(t, storetest.SQLite(t)).Kit.Operations() {
		if op.Cost == httpkit.Password {
			got = append(got, op.ID)
		}
	}
	slices.Sort(got)
	if want := []string{"confirm", "setPassword", "signIn", "signUp"}; !slices.Equal(got, want) {
		t.Errorf("%q are of the class of passwords, want %q, which hash them", got, want)
	}
}

// TestNoPasskeysIsDocumented asks for passkeys at an address, which can have none.
func TestNoPasskeysIsDocumented(t *testing.T) {
	site := accounttest.Open(t, storetest.SQLite(t))
	site.Refused(422, "a visitor", "POST", "account/passkey/options", `{"name":"Ann"}`)
	site.Refused(422, "a visitor", "POST", "session/passkey/options", "")
	site.Join("ann", "Ann")
	site.Refused(422, "ann", "POST", "session/confirm/passkey/options", "")
	site.Refused(422, "ann", "POST", "account/passkeys/options", "")
}
