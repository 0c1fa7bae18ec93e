package account_test

import (
	"testing"

	"thera/internal/cluster/bus"
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
	heard := make(chan struct{})
	_, err := b.Subscribe("next", func(bus.Message) { close(heard) })
	if err == nil {
		err = b.Publish("next", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	<-heard // messages are heard one after another, so both nodes have heard of the three guests
	for _, node := range nodes {
		if a := node.do("POST", "account/guest", ""); a.status != 429 {
			t.Errorf("one more guest: %d %s", a.status, a.text)
		}
		node.address = "10.0.0.2"
		if a := node.do("POST", "account/guest", ""); a.status != 200 {
			t.Errorf("somebody else: %d %s", a.status, a.text)
		}
	}
}
