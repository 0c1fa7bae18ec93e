package solve

import (
	"math"
	"sync"
	"sync/atomic"
)

// shared is what the workers of one search have in common.
type shared struct {
	table    *table
	busy     busy
	progress progress
	nodes    atomic.Uint64
	maxNodes uint64 // 0 for no limit
	stop     atomic.Bool
	// late reports whether the time is up; nil is never. Workers ask for
	// themselves, as they count, so that one thread is enough for all.
	late func() bool
}

// countEvery is how many nodes a worker visits before it tells, a power of two.
const countEvery = 256

// count counts a node of a worker and reports whether the search has to stop.
func (s *shared) count(nodes *uint64) (stop bool) {
	if *nodes++; *nodes < countEvery && (s.maxNodes == 0 || s.maxNodes > 64*countEvery) {
		return false
	}
	return s.tell(nodes)
}

// tell adds what a worker has counted and reports whether the search has to stop.
func (s *shared) tell(nodes *uint64) (stop bool) {
	total := s.nodes.Add(*nodes)
	*nodes = 0
	if s.maxNodes > 0 && total >= s.maxNodes || s.table.crowded() || s.late != nil && s.late() {
		s.stop.Store(true)
	}
	return s.stop.Load()
}

// exhausted reports whether all nodes that are allowed have been visited.
func (s *shared) exhausted() bool { return s.maxNodes > 0 && s.nodes.Load() >= s.maxNodes }

// ask has n workers answer the same question. They help each other by what
// they leave in the table; the first answer counts. It is not ok if the search
// was stopped before.
func ask[P, M, A any](s *shared, game Parts[P, M], n int, question func(*worker[P, M]) A) (answer A, ok bool) {
	var workers sync.WaitGroup
	var first sync.Once
	for i := range n {
		workers.Go(func() {
			w := worker[P, M]{game: game, shared: s, leads: i == 0}
			a := question(&w)
			s.tell(&w.nodes)
			if !w.stopped {
				first.Do(func() { answer, ok = a, true })
				s.stop.Store(true)
			}
		})
	}
	workers.Wait()
	return answer, ok
}

// busy tells which parts some worker is at, as far as it has room: a part is
// in the slot that its key chooses or is not in it at all.
type busy [1 << 10]atomic.Uint64

// slot returns the slot of a part, and what stands there while a worker is at it.
func (b *busy) slot(k key) (slot *atomic.Uint64, mark uint64) {
	mark = (k.hi ^ k.lo*0x9e3779b97f4a7c15) | 1
	return &b[mark*0x9e3779b97f4a7c15>>54], mark
}

func (b *busy) begun(k key) bool {
	slot, mark := b.slot(k)
	return slot.Load() == mark
}

func (b *busy) begin(k key) {
	slot, mark := b.slot(k)
	slot.Store(mark)
}

func (b *busy) end(k key) {
	slot, mark := b.slot(k)
	slot.CompareAndSwap(mark, 0)
}

// progress is how far a search has come: of the visits next to the root, how
// many options are done.
type progress [4]struct{ done, all atomic.Uint32 }

// done notes that some of the options of a visit at a depth, from 1, are done.
func (p *progress) done(depth, done, all int) {
	if depth > len(p) {
		return
	}
	for i := depth; i < len(p); i++ {
		p[i].done.Store(0)
	}
	p[depth-1].done.Store(uint32(done))
	p[depth-1].all.Store(uint32(all))
}

// share estimates the share of the work that is done, 0–1, as if all options
// were to be searched and took the same work.
func (p *progress) share() float64 {
	share, width := 0.0, 1.0
	for i := range p {
		all := float64(p[i].all.Load())
		if all == 0 {
			break
		}
		width /= all
		share += width * float64(p[i].done.Load())
	}
	return math.Min(share, 1)
}
