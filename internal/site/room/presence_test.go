package room

import (
	"sync"
	"testing"
	"time"
)

// slowBus is slow with the first message of who is here.
type slowBus struct {
	singleNode
	mu    sync.Mutex
	sent  []LocalPresence
	began chan struct{} // closed when the first message is being sent
	first sync.Once
}

func (b *slowBus) Broadcast(_ string, m Message) {
	if m.Presence == nil {
		return
	}
	b.first.Do(func() {
		close(b.began)
		time.Sleep(50 * time.Millisecond) // in which another message could overtake it
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, *m.Presence)
}

// When a player reloads the page, one connection ends while another begins. What the other
// nodes hear last is that the player is here.
func TestPresenceInOrder(t *testing.T) {
	m := &memory{}
	b := &slowBus{began: make(chan struct{})}
	pulse, err := NewHeartbeat(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	r := begin(t, house{Config: Config{Rules: rules, Log: m, Heartbeat: pulse, Peers: b}}, "5+3")
	defer r.Close()
	r.presence.seats[0].connections = 1 // which the others know
	var leaving sync.WaitGroup
	leaving.Go(func() { r.changePresence(func(p *presence) { p.seats[0].connections-- }) })
	<-b.began
	r.Enter(0)
	leaving.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := b.sent[len(b.sent)-1]; last != r.presence.local() {
		t.Errorf("the others have heard %+v, want %+v at the end", b.sent, r.presence.local())
	}
}
