package account_test

import (
	"database/sql"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
)

// who are those who may ask, in the order of a row in the table below.
var who = []string{"nobody", "guest", "person", "play token", "admin token", "bad token", "banned", "pupil"}

// table says what each of them gets from each route; 2 is for any success.
var table = map[string]string{
	"GET account":                   "2 2 2 2 2 401 2 2",
	"POST account/guest":            "2 2 2 2 2 401 2 2",
	"POST account":                  "422 422 409 409 409 401 409 409",
	"DELETE account":                "401 403 403 403 403 401 403 403", // wrong name
	"GET account/data":              "401 403 2 403 403 401 2 2",
	"POST account/bot":              "401 403 2 403 403 401 403 403",
	"PUT account/password":          "401 403 2 403 403 401 403 403",
	"POST account/recovery":         "401 403 2 403 403 401 403 403",
	"GET account/sessions":          "401 403 2 403 2 401 403 403",
	"DELETE account/sessions/{id}":  "401 403 404 403 404 401 403 403",
	"GET account/tokens":            "401 403 2 403 2 401 403 403",
	"POST account/tokens":           "401 403 2 403 403 401 403 403",
	"DELETE account/tokens/{id}":    "401 403 404 403 404 401 403 403",
	"GET account/passkeys":          "401 403 2 403 2 401 403 403",
	"POST account/passkeys/options": "401 403 2 403 403 401 403 403",
	"POST account/passkeys":         "401 403 422 403 403 401 403 403",
	"DELETE account/passkeys/{id}":  "401 403 404 403 403 401 403 403",
	"POST account/passkey/options":  "422 422 409 409 409 401 409 409",
	"POST account/passkey":          "422 422 422 422 422 401 422 422",
	"POST session":                  "403 403 403 403 403 403 403 403",
	"POST session/recovery":         "403 403 403 403 403 403 403 403",
	"POST session/passkey/options":  "2 2 2 2 2 2 2 2",
	"POST session/passkey":          "422 422 422 422 422 422 422 422",
	"DELETE session":                "2 2 2 2 2 401 2 2",

	"POST session/confirm":                 "401 403 2 403 403 401 403 403",
	"POST session/confirm/passkey/options": "401 403 2 403 403 401 403 403",
	"POST session/confirm/passkey":         "401 403 422 403 403 401 403 403",
}

var bodies = map[string]string{
	"POST account":                 `{"name":"x","password":"correct horse"}`,
	"DELETE account":               `{"name":"somebody else"}`,
	"PUT account/password":         `{"password":"staple battery"}`,
	"POST account/tokens":          `{"label":"x","scopes":["play"]}`,
	"POST account/passkey/options": `{"name":"x"}`,
	"POST account/passkey":         `{}`,
	"POST account/passkeys":        `{}`,
	"POST session":                 `{"name":"x","password":"wrong horse"}`,
	"POST session/recovery":        `{"name":"x","code":"x"}`,
	"POST session/passkey":         `{}`,
	"POST session/confirm":         `{"password":"correct horse"}`,
	"POST session/confirm/passkey": `{}`,
}

// Each route has a row, and everybody gets what it says.
func TestWhoMayDoWhat(t *testing.T) {
	kit := httpkit.New(httpkit.Config[account.Who]{})
	account.NewAPI(account.APIConfig{}).Register(kit)
	routes := 0
	for _, op := range kit.Operations() {
		routes++
		if route := op.Method + " " + strings.TrimPrefix(op.Path, "/api/v1/"); table[route] == "" {
			t.Errorf("%s has no row", route)
		}
	}
	if routes != len(table) {
		t.Errorf("%d routes and %d rows", routes, len(table))
	}

	s := serve(t, storetest.SQLite(t), wideLimits())
	for route, row := range table {
		t.Run(strings.ReplaceAll(route, "/", "-"), func(t *testing.T) {
			cells := strings.Fields(row)
			if len(cells) != len(who) {
				t.Fatalf("%d cells, want %d", len(cells), len(who))
			}
			method, path, _ := strings.Cut(route, " ")
			for i, name := range who {
				a := s.somebody(t, name).do(method, strings.Replace(path, "{id}", "x", 1), bodies[route])
				got := strconv.Itoa(a.status)
				if got != cells[i] && (cells[i] != "2" || a.status/100 != 2) {
					t.Errorf("%s gets %s, want %s: %s", name, got, cells[i], a.text)
				}
				if a.status/100 == 4 && (a.Reason == "" || a.header.Get("Content-Type") != "application/problem+json") {
					t.Errorf("%s gets a problem without a reason: %s", name, a.text)
				}
			}
		})
	}
}

var people int

