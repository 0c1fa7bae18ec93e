package account

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
)

// Downloads that are read slowly, from one address, keep others from theirs neither at
// once nor, as a try that has failed, later.
func TestSlowDownloads(t *testing.T) {
	a := open(t, storetest.Open(t, storetest.SQLite(t)), &clock{at: 1_700_000_000_000})
	api := NewAPI(APIConfig{Accounts: a, Limits: DefaultLimits()})
	kit := httpkit.New(httpkit.Config[Who]{Identify: api.Identify, Limits: httpkit.DefaultLimits().WithoutRates()})
	api.Register(kit)
	from := func(client string) *http.Request {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/account/data", nil)
		return r.WithContext(httpkit.WithRequest(r.Context(), &httpkit.Request{Client: client, HTTP: r}))
	}
	download := func(who SignedIn, client string, want int) {
		t.Helper()
		r := from(client)
		r.AddCookie(&http.Cookie{Name: IdentityCookie, Value: who.Cookie})
		w := httptest.NewRecorder()
		if kit.ServeHTTP(w, r); w.Code != want {
			t.Errorf("a download from %s: %d %s, want %d", client, w.Code, w.Body, want)
		}
	}
	var slow []httpkit.Direct
	for i := range maxDownloads {
		direct, err := api.download(from("192.0.2.1").Context(), signUp(t, a, "slow-"+strconv.Itoa(i)).Who, nil)
		if err == nil {
			slow = append(slow, direct)
		}
	}
	download(signUp(t, a, "Ann"), "192.0.2.2", 200)
	bob := signUp(t, a, "Bob")
	download(bob, "192.0.2.1", 429)
	for _, direct := range slow {
		direct(httptest.NewRecorder(), from("192.0.2.1"))
	}
	for _, want := range []int{200, 200, 200, 429} {
		download(bob, "192.0.2.1", want)
	}
}
