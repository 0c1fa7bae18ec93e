package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

// A listener that reads too slowly gets an error, both for the lobby's notices and
// for its own. All others get each notice once and in order.
func TestSlowListeners(t *testing.T) {
	h, err := NewHub[string](nil)
	if err != nil {
		t.Fatal(err)
	}
	quick, slow, deaf := h.Enter("ann", true), h.Enter("ann", true), h.Enter("bob", false)
	read := 0
	for n := range 5 * maxLog {
		h.Publish(fmt.Sprint(n))
		if n%100 != 0 {
			continue
		}
		notices, more, err := h.Take(quick)
		if err != nil || more == nil {
			t.Fatal(err)
		}
		for _, notice := range notices {
			if notice != fmt.Sprint(read) {
				t.Fatalf("notice %q, want %d", notice, read)
			}
			read++
		}
	}
	if _, _, err := h.Take(slow); !errors.Is(err, ErrBehind) {
		t.Errorf("%v, want that he is behind", err)
	}
	if len(h.log) > 2*maxLog {
		t.Errorf("%d notices are kept", len(h.log))
	}
	if notices, more, err := h.Take(deaf); len(notices) != 0 || more != nil || err != nil {
		t.Errorf("of a lobby he does not want: %v, %v", notices, err)
	}
	for n := range maxMail {
		h.Tell([]string{"bob", "cid"}, fmt.Sprint(n))
	}
	if notices, _, err := h.Take(deaf); len(notices) != maxMail || err != nil {
		t.Errorf("%d notices, %v, want %d", len(notices), err, maxMail)
	}
	for range maxMail + 1 {
		h.Tell([]string{"bob"}, "")
	}
	if len(deaf.mail) != 0 {
		t.Errorf("%d notices are kept for who has to begin anew", len(deaf.mail))
	}
	if _, _, err := h.Take(deaf); !errors.Is(err, ErrBehind) {
		t.Errorf("%v, want that he is behind", err)
	}
	for _, l := range []*Listener[string]{quick, slow, deaf} {
		h.Leave(l)
	}
	if h.Online() != 0 || h.Listens("ann") {
		t.Errorf("%d are online", h.Online())
	}
}

// Players get their notices at either node, and both nodes know how many are
// online.
func TestTwoNodes(t *testing.T) {
	b := storetest.OpenBus(t, "")
	var nodes [2]*Hub[string]
	for i := range nodes {
		var err error
		if nodes[i], err = NewHub[string](b); err != nil {
			t.Fatal(err)
		}
		defer nodes[i].Close()
	}
	listens := func(player string) bool { return len(nodes[1].Anywhere(t.Context(), player)) > 0 }
	ann := nodes[0].Enter("ann", false)
	if !listens("ann") || listens("no token") {
		t.Error("it is not known where somebody listens")
	}
	storetest.Until(t, "bob listens nowhere", func() bool { return !listens("bob") }) // the bus may be busy
	nodes[1].Send([]string{"ann", "bob"}, func() string { return "hello" })
	nodes[0].Send([]string{"ann"}, func() string { return "here" })
	for heard := 0; heard < 2; {
		select {
		case <-ann.Wake():
		case <-time.After(2 * time.Minute):
			t.Fatalf("ann hears %d notices, want 2", heard)
		}
		notices, _, err := nodes[0].Take(ann)
		if err != nil {
			t.Fatal(err)
		}
		heard += len(notices)
	}
	storetest.Until(t, "ann is elsewhere", func() bool {
		nodes[0].Meet([]string{"ann", "bob"})
		return nodes[1].Online() == 1 && nodes[1].Elsewhere("ann")
	})
	if nodes[1].Elsewhere("bob") {
		t.Error("who is nowhere is elsewhere")
	}
	nodes[0].Leave(ann)
	storetest.Until(t, "ann listens nowhere", func() bool { return !listens("ann") })
}

// A node that answers nobody holds up a question about many players once, not for each
// of them, and no longer than who asks wants to wait.
func TestSilentNode(t *testing.T) {
	b := storetest.OpenBus(t, "")
	h, err := NewHub[string](b)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	const n = 100
	var players []string
	asked := make(chan bus.Message, 2*n)
	for i := range n {
		players = append(players, fmt.Sprint("p", i))
		stop, err := b.Subscribe(mailbox(players[i]), func(m bus.Message) { asked <- m })
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	h.nodes.patience = time.Hour
	ctx, giveUp := context.WithCancel(t.Context())
	answered := make(chan []string)
	ask := func() { answered <- h.Anywhere(ctx, players...) }
	go ask()
	var replies []string
	for range n { // none gets an answer before all have been asked
		replies = append(replies, (<-asked).Reply)
	}
	for _, reply := range replies {
		if err := b.Publish(reply, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := <-answered; !slices.Equal(got, players) {
		t.Errorf("%d players listen, want %d", len(got), n)
	}
	go ask()
	for range n {
		<-asked
	}
	giveUp()
	if got := <-answered; len(got) != 0 {
		t.Errorf("%d players listen for who has left", len(got))
	}
	h.nodes.patience = time.Millisecond
	if got := h.Anywhere(t.Context(), "p0"); len(got) != 1 {
		t.Error("who listens at a busy node is thought to have left")
	}
}
