package lobby_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// Two players with matching seeks play each other, and both get a notice.
func TestSeeksThatFit(t *testing.T) {
	each(t, func(p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		rated := terms("hermit 3x3 5+3")
		rated.Rated = true
		hearAnn, hearBob, visitor := p.listen(ann.ID, false), p.listen(bob.ID, true), p.listen("", true)
		first := p.must(p.Seek(ctx, ann, rated))
		if first.Seek == nil || first.Game != "" || first.Seek.Players[0].Rating != 1500 || !first.Seek.Players[0].Provisional {
			t.Fatalf("%+v", first)
		}
		if again := p.must(p.Seek(ctx, ann, rated)); again.Seek == nil || again.Seek.ID != first.Seek.ID {
			t.Errorf("a second seek of the same: %+v", again)
		}
		casual := rated
		casual.Rated = false
		p.must(p.Seek(ctx, bob, casual))
		if n := len(p.Seeks("")); n != 2 {
			t.Errorf("%d seeks, want 2", n)
		}
		made := p.must(p.Seek(ctx, bob, rated))
		sum := p.summary(made.Game)
		if !sum.Rated || len(sum.Players) != 2 || sum.Position == "" {
			t.Errorf("%+v", sum)
		}
		hearAnn.wait(t, "gameStart hello")
		// Bob's other seek is gone too, as a game has started.
		hearBob.wait(t, "gameStart hello seek seek seekGone seekGone")
		visitor.wait(t, "hello seek seek seekGone seekGone")
		if n := len(p.Seeks("")); n != 0 {
			t.Errorf("%d seeks are left", n)
		}
		for _, e := range []*ear{hearAnn, hearBob, visitor} {
			e.end()
		}
	})
}

// If many accept at the same time, one plays.
func TestAcceptRace(t *testing.T) {
	each(t, func(p *place) {
		for _, clock := range []string{"5+3", "3d"} {
			there := p.listen(guest(0).ID, false) // else a seek of minutes goes
			seek := p.must(p.Seek(t.Context(), guest(0), terms("hermit 3x3 "+clock))).Seek
			var all sync.WaitGroup
			var games atomic.Int32
			for n := range 8 {
				all.Go(func() {
					made, err := p.Accept(t.Context(), guest(n+1), seek.ID)
					var r *play.Refusal
					switch {
					case err == nil && made.Game != "":
						games.Add(1)
					case !errors.As(err, &r) || r.Reason != lobby.Gone:
						t.Errorf("%+v, %v", made, err)
					}
				})
			}
			all.Wait()
			if n := games.Load(); n != 1 {
				t.Errorf("%s: %d games, want 1", clock, n)
			}
			there.end()
		}
	})
}
