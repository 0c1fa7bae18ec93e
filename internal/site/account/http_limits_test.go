package account_test

import (
	"testing"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/store/storetest"
)

// An attempt at one node counts at the others.
func TestLimitsOfTwoNodes(t *testing.T) {
	b := storetest.OpenBus(t, "")
	limits := account.DefaultLimits()
	limits.Guests = httpkit.Rate{PerSecond: 1e-3, Burst: 3}
	var nodes [2]*browser
	for i := range nodes {
		s := serve(t, storetest.SQLite(t), limits)
		if err := s.api.Share(b); err != nil {
			t.Fatal(err)
		}
		nodes[i] = s.browser(t)
		nodes[i].address = "10.0.0.1"
	}
	for i, node := range []*browser{nodes[0], nodes[1], nodes[0]} {
		node.client.Jar = nil // somebody else each time
		if a := node.do("POST", "account/guest", ""); a.status != 200 {
			t.Fatalf("guest %d: %d %s", i+1, a.status, a.text)
		}
	}
	for _, node := range nodes {
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			a := node.do("POST", "account/guest", "") // until it has heard of the others, some more may come
			if a.status == 429 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("one more guest: %d %s", a.status, a.text)
			}
		}
		node.address = "10.0.0.2"
		if a := node.do("POST", "account/guest", ""); a.status != 200 {
			t.Errorf("somebody else: %d %s", a.status, a.text)
		}
	}
}
