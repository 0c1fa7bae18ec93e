package httpkit

import "sync"

// Places bounds how many of something each client holds at a time, and how many all
// clients hold together.
type Places struct {
	each, all int

	mu    sync.Mutex
	held  map[string]int
	total int
}

// NewPlaces returns places of which each client can hold some and all clients together
// all.
func NewPlaces(each, all int) *Places { return &Places{each: each, all: all, held: map[string]int{}} }

// Take gives a client a place and reports whether one was free. [Local] can hold all of
// them.
func (p *Places) Take(client string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total >= p.all || client != Local && p.held[client] >= p.each {
		return false
	}
	p.total++
	p.held[client]++
	return true
}

// Give returns a client's place.
func (p *Places) Give(client string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total--
	if p.held[client]--; p.held[client] == 0 {
		delete(p.held, client)
	}
}

func (p *Places) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}
