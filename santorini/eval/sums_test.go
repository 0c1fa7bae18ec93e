package eval

import (
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// TestCaching checks that sums kept from position to position give what adding up all
// inputs gives: of positions that differ in builds, as a search meets them, and of those
// in which a square under a worker has another level.
func TestCaching(t *testing.T) {
	n := Fitted()
	caching := NewCaching(n)
	hits, moved := 0, 0
	check := func(p *santorini.Position) {
		t.Helper()
		s := caching.cache.entry(p)
		own, rivals := sides(p)
		if before, rivalsBefore := sides(&s.position); own == before && rivals == rivalsBefore {
			hits++
			if _, ok := s.changed(p); !ok {
				moved++
			}
		}
		if got, want := caching.byNetwork(p), clamp(int32(n.Evaluate(p))); got != want {
			t.Fatalf("%s: %d from kept sums, want %d", p, got, want)
		}
	}
	for _, p := range append(highPositions(t), quietPositions(t)...) {
		for _, m := range p.AppendMoves(nil) {
			if next := after(p, m); next.Winners() == 0 {
				check(&next)
			}
		}
	}
	for _, text := range []string{
		"00100/01210/00101/02010/00000 b2d4,b4d2 1",
		"10100/01220/00101/02010/00003 b2d4,b4d2 1",
		"00100/01200/00101/03011/00000 b4d2,b2d4 2", // the same workers are to move
	} {
		p := gametest.Must(t, santorini.Parse, text)
		check(&p)
	}
	if hits == 0 || moved == 0 {
		t.Errorf("sums of the same workers %d times, %d of them with another level under one: want both", hits, moved)
	}
}

// TestCacheSpreads checks that positions with different workers rarely share an entry of
// the cache: two for each entry on average leave few entries empty.
func TestCacheSpreads(t *testing.T) {
	var c cache
	workers := map[[2]santorini.Spaces]bool{}
	entries := map[*sums]bool{}
	for _, p := range highPositions(t) {
		own, rivals := sides(&p)
		if len(workers) == 2*len(c) {
			break
		}
		workers[[2]santorini.Spaces{own, rivals}] = true
		entries[c.entry(&p)] = true
	}
	if len(entries) < len(c)*3/4 {
		t.Errorf("%d placements of workers share %d entries: want at least three in four of %d", len(workers), len(entries), len(c))
	}
}