// somebody returns a browser of somebody new.
func (s service) somebody(t *testing.T, name string) *browser {
	t.Helper()
	b := s.browser(t)
	people++
	user := "p" + strings.Repeat("x", people%7) + strconv.Itoa(people*7+2)
	switch name {
	case "guest":
		b.want("POST", "account/guest", "", 200, "")
	case "bad token":
		b.token = account.TokenPrefix + strings.Repeat("a", 40)
	case "pupil":
		teacher := s.browser(t).want("POST", "account", `{"name":"`+user+`","password":"correct horse"}`, 201, "").Player
		in, err := s.accounts.Enroll(t.Context(), account.Who{}, "class", teacher.ID, "Zoë "+strconv.Itoa(people), "", func(*sql.Tx, string) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(in.Who.Scopes, account.Scopes{account.Play}) {
			t.Errorf("a pupil has the scopes %q", in.Who.Scopes)
		}
		b.client.Jar, b.cookie = nil, "thera="+in.Cookie
	case "person", "play token", "admin token", "banned":
		b.want("POST", "account", `{"name":"`+user+`","password":"correct horse"}`, 201, "")
		if scope, ok := strings.CutSuffix(name, " token"); ok {
			token := b.want("POST", "account/tokens", `{"label":"x","scopes":["`+scope+`"]}`, 201, "").Token
			b = s.browser(t)
			b.token = token
		}
		if name == "banned" {
			if err := s.accounts.Ban(t.Context(), account.Act{Actor: "root", Reason: "x"}, user); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b
}

// Somebody who guesses passwords has to wait, with one name from one address, with one
// name from many addresses, or with many names from one. Somebody on the machine itself
// does not.
func TestLimits(t *testing.T) {
	tight := httpkit.Rate{PerSecond: 0.01, Burst: 3}
	guess := func(name string) string { return `{"name":"` + name + `","password":"wrong horse"}` }
	for name, test := range map[string]struct {
		tighten func(l *account.Limits)
		try     func(b *browser, i int) answer
	}{
		"names": {func(l *account.Limits) { l.SignIns = tight }, func(b *browser, i int) answer {
			return b.do("POST", "session", guess("n"+strconv.Itoa(i)))
		}},
		"codes": {func(l *account.Limits) { l.SignIns = tight }, func(b *browser, i int) answer {
			return b.do("POST", "session/recovery", `{"name":"n","code":"x"}`)
		}},
		"passkeys": {func(l *account.Limits) { l.SignIns = tight }, func(b *browser, i int) answer {
			return b.do("POST", "session/passkey/options", "")
		}},
		"sign-ups": {func(l *account.Limits) { l.SignUps = tight }, func(b *browser, i int) answer {
			return b.do("POST", "account", guess("n"+strconv.Itoa(i)))
		}},
		"guests": {func(l *account.Limits) { l.Guests = tight }, func(b *browser, i int) answer {
			b.client.Jar = nil
			return b.do("POST", "account/guest", "")
		}},
		"one name": {func(l *account.Limits) { l.PerName = tight }, func(b *browser, i int) answer {
			return b.do("POST", "session", guess([]string{"Ann", "ANN", "a-nn"}[i%3]))
		}},
		"addresses": {func(l *account.Limits) { l.PerAccount = tight }, func(b *browser, i int) answer {
			b.address = "address " + strconv.Itoa(i)
			return b.do("POST", "session", guess([]string{"Ann", "ANN", "a-nn"}[i%3]))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			limits := wideLimits()
			test.tighten(&limits)
			s := serve(t, storetest.SQLite(t), limits)
			b := s.browser(t)
			b.address = "192.0.2.1"
			for i := range tight.Burst {
				if a := test.try(b, i); a.status == 429 {
					t.Fatalf("%d: %s", i, a.text)
				}
			}
			a := test.try(b, 7)
			seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
			if a.status != 429 || a.Reason != "rate" || err != nil || seconds < 1 || seconds > 100 {
				t.Errorf("%d, retry after %q: %s", a.status, a.header.Get("Retry-After"), a.text)
			}
			if name != "addresses" {
				b.address = httpkit.Local
				if a := test.try(b, 8); a.status == 429 {
					t.Errorf("on the machine itself: %s", a.text)
				}
			}
		})
	}
}

func wideLimits() account.Limits {
	wide := httpkit.Rate{PerSecond: 1000, Burst: 1000}
	return account.Limits{Guests: wide, SignUps: wide, SignIns: wide, PerName: wide, PerAccount: wide}
}

// Nobody can lock others out by guessing: the owner still signs in with a browser that
// was signed in before, even at the guesser's address, or with a recovery code.
func TestLockout(t *testing.T) {
	never := func(burst int) httpkit.Rate { return httpkit.Rate{PerSecond: 1e-9, Burst: burst} }
	limits := account.Limits{Guests: never(9), SignUps: never(9), SignIns: never(20), PerName: never(3), PerAccount: never(5)}
	s := serve(t, storetest.SQLite(t), limits)
	const wrong = `{"name":"Ann","password":"wrong horse"}`
	owner := s.browser(t)
	owner.address = "192.0.2.1"
	code := owner.want("POST", "account", ann, 201, "").Recovery[0]
	owner.want("DELETE", "session", "", 204, "")

	for i := range limits.SignIns.Burst { // from the owner's address, such as a school's
		s.at(t, "192.0.2.1").want("POST", "session", wrong, []int{403, 403, 403, 429}[min(i, 3)], []string{"wrong", "wrong", "wrong", "rate"}[min(i, 3)])
	}
	s.at(t, "192.0.2.2").want("POST", "session", wrong, 403, "wrong")
	s.at(t, "192.0.2.3").want("POST", "session", wrong, 403, "wrong")
	elsewhere := s.at(t, "192.0.2.4")
	if a := elsewhere.want("POST", "session", ann, 429, "rate"); !strings.Contains(a.Detail, "passkey") {
		t.Errorf("%q: want it said how else to sign in", a.Detail)
	}
	elsewhere.want("POST", "session/recovery", `{"name":"Ann","code":"`+code+`"}`, 200, "")

	owner.want("POST", "session", ann, 200, "") // the third browser that is known
	owner.want("POST", "session", wrong, 403, "wrong")
	owner.want("POST", "session", wrong, 403, "wrong")
	owner.want("POST", "session", ann, 429, "rate") // it has its limit, too
}

// A browser is known for the accounts that were signed in there, and for no others.
func TestKnownBrowser(t *testing.T) {
	limits := wideLimits()
	limits.PerAccount = httpkit.Rate{PerSecond: 1e-9}
	s := serve(t, storetest.SQLite(t), limits)
	b := s.at(t, "192.0.2.1")
	names := []string{"Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ina"}
	body := func(name string) string { return `{"name":"` + name + `","password":"correct horse"}` }
	for _, name := range names {
		b.want("POST", "account", body(name), 201, "")
		b.want("DELETE", "session", "", 204, "")
	}
	b.want("POST", "session", body("Bob"), 200, "")
	b.want("POST", "session", body("Ina"), 200, "")
	b.want("POST", "session", body("Ann"), 429, "rate") // forgotten: there were eight others
	cookies := b.want("POST", "session", body("bob"), 200, "").header
	for _, c := range (&http.Response{Header: cookies}).Cookies() {
		if len(c.Value) > 1000 {
			t.Errorf("the cookie %s has %d bytes", c.Name, len(c.Value))
		}
		b.client.Jar, b.cookie = nil, "thera-device="+c.Value
	}
	b.want("POST", "session", body("bob"), 200, "")
	device := b.cookie
	for _, forged := range []string{device[:len(device)-1], strings.ReplaceAll(device, "~", "."), "thera-device=" + strings.Repeat("a", 16) + "." + strings.Repeat("A", 43)} {
		b.cookie = forged
		b.want("POST", "session", body("Ann"), 429, "rate")
	}
}

// at returns a new browser at an address.
func (s service) at(t *testing.T, address string) *browser {
	b := s.browser(t)
	b.address = address
	return b
}

// A cookie is for its host alone, and nothing of it in scripts or in logs.
func TestCookies(t *testing.T) {
	s := serve(t, storetest.SQLite(t), account.DefaultLimits())
	b := s.browser(t)
	made := b.want("POST", "account", ann, 201, "")
	cookies := (&http.Response{Header: made.header}).Cookies()
	if len(cookies) != 2 {
		t.Fatalf("cookies %v", cookies)
	}
	c := cookies[0]
	if d := cookies[1]; d.Name != "thera-device" || !d.HttpOnly || d.SameSite != http.SameSiteLaxMode || strings.Contains(d.Value, made.Player.ID) {
		t.Errorf("cookie %s of %s", d, made.Player.ID)
	}
	if !account.IsIdentity(c) || account.IsIdentity(cookies[1]) || c.Name != "thera" || !c.HttpOnly || c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || strings.Contains(made.text, c.Value) {
		t.Errorf("cookie %s, body %s", c, made.text)
	}
	// Over TLS, as a proxy says, it has another name, and the plain one counts for nothing.
	secure := serveBehindProxy(t)
	p := secure.browser(t)
	p.proto = "https"
	made = p.want("POST", "account", ann, 201, "")
	c = (&http.Response{Header: made.header}).Cookies()[0]
	if !account.IsIdentity(c) || c.Name != "__Host-thera" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookie %s", c)
	}
	for cookie, want := range map[string]bool{"__Host-thera=" + c.Value: true, "thera=" + c.Value: false} {
		p.client.Jar, p.cookie = nil, cookie
		if a := p.want("GET", "account", "", 200, ""); (a.Player != nil) != want {
			t.Errorf("%s makes %s", cookie[:8], a.text)
		}
	}
	if secrets := []string{c.Value, "correct horse", made.Recovery[0]}; slices.ContainsFunc(secrets, func(x string) bool { return strings.Contains(secure.logs.String(), x) }) {
		t.Error("a secret is in the log")
	}
}

// A session that was planted before the sign-in is worth nothing after it.
func TestFixation(t *testing.T) {
	s := serve(t, storetest.SQLite(t), account.DefaultLimits())
	mallory, victim := s.browser(t), s.browser(t)
	planted := mallory.want("POST", "account/guest", "", 200, "")
	victim.client.Jar = mallory.client.Jar
	victim.want("POST", "account", ann, 201, "")
	mallory.client.Jar, mallory.cookie = nil, strings.Split(planted.header.Get("Set-Cookie"), ";")[0]
	if a := mallory.want("GET", "account", "", 200, ""); a.Player != nil {
		t.Errorf("who has planted the cookie is %s", a.text)
	}
}
